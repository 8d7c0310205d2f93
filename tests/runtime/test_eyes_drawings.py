"""What plain drawings are: numbers, empty boxes, spin boxes, three dots; at any scale."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from uitars_runtime.element import Role
from uitars_runtime.eyes.roles.drawings import ROLES, drawn
from uitars_runtime.eyes.shapes.candidates import Candidate, Kind, assemble
from uitars_runtime.eyes.shapes.compounds import more_buttons
from uitars_runtime.eyes.shapes.proposals import propose
from uitars_runtime.eyes.text.lines import Line, with_remembered
from uitars_runtime.types import Box

Pixels = NDArray[np.uint8]


def page(width: int = 480, height: int = 360, value: int = 255) -> Pixels:
    return np.full((height, width, 3), value, np.uint8)


def outline(pixels: Pixels, box: Box, thick: int, ink: int = 120, face: int = 255) -> None:
    pixels[box.top : box.bottom, box.left : box.right] = ink
    inner = pixels[box.top + thick : box.bottom - thick, box.left + thick : box.right - thick]
    inner[:] = face


def roles_of(
    pixels: Pixels, thought: Role = Role.OTHER, lines: tuple[Line, ...] = ()
) -> dict[Box, Role]:
    """The roles of what is on a picture, where the network thinks the same of everything."""
    candidates = assemble(lines, propose(pixels))
    roles = np.full((len(candidates), len(ROLES)), 0.03, np.float32)
    roles[:, ROLES.index(thought)] = 0.6
    found = drawn(pixels, candidates, roles, np.zeros((len(candidates), 4), np.float32))
    return {
        candidate.box: ROLES[int(row.argmax())]
        for candidate, row in zip(candidates, found.roles, strict=True)
    }


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_small_empty_boxes_in_a_row_are_tick_boxes(scale: int) -> None:
    pixels = page()
    boxes = [Box(x, 40, x + 14 * scale, 40 + 14 * scale) for x in (20, 120, 220)]
    for box in boxes:
        outline(pixels, box, scale)
    found = roles_of(pixels)
    assert [role for role in found.values() if role is Role.CHECKBOX] == [Role.CHECKBOX] * 3


def test_a_lone_small_square_is_an_icon_as_the_network_says() -> None:
    pixels = page()
    outline(pixels, Box(40, 40, 56, 56), 1)
    assert Role.CHECKBOX not in roles_of(pixels, Role.ICON).values()


def test_squares_on_quite_another_paper_are_a_picture() -> None:
    pixels = page(value=20)
    for x in (40, 120, 200):
        outline(pixels, Box(x, 40, x + 30, 70), 3, ink=120, face=255)
    assert Role.CHECKBOX not in roles_of(pixels, Role.ICON).values()


def test_what_is_filled_among_empty_tick_boxes_is_checked() -> None:
    pixels = page()
    for x in (40, 120, 200):
        outline(pixels, Box(x, 40, x + 20, 60), 2)
    outline(pixels, Box(280, 40, 300, 60), 2, ink=60, face=90)
    pixels[48:52, 284:296] = 255
    candidates = assemble((), propose(pixels))
    roles = np.full((len(candidates), len(ROLES)), 0.03, np.float32)
    roles[:, ROLES.index(Role.ICON)] = 0.6
    found = drawn(pixels, candidates, roles, np.zeros((len(candidates), 4), np.float32))
    ticked = {
        candidate.box.left > 250: bool(state[0] > 0.5)
        for candidate, row, state in zip(candidates, found.roles, found.states, strict=True)
        if row.argmax() == ROLES.index(Role.CHECKBOX)
    }
    assert ticked == {False: False, True: True}


def test_of_a_tick_box_that_the_network_knows_it_says_whether_it_is_checked() -> None:
    pixels = page()
    for y in (40, 80, 120):
        outline(pixels, Box(40, y, 58, y + 18), 1)
    pixels[160:178, 40:58] = (50, 110, 220)
    pixels[166:172, 45:53] = 255
    line = Line(Box(70, 162, 140, 176), "Show toolbar")
    candidates = assemble((line,), propose(pixels))
    roles = np.full((len(candidates), len(ROLES)), 0.03, np.float32)
    roles[:, ROLES.index(Role.CHECKBOX)] = 0.6
    for checked in (0.0, 1.0):
        states = np.full((len(candidates), 4), checked, np.float32)
        found = drawn(pixels, candidates, roles, states)
        boxes = [candidate.mark or candidate.box for candidate in candidates]
        empty = [state[0] for box, state in zip(boxes, found.states, strict=True) if box.top < 150]
        words = [
            state[0]
            for candidate, state in zip(candidates, found.states, strict=True)
            if candidate.kind is Kind.MARKED
        ]
        assert (set(empty), words) == ({0.0}, [checked])


def test_a_number_before_arrows_is_a_field() -> None:
    pixels = page()
    outline(pixels, Box(40, 40, 72, 64), 1)
    outline(pixels, Box(72, 40, 88, 64), 1)
    number = Line(Box(46, 46, 54, 58), "0")
    found = roles_of(pixels, lines=(number,))
    assert Role.FIELD in {role for box, role in found.items() if box.width <= 34}
    word = Line(Box(46, 46, 64, 58), "Go")
    assert Role.FIELD not in roles_of(pixels, lines=(word,)).values()


def test_a_long_empty_box_is_a_field_and_with_an_arrow_a_list() -> None:
    pixels = page()
    outline(pixels, Box(40, 40, 200, 84), 2)
    outline(pixels, Box(240, 40, 400, 84), 2)
    for row in range(8):
        pixels[58 + row, 370 + row : 386 - row] = 60
    found = roles_of(pixels)
    by_side = {box.left > 220: role for box, role in found.items() if role is not Role.OTHER}
    assert by_side == {False: Role.FIELD, True: Role.COMBO}


def test_cells_of_a_table_are_no_fields() -> None:
    pixels = page()
    for x in (40, 141, 242):
        outline(pixels, Box(x, 40, x + 100, 70), 1)
    assert Role.FIELD not in roles_of(pixels).values()


def test_numbers_and_the_signs_between_them_are_words() -> None:
    lines = tuple(
        Line(Box(x, 40, x + 20, 70), text)
        for x, text in ((20, "9"), (60, "x"), (100, "-7"), (140, "="), (300, "x"))
    )
    found = roles_of(page(), Role.ICON, lines)
    words = [found[line.box] is Role.TEXT for line in lines]
    assert words == [True, True, True, True, False]


def test_a_circle_read_as_nought_stays_an_icon() -> None:
    line = Line(Box(20, 40, 50, 70), "0")
    assert roles_of(page(), Role.ICON, (line,))[line.box] is Role.ICON


@pytest.mark.parametrize("upright", [False, True])
def test_three_even_dots_are_one_picture_and_four_are_none(upright: bool) -> None:
    boxes = [Box(100, 40 + 15 * at, 111, 51 + 15 * at) for at in range(4)]
    dots = boxes if upright else [Box(box.top, box.left, box.bottom, box.right) for box in boxes]
    pixels = page(value=230)
    for dot in dots:
        pixels[dot.top : dot.bottom, dot.left : dot.right] = 90
    (found,) = more_buttons(pixels, dots[:3])
    assert found[1] == tuple(dots[:3])
    assert more_buttons(pixels, dots) == []
    assert more_buttons(pixels, [*dots[:2], dots[3]]) == []
    for dot in dots:
        pixels[dot.center.y - 1 : dot.center.y + 2, dot.left + 2 : dot.right - 2] = 255
    assert more_buttons(pixels, dots[:3]) == [], "round buttons with a picture in each"


def test_known_lines_stay_where_nothing_changed_unless_more_is_read() -> None:
    before, after = page(), page()
    after[100:120, 100:140] = 0
    same, gone = Line(Box(10, 10, 90, 30), "known"), Line(Box(90, 96, 150, 124), "changed")
    again = [Line(Box(12, 12, 40, 28), "kn"), Line(Box(92, 98, 148, 122), "read again")]
    assert with_remembered(again, [same, gone], before, after) == [same, again[1]]
    more = Line(Box(10, 10, 190, 30), "known and more")
    assert with_remembered([more], [same], before, after) == [more]


def test_candidates_that_are_nothing_stay_as_the_network_says() -> None:
    candidate = Candidate(Kind.BARE, Box(10, 10, 30, 30), frame=0.3)
    roles = np.full((1, len(ROLES)), 0.05, np.float32)
    found = drawn(page(), [candidate], roles, np.ones((1, 4), np.float32))
    assert np.array_equal(found.roles, roles)
    assert found.meanings == {}
