"""Who answers without a browser: by chance, and by one search. What the second can do needs no
walk over pages."""

from __future__ import annotations

import random
from collections.abc import Callable

from uitars_train.browsing.mistakes import read
from uitars_train.browsing.queries import Step
from uitars_train.browsing.questions import Question
from uitars_train.browsing.schema import KINDS, RELATIONS
from uitars_train.browsing.site import Site
from uitars_train.browsing.world import Entity

Answering = Callable[[Site, Question], str]


def by_chance(site: Site, question: Question) -> str:
    """What any entity says of itself that is of the kind asked for."""
    asked = question.query.asked
    every = [told for one in site.world.entities if (told := _said(site, one, asked))]
    return random.Random(question.name).choice(every)


def by_one_search(site: Site, question: Question) -> str:
    """The question put into the search, the first page that is found, what is asked for read
    there; empty where it says nothing of it."""
    found = site.found(question.task)
    return _said(site, found[0], question.query.asked) if found else ""


def _said(site: Site, entity: Entity, asked: str | Step) -> str:
    if isinstance(asked, Step):
        relation = RELATIONS[asked.relation]
        of = relation.target if asked.back else relation.source
        return read(site.world, entity, asked) if entity.kind == of else ""
    known = asked in {fact.name for fact in KINDS[entity.kind].facts}
    return read(site.world, entity, asked) if known else ""


BASELINES: dict[str, Answering] = {"random": by_chance, "search": by_one_search}
