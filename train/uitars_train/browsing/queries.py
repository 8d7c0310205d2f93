"""What is asked, as a walk through a world: where it begins, which way it goes, what is read there.

Pure functions of world and query; that a question has one answer is found here.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from uitars_train.browsing.schema import KINDS
from uitars_train.browsing.world import Entity, Value, World


class Named(msgspec.Struct, frozen=True, tag="named"):
    """The entity with this name."""

    name: str


class FactIs(msgspec.Struct, frozen=True, tag="fact"):
    """A listed fact has this value; of a year also any between two."""

    fact: str
    value: Value
    until: int | None = None
    """The last year, where the value is the first."""


class LinkIs(msgspec.Struct, frozen=True, tag="link"):
    """A relation leads to what has this name."""

    relation: str
    name: str


Condition = Named | FactIs | LinkIs


class Step(msgspec.Struct, frozen=True):
    """To the target of a relation, or back to its sources."""

    relation: str
    back: bool = False


class Query(msgspec.Struct, frozen=True):
    """From the one entity that fits, by steps that lead to one entity each, to what is read."""

    kind: str
    conditions: tuple[Condition, ...]
    steps: tuple[Step, ...]
    asked: str | Step
    """A fact, or the names where a step leads."""

    @property
    def hops(self) -> int:
        """Facts that have to be read one after the other."""
        return len(self.steps) + 1

    @property
    def degree(self) -> int:
        """Facts that describe where it begins; 0 where that is named."""
        return sum(not isinstance(one, Named) for one in self.conditions)


def fits(world: World, entity: Entity, condition: Condition) -> bool:
    """Whether a condition holds of an entity of its kind."""
    match condition:
        case Named(name):
            return entity.name == name
        case FactIs(fact, value, until):
            found = entity.facts[fact]
            return found == value if until is None else int(value) <= int(found) <= until
        case LinkIs(relation, name):
            target = world.forward(entity, relation)
            return target is not None and target.name == name


def fitting(world: World, kind: str, conditions: Sequence[Condition]) -> list[Entity]:
    """All entities of a kind of which every condition holds."""
    return [
        one for one in world.of_kind(kind) if all(fits(world, one, each) for each in conditions)
    ]


def led(world: World, entity: Entity, step: Step) -> list[Entity]:
    """Where a step leads."""
    if step.back:
        return world.back(entity, step.relation)
    target = world.forward(entity, step.relation)
    return [] if target is None else [target]


def walk(world: World, query: Query) -> tuple[Entity, ...] | None:
    """The entities on the way, the last one holds the answer; None where anything on it is not the
    only one, so that there would be several answers, or none."""
    way: list[Entity] = []
    here = fitting(world, query.kind, query.conditions)
    for step in query.steps:
        if len(here) != 1:
            return None
        way.append(here[0])
        here = led(world, here[0], step)
    return (*way, here[0]) if len(here) == 1 else None


def answer(world: World, query: Query) -> Value | frozenset[str] | None:
    """The one answer, a name or names as a set; None where there is none, or more than one."""
    way = walk(world, query)
    if way is None:
        return None
    if isinstance(query.asked, str):
        return way[-1].facts[KINDS[way[-1].kind].fact(query.asked).name]
    return frozenset(one.name for one in led(world, way[-1], query.asked)) or None
