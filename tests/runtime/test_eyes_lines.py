"""Where lines of text begin and end, on drawn pictures, and what a reader of them sees."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from uitars_runtime.eyes.candidates import assemble
from uitars_runtime.eyes.editors import with_editors
from uitars_runtime.eyes.element import Element, Role
from uitars_runtime.eyes.joining import join_words, split_at_links
from uitars_runtime.eyes.line_view import HEIGHT, line_view
from uitars_runtime.eyes.lines import split_at_gaps
from uitars_runtime.eyes.proposals import Proposal, propose
from uitars_runtime.eyes.reading import of_like_width, spelled
from uitars_runtime.eyes.sheets import sheets
from uitars_runtime.types import Box

Pixels = NDArray[np.uint8]


def paper(width: int = 640, height: int = 400, value: int = 240) -> Pixels:
    return np.full((height, width, 3), value, np.uint8)


def fill(pixels: Pixels, box: Box, value: int = 0) -> None:
    pixels[box.top : box.bottom, box.left : box.right] = value


def letters(pixels: Pixels, left: int, top: int, steps: tuple[int, ...]) -> None:
    """Strokes as letters, each so many columns from the next."""
    for step in steps:
        fill(pixels, Box(left, top, left + 5, top + 12))
        left += step


WORD = (9, 9, 9, 9, 9)
"""Letters of a fixed-width font."""


def word(pixels: Pixels, left: int, top: int) -> Box:
    """A word of five letters; the box that a detector would give."""
    letters(pixels, left, top, WORD)
    return Box(left - 4, top - 4, left + sum(WORD[:-1]) + 9, top + 16)


def test_words_of_a_line_that_were_taken_apart_are_one_again() -> None:
    pixels = paper()
    first, second = word(pixels, 20, 20), word(pixels, 74, 20)
    assert join_words(pixels, [second, first], []) == [Box(16, 16, second.right, 36)]


def test_words_of_a_proportional_font_are_left_to_the_detector() -> None:
    pixels = paper()
    letters(pixels, 20, 20, (8, 6, 10, 7, 5, 9, 6))
    letters(pixels, 80, 20, (6, 10, 7, 9, 5, 8, 7))
    boxes = [Box(16, 16, 73, 36), Box(76, 16, 140, 36)]
    assert set(join_words(pixels, boxes, [])) == set(boxes)


def test_words_of_two_rows_and_columns_stay_apart() -> None:
    pixels = paper()
    boxes = [word(pixels, 20, 20), word(pixels, 20, 50), word(pixels, 140, 20)]
    assert set(join_words(pixels, boxes, [])) == set(boxes)


def test_a_ruled_line_or_a_frame_between_words_keeps_them_apart() -> None:
    pixels = paper()
    boxes = [word(pixels, 20, 20), word(pixels, 74, 20)]
    field = Proposal(box=Box(62, 10, 200, 42), frame=1.0)
    assert set(join_words(pixels, boxes, [field])) == set(boxes)
    fill(pixels, Box(63, 10, 64, 42), 120)
    assert set(join_words(pixels, boxes, [])) == set(boxes)


def test_an_icon_beside_a_word_is_not_a_word() -> None:
    pixels = paper()
    boxes = [word(pixels, 20, 20), word(pixels, 74, 20)]
    icon = Proposal(box=Box(24, 16, 42, 34), frame=0.0)
    assert set(join_words(pixels, boxes, [icon])) == set(boxes)


def test_links_beside_each_other_are_cut_apart_and_underlined_words_are_not() -> None:
    pixels = paper()
    for left in (20, 65, 120, 165):
        word(pixels, left, 20)
    line = Box(16, 16, 212, 38)
    fill(pixels, Box(20, 34, 106, 35))
    fill(pixels, Box(120, 34, 206, 35))
    parts = split_at_links(pixels, line)
    assert [(part.left, part.right) for part in parts] == [(18, 108), (118, 208)]
    fill(pixels, Box(20, 34, 206, 35))
    assert split_at_links(pixels, line) == [line]


def test_columns_of_a_fixed_width_font_are_one_line_and_a_menu_bar_is_not() -> None:
    pixels = paper()
    letters(pixels, 20, 20, (9, 9, 9, 9, 18, 9, 9, 9, 9, 18, 9, 9))
    fixed = Box(16, 16, 170, 36)
    assert len(split_at_gaps(pixels, fixed)) == 1
    letters(pixels, 20, 60, (8, 7, 9, 22, 7, 8, 9, 21, 7, 8, 6))
    assert len(split_at_gaps(pixels, Box(16, 56, 160, 76))) == 3


def test_an_empty_sheet_that_fills_a_window_is_a_field_and_a_grey_one_is_not() -> None:
    for value, role in ((255, Role.FIELD), (200, Role.OTHER)):
        pixels = paper(value=230)
        fill(pixels, Box(0, 60, 640, 400), value)
        shapes = propose(pixels)
        candidates = assemble([], shapes)
        seen = [Element(box=candidate.box, role=Role.OTHER) for candidate in candidates]
        roles = {element.role for element in with_editors(pixels, candidates, seen)}
        assert role in roles
        assert (Role.FIELD in roles) is (role is Role.FIELD)


def test_a_sheet_is_found_without_a_frame_around_it_and_the_screen_is_none() -> None:
    pixels = paper(value=230)
    fill(pixels, Box(0, 80, 400, 400), 255)
    word(pixels, 20, 100)
    assert Box(0, 80, 400, 400) in sheets(pixels)
    assert sheets(paper()) == []


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 40), st.integers(1, 120), st.booleans(), st.integers(0, 9))
def test_a_view_is_of_one_height_and_the_same_for_light_and_dark(
    height: int, width: int, dark: bool, room: int
) -> None:
    pixels = paper(width + 2 * room + 60, height + 2 * room + 40, 255)
    fill(pixels, Box(room + 30, room + 20, room + 30 + width, room + 20 + height))
    view = line_view(np.asarray(255 - pixels if dark else pixels, np.uint8))
    assert view.shape[0] == HEIGHT
    assert view.dtype == np.uint8
    assert view.any()
    assert not view[:2].any()
    assert not view[:, 0].any()
    assert np.array_equal(view, line_view(np.asarray(pixels, np.uint8)))


def test_a_blank_crop_has_a_view_without_ink() -> None:
    assert not line_view(paper(30, 12)).any()


def test_repeats_and_blanks_are_left_out_of_a_reading() -> None:
    shares = np.array([0.9, 0.9, 0.5, 0.8, 0.7, 0.9], np.float32)
    reading = spelled(np.array([1, 1, 0, 1, 2, 0]), shares, ["", "a", "b"])
    assert reading.text == "aab"
    assert reading.confidence == np.float32((0.9 + 0.8 + 0.7) / 3)
    assert reading.weakest == np.float32(0.7)
    nothing = spelled(np.zeros(2, np.int64), np.array([0.6, 0.9], np.float32), ["", "a"])
    assert (nothing.text, nothing.confidence) == ("", 0.0)
    assert nothing.weakest == np.float32(0.6)


@given(st.lists(st.integers(8, 2000), max_size=40), st.integers(1, 9), st.integers(0, 50))
def test_groups_of_like_width_hold_every_line_once(widths: list[int], most: int, room: int) -> None:
    groups = list(of_like_width(widths, most, room))
    assert sorted(index for group in groups for index in group) == list(range(len(widths)))
    for group in groups:
        sizes = [widths[index] for index in group]
        assert 0 < len(group) <= most
        assert max(sizes) <= max(1.25 * min(sizes), min(sizes) + room)
