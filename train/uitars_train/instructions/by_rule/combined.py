"""Asks of two things of which one is meant now: taken back, told in order, told backwards; and of
what is nowhere.

Not here: the single things (`beside.py`, `counting.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations
from typing import Final

from uitars_runtime.backends.embedded.network.layout import NOBODY, SIDES
from uitars_runtime.element import Role
from uitars_train.instructions.by_rule.standing import Standing, sayable
from uitars_train.instructions.by_rule.wording import Ask
from uitars_train.instructions.records import DoAsk, DoClick, DoFinish, Past, Tag

_MOST: Final = 14
"""Things of one kind of which two are compared."""
_UNCHANGING: Final = frozenset({Role.BUTTON, Role.ICON})
"""What looks the same after a click."""
_ORDERS: Final = ("then", "before")
_LEADING: Final = frozenset({Role.MENU, Role.TAB, Role.MENU_ITEM, Role.COMBO})
"""Where these are, what is not on the screen may lie behind them."""
_SHORT: Final = 4
"""Letters from which a word that stands on the screen may be what was meant."""


def corrected(standing: Standing) -> Iterator[Ask]:
    """One thing named and taken back for another of its kind."""
    kinds: defaultdict[Role, list[int]] = defaultdict(list)
    for at, element in enumerate(standing.elements):
        if standing.unique[at] and sayable(standing.unique[at]):
            kinds[element.role].append(at)
    for alike in kinds.values():
        for wrong, right in permutations(alike[:_MOST], 2):
            names = {"L": standing.unique[wrong], "M": standing.unique[right]}
            yield Ask("corrected", (Tag.CORRECTED,), (right,), names, {}, {})


def corrected_beside(standing: Standing) -> Iterator[Ask]:
    """One thing named and taken back for its neighbour of the same kind."""
    for side, beside in zip(SIDES, standing.beside, strict=True):
        for wrong, right in enumerate(beside):
            if right == NOBODY or not standing.unique[wrong]:
                continue
            if standing.elements[wrong].role is standing.elements[int(right)].role:
                tags = (Tag.CORRECTED, Tag.RELATION)
                names = {"L": standing.unique[wrong]}
                yield Ask(f"corrected {side}", tags, (int(right),), names, {}, {})


def in_order(standing: Standing) -> Iterator[Ask]:
    """Two goals, told forwards and backwards: the first, the second after it, the end."""
    orders = {"A": "order first", "Z": "order second"}
    named = [at for at, name in enumerate(standing.unique) if sayable(name)]
    near = named[:_MOST] + named[_MOST:][-_MOST:]
    for one, other in permutations(near, 2):
        first, second = standing.elements[one].role, standing.elements[other].role
        if Role.ITEM in (first, second) and first is not second:
            continue
        names = {"L": standing.unique[one], "M": standing.unique[other]}
        for section in _ORDERS:
            tags = (Tag.MULTI, Tag.BACKWARDS) if section == "before" else (Tag.MULTI,)
            yield Ask(section, tags, (one,), names, {}, orders, serves="A")
            if first in _UNCHANGING and not standing.elements[one].disabled:
                did = (Past(DoClick(standing.places[one]), serves="A"),)
                yield Ask(section, tags, (other,), names, {}, orders, None, did, "Z")


def done(standing: Standing) -> Iterator[Ask]:
    """Two goals that the steps before reached."""
    for ask in in_order(standing):
        element = standing.elements[ask.targets[0]]
        if ask.serves == "Z" and element.role in _UNCHANGING and not element.disabled:
            past = (*ask.history, Past(DoClick(standing.places[ask.targets[0]]), serves="Z"))
            yield ask._replace(tags=(Tag.DONE,), do=DoFinish(), history=past, serves="")


def absent(standing: Standing, elsewhere: tuple[str, ...]) -> Iterator[Ask]:
    """What other programs have, where nothing on the screen has its words or leads further."""
    if any(one.element.role in _LEADING for one in standing.screen.true):
        return
    shown = " ".join(
        f"{one.text} {one.name}"
        for one in (*standing.screen.seen, *(true.element for true in standing.screen.true))
    ).lower()
    for name in elsewhere:
        words = [word for word in name.lower().split() if len(word) >= _SHORT]
        if words and not any(word[:_SHORT] in shown for word in words):
            yield Ask("absent", (Tag.ABSENT,), (), {"L": name}, {}, {}, DoAsk())
