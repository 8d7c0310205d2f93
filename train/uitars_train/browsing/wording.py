"""A query in words, and how its answer is to be given."""

from __future__ import annotations

from typing import Final

from uitars_train.browsing.queries import Condition, FactIs, LinkIs, Named, Query, Step
from uitars_train.browsing.schema import KINDS, RELATIONS
from uitars_train.browsing.world import Entity

HOW: Final = {
    "number": "Answer with the number alone.",
    "date": "Answer with the date as the site writes it.",
    "name": "Answer with the name alone.",
    "set": "Answer with all names, separated by commas.",
}
"""By kind of answer."""


def question(query: Query, way: tuple[Entity, ...]) -> str:
    """The question alone, without how to answer."""
    about = _begin(query)
    for step in query.steps:
        relation = RELATIONS[step.relation]
        about = (relation.back_phrase if step.back else relation.phrase).format(about)
    if isinstance(query.asked, Step):
        relation = RELATIONS[query.asked.relation]
        told = relation.back_question if query.asked.back else relation.question
    else:
        told = KINDS[way[-1].kind].fact(query.asked).told
    return f"{told.format(about)}?"


def _begin(query: Query) -> str:
    kind = KINDS[query.kind]
    match query.conditions:
        case (Named(name),):
            return kind.called.format(name)
        case conditions:
            clauses = [_clause(query.kind, one) for one in conditions]
            return f"the {kind.noun} {' and '.join(clauses)}"


def _clause(kind: str, condition: Condition) -> str:
    match condition:
        case FactIs(fact, value, until):
            return KINDS[kind].fact(fact).told.format(value if until is None else f"the {value}s")
        case LinkIs(relation, name):
            return RELATIONS[relation].clause.format(name)
        case Named(name):
            return f"called {name}"
