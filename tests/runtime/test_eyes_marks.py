"""Which small squares are tick boxes and whether they are checked; which numbers have arrows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.candidates import Candidate, assemble
from uitars_runtime.eyes.roles.agreement import counted, written
from uitars_runtime.eyes.roles.boxes import paled, ticks_told
from uitars_runtime.eyes.roles.chosen import seen_of
from uitars_runtime.eyes.roles.clickable import without_cells
from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.shapes import Part, propose
from uitars_runtime.eyes.text.lines import Line
from uitars_runtime.types import Box

Pixels = NDArray[np.uint8]


def page(value: int = 255) -> Pixels:
    return np.full((360, 480, 3), value, np.uint8)


def outline(pixels: Pixels, box: Box, thick: int, ink: int = 120, face: int = 255) -> None:
    pixels[box.top : box.bottom, box.left : box.right] = ink
    inner = pixels[box.top + thick : box.bottom - thick, box.left + thick : box.right - thick]
    inner[:] = face


def parts(pixels: Pixels, candidates: Sequence[Candidate]) -> list[Part]:
    scene = Scene(pixels)
    return [scene.part(seen_of(one)) for one in candidates]


def told(
    pixels: Pixels, thought: Role, *lines: Line
) -> tuple[list[tuple[Candidate, bool]], list[Candidate]]:
    """What is told to be a tick box, and all candidates; the network thinks the same of all."""
    candidates = assemble(lines, propose(pixels))
    found = ticks_told(parts(pixels, candidates), candidates, [thought] * len(candidates))
    return [(candidates[row], checked) for row, checked in found.items()], candidates


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_small_empty_boxes_in_a_row_are_tick_boxes(scale: int) -> None:
    pixels = page()
    for x in (20, 120, 220):
        outline(pixels, Box(x, 40, x + 14 * scale, 40 + 14 * scale), scale)
    found, _ = told(pixels, Role.OTHER)
    assert [checked for _, checked in found] == [False] * 3


def test_a_lone_small_square_is_what_the_network_says() -> None:
    pixels = page()
    outline(pixels, Box(40, 40, 56, 56), 1)
    found, candidates = told(pixels, Role.ICON)
    assert candidates
    assert not found


def test_squares_on_quite_another_paper_are_a_picture() -> None:
    pixels = page(20)
    for x in (40, 120, 200):
        outline(pixels, Box(x, 40, x + 30, 70), 3)
    found, candidates = told(pixels, Role.ICON)
    assert candidates
    assert not found


def test_what_is_filled_among_empty_tick_boxes_is_checked() -> None:
    pixels = page()
    for x in (40, 120, 200):
        outline(pixels, Box(x, 40, x + 20, 60), 2)
    outline(pixels, Box(280, 40, 300, 60), 2, ink=60, face=90)
    pixels[48:52, 284:296] = 255
    found, _ = told(pixels, Role.ICON)
    assert {one.box.left > 250: checked for one, checked in found} == {False: False, True: True}


def test_of_a_tick_box_that_the_network_knows_it_says_whether_it_is_checked() -> None:
    pixels = page()
    for y in (40, 80, 120):
        outline(pixels, Box(40, y, 58, y + 18), 1)
    pixels[160:178, 40:58] = (50, 110, 220)
    pixels[166:172, 45:53] = 255
    line = Line(Box(70, 162, 140, 176), "Show toolbar")
    found, candidates = told(pixels, Role.CHECKBOX, line)
    assert line.text in {one.text for one in candidates}
    assert [checked for _, checked in found] == [False] * 3
    assert all(one.box.top < 150 for one, _ in found)


def test_a_number_before_arrows_is_a_field_and_a_word_is_none() -> None:
    pixels = page()
    outline(pixels, Box(40, 40, 72, 64), 1)
    outline(pixels, Box(72, 40, 88, 64), 1)
    for text, found in (("0", 1), ("Go", 0)):
        candidates = assemble((Line(Box(46, 46, 60, 58), text),), propose(pixels))
        fields = [candidates[row] for row in counted(candidates)]
        assert [field.text for field in fields] == [text] * found


def test_a_number_in_one_frame_with_two_buttons_is_a_field_and_without_them_none() -> None:
    pixels = page()
    outline(pixels, Box(39, 39, 161, 73), 1)
    for left, right in ((40, 88), (89, 124), (125, 160)):
        outline(pixels, Box(left, 40, right, 72), 1)
    number = Line(Box(50, 50, 58, 62), "8")
    candidates = assemble((number,), propose(pixels))
    assert [candidates[row].text for row in counted(candidates)] == ["8"]
    pixels[30:80, 89:200] = 255
    assert not counted(assemble((number,), propose(pixels)))


def test_numbers_taken_for_pictures_are_words_and_a_circle_is_none() -> None:
    said = (("9", 20), ("-7", 20), ("= 3", 34), ("0", 20), ("0", 34), ("x", 20))
    lines = [
        Line(Box(40 * at, 40, 40 * at + wide, 70), text) for at, (text, wide) in enumerate(said)
    ]
    candidates = assemble(lines, ())
    found = [candidates[row].text for row in written(candidates, [Role.ICON] * len(said))]
    assert found == ["9", "-7", "= 3", "0"]
    assert not written(candidates, [Role.ITEM] * len(said))


def test_a_result_behind_its_equals_sign_is_words() -> None:
    pixels = page()
    for y in (308, 314):
        pixels[y : y + 2, 40:52] = 20
    (result,) = (
        one
        for one in assemble([Line(Box(62, 300, 108, 322), "369")], propose(pixels))
        if one.text == "369"
    )
    assert result.mark is not None
    assert written([result], [Role.ICON]) == [0]


def test_a_tick_box_much_paler_than_is_usual_in_its_state_is_disabled() -> None:
    pixels = page()
    for y, ink in ((40, 118), (80, 118), (120, 214)):
        outline(pixels, Box(20, y, 34, y + 14), 1, ink)
    outline(pixels, Box(20, 160, 34, 174), 1, 190, 190)  # Checked, and the only one that is.
    lines = [Line(Box(44, y, 120, y + 13), f"Words {y}") for y in (40, 80, 120, 160)]
    candidates = assemble(lines, propose(pixels))
    roles = [Role.CHECKBOX if one.mark else Role.TEXT for one in candidates]
    checked = [one.box.bottom > 160 for one in candidates]
    rows = paled(parts(pixels, candidates), candidates, roles, checked)
    assert {candidates[row].text for row in rows} == {"Words 120"}


def test_the_cell_around_a_control_is_none_itself() -> None:
    cell, inner = Box(102, 136, 291, 169), Box(109, 143, 284, 162)
    empty = Element(box=cell, role=Role.FIELD)
    field, tick = Element(box=inner, role=Role.FIELD), Element(box=inner, role=Role.CHECKBOX)
    assert without_cells([empty, field]) == [field]
    assert without_cells([empty, tick]) == [tick]
    written = Element(box=cell, role=Role.FIELD, text="a ☐ b")
    assert without_cells([written, tick]) == [written, tick]
    paper = Element(box=Box(0, 0, 800, 600), role=Role.FIELD)
    assert without_cells([paper, tick]) == [paper, tick]
    nearly = Element(box=Box(103, 137, 292, 170), role=Role.SLIDER)
    assert without_cells([empty, nearly]) == [empty, nearly]
    slider = Element(box=inner, role=Role.SLIDER)
    knob = Element(box=Box(110, 145, 126, 161), role=Role.RADIO)
    assert without_cells([slider, knob]) == [slider, knob]
    currency = Element(box=Box(230, 140, 288, 166), role=Role.COMBO)
    assert without_cells([empty, currency]) == [empty, currency]
