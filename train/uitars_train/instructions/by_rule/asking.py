"""A stream of asks by rule: a screen, a sort, one ask of it, as an instruction.

What is greyed out is asked about, as people's own instructions have it; a tab that is open and a
choice that is made need nothing. Not here: the sorts themselves, the samples (`samples.py`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from uitars_runtime.element import Role
from uitars_train.instructions.by_rule import beside, combined, counting, fields, states, tables
from uitars_train.instructions.by_rule.standing import Standing, sayable, standing
from uitars_train.instructions.by_rule.wording import Ask, said
from uitars_train.instructions.harvested import Harvest
from uitars_train.instructions.records import (
    Do,
    DoAsk,
    DoClick,
    DoFinish,
    Instruction,
    Style,
    Tag,
)

Sort = Callable[[Standing], Iterator[Ask]]

_SHARES: Final[dict[str, tuple[Sort, int]]] = {
    "next": (beside.next_to, 7),
    "two further": (beside.two_further, 3),
    "between": (beside.between, 6),
    "selected": (beside.beside_selected, 4),
    "named": (beside.named, 10),
    "counted": (counting.counted, 10),
    "groups": (counting.in_groups, 12),
    "level": (tables.level_with, 3),
    "own in row": (tables.own_in_row, 6),
    "cells": (tables.cells, 6),
    "rows": (tables.rows, 5),
    "states": (states.states, 10),
    "cursor": (fields.cursor, 3),
    "typing": (fields.typing, 4),
    "corrected": (combined.corrected, 4),
    "corrected beside": (combined.corrected_beside, 2),
    "in order": (combined.in_order, 5),
    "done": (combined.done, 1),
}
"""Sorts of asks, and how often of a hundred each is asked for."""
_ABSENT: Final = 0.02
"""Share of asks for what is nowhere."""
_GREYED: Final = 0.3
"""Share of asks for greyed out things that are kept: menus have more than people ask for."""
_CHOSEN: Final = 0.5
"""Share of asks for open tabs and made choices that are kept."""
_TRIES: Final = 60
"""Screens that are looked at for a sort before another one is drawn."""


def asked_by_rule(
    harvest: Harvest, programs: Sequence[str], rng: random.Random
) -> Iterator[Instruction]:
    """Endless asks on screens in English; none where no screen has a name. Raises `UsageError`."""
    screens = [
        (name, at, here)
        for name in programs
        for at, screen in enumerate(harvest.program(name).screens)
        if not harvest.look(name, at).language
        for here in (standing(screen),)
        if any(here.unique)
    ]
    if not screens:
        return
    sorts = [(name, sort) for name, (sort, _) in _SHARES.items()]
    shares = [share for _, share in _SHARES.values()]
    elsewhere = _names(screens)
    made: dict[tuple[str, str, int], dict[str, list[Ask]]] = {}
    while True:
        if rng.random() < _ABSENT:
            drawn = _absent(screens, elsewhere, rng)
        else:
            drawn = _drawn(screens, rng.choices(sorts, shares)[0], made, rng)
        if drawn is not None:
            name, at, here, ask = drawn
            right = _right(here, ask, rng)
            if right is not None:
                yield _instruction(name, at, here, ask, right, rng)


Screens = Sequence[tuple[str, int, Standing]]


def _drawn(
    screens: Screens,
    named: tuple[str, Sort],
    made: dict[tuple[str, str, int], dict[str, list[Ask]]],
    rng: random.Random,
) -> tuple[str, int, Standing, Ask] | None:
    """An ask of a sort on a screen that has any; each way of saying is as likely as another.
    None where many screens have none."""
    kind, sort = named
    for _ in range(_TRIES):
        name, at, here = rng.choice(screens)
        if (kind, name, at) not in made:
            ways: dict[str, list[Ask]] = {}
            for ask in sort(here):
                ways.setdefault(f"{ask.section} {ask.sections.get('P', '')}", []).append(ask)
            made[kind, name, at] = ways
        found = made[kind, name, at]
        if found:
            return name, at, here, rng.choice(found[rng.choice(list(found))])
    return None


def _names(screens: Screens) -> list[str]:
    """All that buttons, ticks and entries are called somewhere."""
    roles = (Role.BUTTON, Role.CHECKBOX, Role.MENU_ITEM, Role.TAB)
    return sorted(
        {
            name
            for _, _, here in screens
            for name, element in zip(here.unique, here.elements, strict=True)
            if element.role in roles and sayable(name)
        }
    )


def _absent(
    screens: Screens, elsewhere: list[str], rng: random.Random
) -> tuple[str, int, Standing, Ask] | None:
    name, at, here = rng.choice(screens)
    if not elsewhere:
        return None
    few = tuple(rng.choice(elsewhere) for _ in range(3))
    ask = next(combined.absent(here, few), None)
    return None if ask is None else (name, at, here, ask)


def _right(
    here: Standing, ask: Ask, rng: random.Random
) -> tuple[tuple[Do, ...], tuple[Tag, ...]] | None:
    """The right steps and the tags; None where the ask is dropped."""
    if ask.do is not None:
        return (ask.do,), ask.tags
    element = here.elements[ask.targets[0]]
    if element.disabled:
        asks: tuple[Do, ...] = (DoAsk(),)
        return (asks, (Tag.IMPOSSIBLE, *ask.tags)) if rng.random() < _GREYED else None
    chosen = (element.role is Role.TAB and element.selected) or (
        element.role is Role.RADIO and element.checked
    )
    if chosen:
        finishes: tuple[Do, ...] = (DoFinish(),)
        kept = rng.random() < _CHOSEN and Tag.MULTI not in ask.tags
        return (finishes, (Tag.ALREADY, *ask.tags)) if kept else None
    if element.selected and element.role is not Role.HEADER and Tag.DIRECT not in ask.tags:
        return None
    return tuple(DoClick(here.places[at]) for at in ask.targets), ask.tags


def _instruction(
    name: str,
    at: int,
    here: Standing,
    ask: Ask,
    right: tuple[tuple[Do, ...], tuple[Tag, ...]],
    rng: random.Random,
) -> Instruction:
    role = here.elements[ask.targets[0]].role if ask.targets else Role.BUTTON
    words = said(ask, role, rng)
    does, tags = right
    return Instruction(
        name,
        at,
        words.text,
        does,
        Style.PLAIN,
        tags,
        history=words.history(ask.history),
        serves=words.part(ask.serves),
    )
