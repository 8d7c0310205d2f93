"""What a mark by its drawing and what the network takes it for say together."""

from __future__ import annotations

import numpy as np
import pytest

from uitars_runtime.element import Role
from uitars_runtime.eyes.candidates import Candidate, Kind
from uitars_runtime.eyes.roles.chosen import Told, marks_told
from uitars_runtime.eyes.shapes import Choice, Part, Sort
from uitars_runtime.geometry import Box, Point

SCREEN = Part(np.full((120, 240, 3), 255, np.uint8), Point(0, 0))


def marked(row: int, name: str, sort: Sort, *, checked: bool) -> Candidate:
    """Words behind a mark."""
    top = 20 + 24 * row
    mark, words = Box(20, top, 36, top + 16), Box(44, top + 2, 120, top + 14)
    box = Box(20, top, 120, top + 16)
    return Candidate(Kind.MARKED, box, name, words=words, mark=mark, choice=Choice(sort, checked))


@pytest.mark.parametrize(("sort", "drawn"), [(Sort.BOX, Role.CHECKBOX), (Sort.CIRCLE, Role.RADIO)])
def test_what_is_surely_an_entry_of_a_menu_stays_one_with_its_tick(sort: Sort, drawn: Role) -> None:
    menu = [
        marked(row, name, sort, checked=row == 0) for row, name in enumerate(("Menubar", "Toolbar"))
    ]
    told, _ = marks_told([SCREEN] * 2, menu, [Role.MENU_ITEM] * 2, [False] * 2, [0.9, 0.5])
    assert told == {0: Told(Role.MENU_ITEM, True), 1: Told(drawn, False)}


@pytest.mark.parametrize(("share", "stays"), [(0.95, True), (0.5, False)])
def test_what_is_surely_an_entry_of_a_list_stays_one_beside_its_tick(
    share: float, stays: bool
) -> None:
    ticks = [marked(row, "Ada", Sort.BOX, checked=True) for row in range(2)]
    words = [
        Candidate(Kind.LINE, tick.words, "Ada", words=tick.words) for tick in ticks if tick.words
    ]
    roles = [Role.CHECKBOX] * 2 + [Role.ITEM] * 2
    shares = [0.95, 0.95, share, share]
    told, _ = marks_told([SCREEN] * 4, [*ticks, *words], roles, [False] * 4, shares)
    assert ({2, 3} & {*told}) == (set() if stays else {2, 3})
