"""The parts of the eyes that need no model: regions, shapes, candidates, words, names, order."""

from __future__ import annotations

from itertools import pairwise

import cv2
import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.candidates import Kind, assemble
from uitars_runtime.eyes.eyes import MOST, in_reading_order
from uitars_runtime.eyes.roles.agreement import agreed
from uitars_runtime.eyes.roles.boxes import with_editors
from uitars_runtime.eyes.roles.reader import FEATURES, views_of
from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.shapes import Proposal, propose, runs
from uitars_runtime.eyes.text.lines import Line, grow_to_hold
from uitars_runtime.eyes.text.recognition import clean
from uitars_runtime.eyes.text.splitting import split_at_gaps, split_at_shapes
from uitars_runtime.geometry import merged, overlap
from uitars_runtime.types import Box, Point

Pixels = NDArray[np.uint8]


def blank(width: int = 320, height: int = 200, value: int = 240) -> Pixels:
    return np.full((height, width, 3), value, np.uint8)


def fill(pixels: Pixels, box: Box, value: int) -> None:
    pixels[box.top : box.bottom, box.left : box.right] = value


def frame(pixels: Pixels, box: Box, value: int = 60) -> None:
    fill(pixels, box, value)
    fill(pixels, Box(box.left + 1, box.top + 1, box.right - 1, box.bottom - 1), 250)


boxes = st.builds(
    lambda left, top, width, height: Box(left, top, left + width, top + height),
    st.integers(0, 400),
    st.integers(0, 300),
    st.integers(1, 120),
    st.integers(1, 80),
)


@given(st.lists(boxes, max_size=12))
def test_merged_boxes_are_apart_and_cover_all(many: list[Box]) -> None:
    whole = merged(many)
    assert not any(overlap(a, b) for a in whole for b in whole if a is not b)
    for box in many:
        assert any(
            w.left <= box.left
            and w.top <= box.top
            and box.right <= w.right
            and box.bottom <= w.bottom
            for w in whole
        )


@given(st.lists(boxes, min_size=1, max_size=4), st.lists(boxes, max_size=8))
def test_grown_regions_cut_no_box(regions: list[Box], lines: list[Box]) -> None:
    for region in grow_to_hold(regions, lines):
        for line in lines:
            inside = (
                region.left <= line.left
                and region.top <= line.top
                and line.right <= region.right
                and line.bottom <= region.bottom
            )
            assert inside or not overlap(line, region)


@given(st.integers(0, 319), st.integers(0, 199))
def test_a_changed_pixel_lies_in_a_changed_region(x: int, y: int) -> None:
    before = blank()
    after = before.copy()
    after[y, x, 1] = 0
    regions = Scene(after).changed(before)
    assert len(regions) == 1
    assert regions[0].left <= x < regions[0].right
    assert regions[0].top <= y < regions[0].bottom
    assert Scene(before.copy()).changed(before) == []


def test_flat_parts_are_no_content() -> None:
    pixels = blank(1280, 800)
    fill(pixels, Box(600, 300, 640, 320), 0)
    (region,) = Scene(pixels).filled()
    assert region.left <= 600
    assert region.right >= 640
    assert region.width < 200
    assert Scene(blank()).filled() == []


def test_lines_alone_are_no_content() -> None:
    pixels = blank(1280, 800)
    fill(pixels, Box(300, 0, 302, 800), 0)
    fill(pixels, Box(0, 700, 1280, 701), 0)
    (crossing,) = Scene(pixels).filled()
    assert crossing.contains(Point(301, 700))
    assert crossing.area < 200 * 200


@given(st.integers(0, 40), st.integers(0, 20), st.integers(1, 20), st.integers(1, 10))
def test_tight_box_finds_exactly_the_ink(left: int, top: int, width: int, height: int) -> None:
    pixels = blank(80, 40)
    box = Box(left, top, left + width, top + height)
    fill(pixels, box, 10)
    around = Box(0, 0, 80, 40)
    assert Scene(pixels).tight(around) == box
    assert Scene(blank(80, 40)).tight(around) is None


@given(st.lists(st.booleans(), max_size=60), st.integers(1, 10))
def test_runs_hold_all_ink_and_are_apart(flags: list[bool], gap: int) -> None:
    found = runs(np.array(flags, np.bool_), gap)
    covered = {place for first, last in found for place in range(first, last)}
    assert {place for place, inked in enumerate(flags) if inked} <= covered
    assert all(b[0] - a[1] >= gap for a, b in pairwise(found))


def test_a_drawn_button_is_proposed_once() -> None:
    pixels = blank()
    button = Box(40, 50, 140, 80)
    frame(pixels, button)
    near = [
        shape
        for shape in propose(pixels)
        if all(
            abs(a - b) <= 4
            for a, b in zip(
                (shape.box.left, shape.box.top, shape.box.right, shape.box.bottom),
                (button.left, button.top, button.right, button.bottom),
                strict=True,
            )
        )
    ]
    assert len(near) == 1
    assert near[0].framed


def test_three_dots_are_one_shape() -> None:
    pixels = blank()
    for step in range(3):
        cv2.circle(pixels, (100, 90 + 6 * step), 1, (20, 20, 20), -1)
    assert any(shape.box.contains(Box(98, 94, 103, 99).center) for shape in propose(pixels))


def test_entries_of_a_menu_bar_are_cut_apart() -> None:
    pixels = blank()
    for left in (20, 60, 100):
        fill(pixels, Box(left, 52, left + 24, 62), 0)
    parts = split_at_gaps(Scene(pixels), Box(16, 47, 130, 67))
    assert [part.left for part in parts] == [16, 55, 95]


def test_a_line_is_cut_around_a_circle_between_large_words() -> None:
    pixels = blank()
    for left, right in ((20, 31), (33, 40), (43, 60), (62, 64), (67, 100), (140, 151), (154, 190)):
        fill(pixels, Box(left, 50, right, 74), 0)
    circle = Proposal(box=Box(112, 52, 129, 69), frame=0.94)
    cv2.circle(pixels, (120, 60), 8, (20, 20, 20), 1)
    parts = split_at_shapes(Scene(pixels), Box(14, 46, 196, 80), [circle])
    assert [(part.left, part.right) for part in parts] == [(14, 111), (130, 196)]


def test_a_line_is_cut_at_a_field_and_around_a_tick_box() -> None:
    pixels = blank()
    fill(pixels, Box(20, 54, 60, 64), 0)
    frame(pixels, Box(70, 48, 200, 70))
    fill(pixels, Box(76, 54, 120, 64), 0)
    shapes = [Proposal(box=Box(70, 48, 200, 70), frame=1.0)]
    parts = split_at_shapes(Scene(pixels), Box(16, 49, 124, 69), shapes)
    assert [(part.left, part.right) for part in parts] == [(16, 69), (73, 124)]
    tick = [Proposal(box=Box(70, 52, 84, 66), frame=1.0)]
    pixels = blank()
    fill(pixels, Box(20, 54, 60, 64), 0)
    frame(pixels, tick[0].box)
    fill(pixels, Box(92, 54, 124, 64), 0)
    parts = split_at_shapes(Scene(pixels), Box(16, 49, 126, 69), tick)
    assert [(part.left, part.right) for part in parts] == [(16, 69), (85, 126)]


@pytest.mark.parametrize(
    ("read", "confidence", "words"),
    [
        ("Save As...", 0.99, "Save As..."),
        ("✓ Wrap lines", 0.9, "Wrap lines"),
        ("口 Gift wrap", 0.9, "Gift wrap"),
        ("三", 0.95, ""),
        ("保存文件", 0.97, "保存文件"),
        ("設定 Settings", 0.95, "設定 Settings"),
        ("口日", 0.95, ""),
        ("漢字", 0.4, ""),
        ("Über Größe", 0.9, "Über Größe"),
        ("Name：", 0.9, "Name:"),
        ("Prinț Window", 0.9, "Print Window"),
    ],
)
def test_words_stay_and_pictures_go(read: str, confidence: float, words: str) -> None:
    assert clean(read, confidence) == words


def line(text: str, left: int, top: int, right: int, bottom: int) -> Line:
    return Line(box=Box(left, top, right, bottom), text=text)


def test_words_in_a_tight_frame_take_its_box() -> None:
    button = Proposal(box=Box(40, 40, 120, 68), frame=1.0)
    (only,) = assemble([line("Save", 66, 48, 96, 60)], [button])
    assert (only.kind, only.box, only.text) == (Kind.BOXED, button.box, "Save")


def test_two_lines_in_a_frame_keep_their_own_boxes() -> None:
    group = Proposal(box=Box(40, 40, 120, 80), frame=1.0)
    found = assemble([line("A", 50, 44, 60, 54), line("B", 50, 60, 60, 70)], [group])
    assert [c.kind for c in found] == [Kind.LINE, Kind.LINE, Kind.BARE]
    assert found[2].lines == 2


def test_words_and_the_field_below_them_are_no_frame_of_the_words() -> None:
    words, whole, field = Box(11, 4, 90, 18), Box(8, 0, 260, 42), Box(10, 20, 258, 40)
    shapes = [Proposal(whole, 1.0), Proposal(field, 1.0)]
    found = assemble([Line(words, "Passport no.")], shapes)
    assert [one.box for one in found if one.text] == [words]
    (boxed,) = (one.box for one in assemble([Line(words, "Passport no.")], shapes[:1]) if one.text)
    assert boxed == whole


def test_a_mark_joins_the_words_right_of_it() -> None:
    tick = Proposal(box=Box(40, 40, 54, 54), frame=1.0)
    both, alone = assemble([line("Wrap", 60, 42, 90, 53)], [tick])
    assert (both.kind, both.box, both.mark) == (Kind.MARKED, Box(40, 40, 90, 54), tick.box)
    assert (alone.kind, alone.box) == (Kind.BARE, tick.box)


def test_an_icon_is_no_mark_of_the_icon_beside_it_that_was_read_as_a_sign() -> None:
    refresh = Proposal(box=Box(40, 40, 59, 59), frame=0.58)
    found = assemble([line("Q", 66, 40, 86, 60)], [refresh])
    assert [c.kind for c in found] == [Kind.LINE, Kind.BARE]
    tick = Proposal(box=Box(40, 40, 54, 54), frame=1.0)
    assert assemble([line("No", 60, 42, 76, 53)], [tick])[0].kind is Kind.MARKED


def test_words_far_from_their_mark_also_stand_alone() -> None:
    tick = Proposal(box=Box(40, 40, 54, 54), frame=1.0)
    found = assemble([line("Apple", 72, 42, 100, 53)], [tick])
    assert [c.kind for c in found] == [Kind.MARKED, Kind.LINE, Kind.BARE]
    assert found[0].apart


def test_letters_of_a_line_are_no_candidates() -> None:
    letter = Proposal(box=Box(60, 42, 70, 53), frame=0.9)
    (only,) = assemble([line("Wrap", 60, 42, 90, 53)], [letter])
    assert only.kind is Kind.LINE


def test_views_have_the_promised_shapes_at_every_edge() -> None:
    pixels = blank()
    shapes = [
        Proposal(box=box, frame=1.0) for box in (Box(0, 0, 320, 200), Box(310, 190, 320, 200))
    ]
    candidates = assemble([line("Far", 0, 0, 30, 12)], shapes)
    views = views_of(pixels, candidates)
    assert views.core.shape == (len(candidates), 32, 32, 3)
    assert views.wide.shape == (len(candidates), 32, 96, 3)
    assert views.context.shape == (len(candidates), 40, 80, 2)
    assert views.features.shape == (len(candidates), FEATURES)
    assert np.isfinite(views.features).all()


def test_what_stands_left_of_a_short_cut_is_an_entry_of_a_menu() -> None:
    rows = [line("Save", 20, 40, 50, 52), line("Ctrl+S", 120, 40, 160, 52)]
    rows += [line("Reload", 20, 60, 60, 72), line("Somewhere else", 220, 150, 300, 162)]
    candidates = assemble(rows, [])
    undecided = np.full((len(candidates), len(Role)), 1 / len(Role), np.float32)
    heard = agreed(undecided, candidates)
    said = [list(Role)[int(row.argmax())] for row in heard]
    assert said[:3] == [Role.MENU_ITEM, Role.TEXT, Role.MENU_ITEM]
    assert heard[3] == pytest.approx(undecided[3])


def test_a_sheet_with_words_only_is_a_field() -> None:
    pixels = blank(600, 400)
    sheet = Box(20, 60, 580, 380)
    frame(pixels, sheet)
    words = line("Dear Ms Carter,", 26, 66, 120, 78)
    candidates = assemble([words], [Proposal(box=sheet, frame=1.0)])
    seen = [
        Element(box=c.box, role=Role.OTHER if c.kind is Kind.BARE else Role.TEXT, text=c.text)
        for c in candidates
    ]
    assert [e.role for e in with_editors(pixels, candidates, seen)] == [Role.TEXT, Role.FIELD]
    button = [msgspec.structs.replace(seen[0], role=Role.BUTTON), seen[1]]
    assert with_editors(pixels, candidates, button)[1].role is Role.OTHER


def test_of_a_page_and_a_sheet_at_its_edge_the_sheet_is_the_field() -> None:
    pixels = blank(600, 400)
    pixels[:16] = 40
    page, sheet = Box(4, 20, 596, 396), Box(0, 100, 300, 300)
    pixels[page.top : page.bottom] = 90
    pixels[sheet.top : sheet.bottom, : sheet.right] = 255
    words = line("to: Berty", 8, 110, 80, 122)
    candidates = assemble([words], [Proposal(box=box, frame=1.0) for box in (page, sheet)])
    seen = [
        Element(box=c.box, role=Role.OTHER if c.kind is Kind.BARE else Role.TEXT, text=c.text)
        for c in candidates
    ]
    fields = [e.box for e in with_editors(pixels, candidates, seen) if e.role is Role.FIELD]
    assert fields == [sheet]


def test_a_sheet_of_shapes_is_no_empty_field() -> None:
    pixels = blank(600, 400)
    pixels[:60] = 90
    sheet = Box(20, 60, 580, 380)
    frame(pixels, sheet)
    candidates = assemble([], [Proposal(box=sheet, frame=1.0)])
    seen = [Element(box=sheet, role=Role.OTHER)]
    pixels[sheet.top : sheet.bottom, sheet.left : sheet.right] = 255
    assert with_editors(pixels, candidates, seen)[0].role is Role.FIELD
    pixels[120:320, 60:260] = (128, 128, 0)
    assert with_editors(pixels, candidates, seen)[0].role is Role.OTHER


def element(role: Role, text: str, *box: int) -> Element:
    return Element(box=Box(*box), role=role, text=text)


@given(st.lists(st.builds(Element, box=boxes, role=st.sampled_from(Role)), max_size=40))
def test_reading_order_keeps_every_element(elements: list[Element]) -> None:
    ordered = in_reading_order(elements)
    assert len(ordered) == len(elements)
    assert all(one in elements for one in ordered)


def test_reading_order_goes_by_rows_and_drops_words_first() -> None:
    grid = [
        element(
            Role.BUTTON,
            f"{row}{column}",
            50 * column,
            30 * row + column,
            50 * column + 40,
            30 * row + 20,
        )
        for row in (2, 0, 1)
        for column in (1, 2, 0)
    ]
    assert [e.text for e in in_reading_order(grid)] == [
        f"{r}{c}" for r in range(3) for c in range(3)
    ]
    words = [element(Role.TEXT, "w", 5, i, 20, i + 10) for i in range(MOST)]
    kept = in_reading_order([*words, *grid])
    assert len(kept) == MOST
    assert sum(e.role is Role.BUTTON for e in kept) == 9
