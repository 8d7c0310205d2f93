"""Answers that are nearly right: what somebody answers who took the wrong one of two names, turned
off one page too early or too late, or read half of it. None of them is right."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from uitars_train.browsing.queries import Query, Step, fitting, led
from uitars_train.browsing.schema import KINDS
from uitars_train.browsing.world import Entity, World, shown
from uitars_train.rewards.answers import Reference, is_right

MOST: Final = 4


def mistakes(
    world: World, query: Query, way: tuple[Entity, ...], reference: Reference, chance: random.Random
) -> tuple[str, ...]:
    """Up to four, each of them judged wrong."""
    found = dict.fromkeys(_mistaken(world, query, way, chance))
    return tuple(one for one in found if one and not is_right(reference, one))[:MOST]


def _mistaken(
    world: World, query: Query, way: tuple[Entity, ...], chance: random.Random
) -> Iterator[str]:
    yield from _other_ways(world, query, way)
    last = way[-1]
    if isinstance(query.asked, Step):
        names = [one.name for one in led(world, last, query.asked)]
        if len(names) > 1:
            yield ", ".join(names[1:])
            kind = led(world, last, query.asked)[0].kind
            others = [one.name for one in world.of_kind(kind) if one.name not in names]
            yield ", ".join([*names, chance.choice(others)])
        yield last.name
    else:
        asked = KINDS[last.kind].fact(query.asked)
        beside = [one for one in KINDS[last.kind].facts if one.form == asked.form]
        yield from (shown(one, last.facts[one.name]) for one in beside)
        if asked.form == "number":
            yield shown(asked, int(last.facts[asked.name]) + 1)
    same = [one for one in world.of_kind(last.kind) if one != last]
    yield from (read(world, chance.choice(same), query.asked) for _ in range(MOST))


def _other_ways(world: World, query: Query, way: tuple[Entity, ...]) -> Iterator[str]:
    """What is read where the way was left for a name that is nearly the same, or begins at what
    only one part of the description fits."""
    for at, entity in enumerate(way):
        if (near := world.at(entity.near)) is not None:
            yield from _rest(world, query, at, near)
    if len(query.conditions) > 1:
        for condition in query.conditions:
            for other in fitting(world, query.kind, (condition,)):
                if other != way[0]:
                    yield from _rest(world, query, 0, other)


def _rest(world: World, query: Query, at: int, here: Entity) -> Iterator[str]:
    """What is read at the end of the steps that are left."""
    for step in query.steps[at:]:
        onward = led(world, here, step)
        if len(onward) != 1:
            return
        here = onward[0]
    yield read(world, here, query.asked)


def read(world: World, entity: Entity, asked: str | Step) -> str:
    """What is read there, as a person writes it; empty where there is nothing."""
    if isinstance(asked, Step):
        return ", ".join(one.name for one in led(world, entity, asked))
    return shown(KINDS[entity.kind].fact(asked), entity.facts[asked])
