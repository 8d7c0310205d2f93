"""Where lines of text begin and end, on drawn pictures, and what a reader of them sees."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.candidates import assemble
from uitars_runtime.eyes.roles.boxes import with_editors
from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.shapes import Proposal, panes, propose
from uitars_runtime.eyes.text import lines
from uitars_runtime.eyes.text.lines import Line, with_remembered
from uitars_runtime.eyes.text.links import split_at_links
from uitars_runtime.eyes.text.recognition import (
    HEIGHT,
    Recognizer,
    line_view,
    of_like_width,
    spelled,
)
from uitars_runtime.eyes.text.signs import read_keys
from uitars_runtime.eyes.text.splitting import (
    split_at_gaps,
    split_at_rows,
    split_at_shapes,
    without_neighbours,
)
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


def test_links_beside_each_other_are_cut_apart_and_underlined_words_are_not() -> None:
    pixels = paper()
    for left in (20, 65, 120, 165):
        word(pixels, left, 20)
    line = Box(16, 16, 212, 38)
    fill(pixels, Box(20, 34, 106, 35))
    fill(pixels, Box(120, 34, 206, 35))
    parts = split_at_links(Scene(pixels), line)
    assert [(part.left, part.right) for part in parts] == [(18, 108), (118, 208)]
    fill(pixels, Box(20, 34, 206, 35))
    assert split_at_links(Scene(pixels), line) == [line]


def test_short_links_are_cut_apart_where_their_underlines_hang_free() -> None:
    pixels = paper()
    for left in (20, 45, 70):
        fill(pixels, Box(left, 20, left + 4, 38))
        fill(pixels, Box(left + 8, 20, left + 12, 38))
        fill(pixels, Box(left, 41, left + 13, 43))
    assert len(split_at_links(Scene(pixels), Box(14, 14, 90, 48))) == 3
    fill(pixels, Box(0, 38, 200, 41), 240)
    for left in (20, 45, 70):  # Feet of letters, which touch what stands on them.
        fill(pixels, Box(left, 38, left + 4, 41))
        fill(pixels, Box(left + 8, 38, left + 12, 41))
    assert len(split_at_links(Scene(pixels), Box(14, 14, 90, 48))) == 1


PROPORTIONAL = (12, 10, 14, 11, 9, 13, 10)


def coloured(pixels: Pixels, box: Box, colour: tuple[int, int, int]) -> None:
    """Gives what is black in the box another colour."""
    part = pixels[box.top : box.bottom, box.left : box.right]
    part[(part == 0).all(axis=2)] = colour


def test_words_of_a_colour_in_a_line_are_a_line_of_their_own() -> None:
    pixels = paper()
    for left in (20, 120, 220):
        letters(pixels, left, 20, PROPORTIONAL)
    line = Box(14, 16, 320, 36)
    assert split_at_links(Scene(pixels), line) == [line]
    coloured(pixels, Box(112, 0, 210, 50), (0, 0, 238))
    parts = split_at_links(Scene(pixels), line)
    assert [part.contains(Box(160, 20, 162, 30).center) for part in parts] == [False, True, False]
    assert (parts[0].left, parts[-1].right) == (line.left, line.right)
    coloured(pixels, line, (120, 120, 120))
    assert len(split_at_links(Scene(pixels), line)) == 3


def test_a_black_stop_after_a_link_leaves_it_a_link() -> None:
    pixels = paper()
    for left in (20, 120):
        letters(pixels, left, 20, PROPORTIONAL)
    coloured(pixels, Box(112, 0, 250, 50), (0, 0, 238))
    fill(pixels, Box(195, 30, 197, 32))
    assert len(split_at_links(Scene(pixels), Box(14, 16, 210, 36))) == 2


def test_a_star_of_a_colour_and_a_block_of_selected_words_cut_no_line() -> None:
    pixels, line = paper(), Box(14, 16, 250, 36)
    letters(pixels, 20, 20, PROPORTIONAL)
    fill(pixels, Box(110, 20, 116, 28))
    coloured(pixels, Box(105, 0, 120, 50), (220, 0, 0))
    assert split_at_links(Scene(pixels), line) == [line]
    pixels[18:34, 130:240] = (30, 90, 220)
    letters(pixels, 140, 20, PROPORTIONAL)
    assert split_at_links(Scene(pixels), line) == [line]


def test_words_of_a_program_keep_their_colours_in_one_line() -> None:
    pixels = paper()
    first, second = word(pixels, 20, 20), word(pixels, 74, 20)
    coloured(pixels, second, (0, 0, 238))
    line = Box(first.left, first.top, second.right, second.bottom)
    assert split_at_links(Scene(pixels), line) == [line]


def test_entries_of_a_bar_are_cut_where_gaps_are_even_and_wider_than_spaces() -> None:
    pixels = paper()
    for left in (20, 110, 200):
        letters(pixels, left, 20, PROPORTIONAL)
    # Between the words 16 columns are blank, within them 9 at most; then 6.
    assert len(split_at_gaps(Scene(pixels), Box(14, 11, 290, 43))) == 1
    fill(pixels, Box(20, 16, 290, 40), 240)
    for left in (20, 110, 200):
        letters(pixels, left, 20, (11, 7, 10, 7, 11, 7, 9, 7, 9))
    assert len(split_at_gaps(Scene(pixels), Box(14, 11, 290, 43))) == 3


def test_a_line_is_freed_of_what_reaches_in_from_above_and_below() -> None:
    pixels = paper()
    letters(pixels, 20, 30, PROPORTIONAL)
    fill(pixels, Box(40, 18, 44, 27))
    fill(pixels, Box(60, 45, 64, 60))
    assert without_neighbours(Scene(pixels), Box(14, 25, 90, 47)) == Box(14, 27, 90, 45)
    # So far reach tall letters of the next line into a box around `eggs`.
    assert without_neighbours(Scene(pixels), Box(14, 25, 90, 50)) == Box(14, 27, 90, 45)
    # A dot of the line itself touches no edge of its box.
    assert without_neighbours(Scene(pixels), Box(14, 16, 90, 44)) == Box(14, 16, 90, 44)


def test_two_lines_in_one_box_are_two() -> None:
    pixels = paper()
    letters(pixels, 20, 30, PROPORTIONAL)
    assert split_at_rows(Scene(pixels), Box(14, 25, 200, 60)) == [Box(14, 25, 200, 60)]
    letters(pixels, 20, 48, PROPORTIONAL)
    above, below = split_at_rows(Scene(pixels), Box(14, 25, 200, 70))
    assert above.bottom <= 48 < below.bottom
    assert below.top < 48
    # Of a third the box holds a part only.
    letters(pixels, 20, 66, PROPORTIONAL)
    assert len(split_at_rows(Scene(pixels), Box(14, 25, 200, 74))) == 2


def test_square_letters_of_a_fixed_width_font_are_no_tick_boxes() -> None:
    pixels = paper()
    letters(pixels, 20, 20, (18,) * 12)
    letter = Proposal(Box(53, 19, 64, 33), frame=0.75)
    line = Box(14, 14, 240, 38)
    assert split_at_shapes(Scene(pixels), line, [letter]) == [line]
    assert len(split_at_shapes(Scene(pixels), line, [Proposal(letter.box, frame=1.0)])) > 1


def test_a_stem_beside_letters_is_no_side_of_a_faint_frame() -> None:
    pixels, line = paper(), Box(14, 14, 120, 40)
    letters(pixels, 20, 20, (8, 7, 8, 7, 8, 7, 8, 7))
    faint = Proposal(Box(50, 14, 400, 40), frame=0.72)
    assert split_at_shapes(Scene(pixels), line, [faint]) == [line]
    assert len(split_at_shapes(Scene(pixels), line, [Proposal(faint.box, frame=0.9)])) == 2


def test_a_large_word_is_a_key_of_its_frame() -> None:
    frame = Proposal(Box(300, 50, 580, 330), frame=0.95)
    large = Line(Box(380, 176, 500, 206), "Press")
    assert assemble([large], [frame])[0].box == frame.box
    small = Line(Box(420, 184, 460, 196), "Press")
    assert assemble([small], [frame])[0].box == small.box


def test_columns_of_a_fixed_width_font_are_one_line_and_a_menu_bar_is_not() -> None:
    pixels = paper()
    letters(pixels, 20, 20, (9, 9, 9, 9, 18, 9, 9, 9, 9, 18, 9, 9))
    fixed = Box(16, 16, 170, 36)
    assert len(split_at_gaps(Scene(pixels), fixed)) == 1
    letters(pixels, 20, 60, (8, 7, 9, 22, 7, 8, 9, 21, 7, 8, 6))
    assert len(split_at_gaps(Scene(pixels), Box(16, 56, 160, 76))) == 3


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


def test_what_fills_a_window_has_the_focus_unless_another_field_has_it() -> None:
    pixels = paper(value=200)
    fill(pixels, Box(100, 100, 500, 300), 255)
    sheet = Proposal(Box(100, 100, 500, 300), frame=1.0)
    other = Proposal(Box(100, 340, 300, 364), frame=1.0)
    candidates = assemble([], [sheet, other])
    elements = [
        Element(box=one.box, role=Role.OTHER if one.box == sheet.box else Role.FIELD)
        for one in candidates
    ]
    assert {element.focused for element in with_editors(pixels, candidates, elements)} == {
        True,
        False,
    }
    elements = [
        msgspec.structs.replace(element, focused=element.role is Role.FIELD) for element in elements
    ]
    assert with_editors(pixels, candidates, elements)[0].focused is elements[0].focused


def test_a_banner_is_no_editor() -> None:
    pixels = paper(value=200)
    fill(pixels, Box(40, 60, 600, 380), 255)
    sheet = Proposal(Box(40, 60, 600, 380), 1.0)
    words = [
        Element(box=Box(66, 110, 150, 122), role=Role.TEXT, text="first"),
        Element(box=Box(66, 150, 150, 162), role=Role.TEXT, text="second"),
    ]
    given = {word.box: word for word in words}

    def roles(shapes: list[Proposal]) -> set[Role]:
        candidates = assemble([Line(word.box, word.text) for word in words], shapes)
        elements = [given.get(one.box, Element(box=one.box, role=Role.OTHER)) for one in candidates]
        return {element.role for element in with_editors(pixels, candidates, elements)}

    assert Role.FIELD in roles([sheet])
    pixels[60:380, 40:600, 2] = 0
    assert Role.FIELD not in roles([sheet])  # A yellow banner.


def test_a_sheet_is_found_without_a_frame_around_it_and_the_screen_is_none() -> None:
    pixels = paper(value=230)
    fill(pixels, Box(0, 80, 400, 400), 255)
    word(pixels, 20, 100)
    assert Box(0, 80, 400, 400) in panes(pixels)
    assert panes(paper()) == []


@settings(max_examples=40)
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


def test_the_side_of_a_window_behind_cuts_no_words() -> None:
    pixels, line = paper(), Box(14, 14, 120, 40)
    letters(pixels, 20, 20, (8, 7, 8, 7, 8, 7, 8, 7))
    behind = Proposal(Box(60, 0, 400, 90), frame=1.0)
    assert split_at_shapes(Scene(pixels), line, [behind]) == [line]
    pixels[:, 60] = (200, 120, 90)
    assert len(split_at_shapes(Scene(pixels), line, [behind])) == 2


def test_a_short_word_with_an_outline_like_a_box_is_no_tick_box() -> None:
    pixels, line = paper(), Box(14, 14, 160, 38)
    short = Box(64, 20, 77, 32)
    for inked in (Box(20, 20, 60, 32), short, Box(81, 20, 140, 32)):
        fill(pixels, inked)
    assert split_at_shapes(Scene(pixels), line, [Proposal(short, frame=0.8)]) == [line]
    assert len(split_at_shapes(Scene(pixels), line, [Proposal(short, frame=1.0)])) > 1


def test_known_lines_stay_where_nothing_changed_unless_more_is_read() -> None:
    before, after = paper(), paper()
    after[100:120, 100:140] = 0
    same, gone = Line(Box(10, 10, 90, 30), "known"), Line(Box(90, 96, 150, 124), "changed")
    again = [Line(Box(12, 12, 40, 28), "kn"), Line(Box(92, 98, 148, 122), "read again")]
    assert with_remembered(again, [same, gone], before, after) == [same, again[1]]
    more = Line(Box(10, 10, 190, 30), "known and more")
    assert with_remembered([more], [same], before, after) == [more]
    after[10:30, same.box.right + 2 : same.box.right + 8] = 90
    shorter = Line(Box(10, 10, 60, 30), "what was cut off beside it")
    assert with_remembered([shorter], [same], before, after) == [shorter]


def test_lines_whose_letters_reach_into_each_other_both_stay() -> None:
    """The tail of a letter reaches down to the tops of those below."""
    before, after = paper(), paper()
    after[40:44, 100:104] = 0
    above, below = Line(Box(10, 10, 60, 24), "jam"), Line(Box(10, 20, 70, 34), "candles")
    again = Line(Box(10, 10, 60, 24), "jam")
    assert with_remembered([again], [above, below], before, after) == [above, below]
    after[10:20, 10:60] = 0
    new = Line(Box(10, 10, 66, 24), "jug")
    assert with_remembered([new], [above, below], before, after) == [below, new]


@pytest.mark.parametrize("left", [100, 0])
@pytest.mark.parametrize("top", [100, 0])
def test_a_sign_is_read_on_a_key_at_the_edge_of_the_screen_too(left: int, top: int) -> None:
    pixels = paper()
    cv2.rectangle(pixels, (left, top), (left + 30, top + 26), (90, 90, 90), 1)
    fill(pixels, Box(left + 1, top + 1, left + 30, top + 26), 255)
    font = cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(pixels, "7", (left + 10, top + 18), font, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    (found,) = read_keys(Recognizer(), Scene(pixels), [])
    assert found.text == "7"


def test_what_is_found_in_the_padding_of_the_picture_is_no_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class FindsPadding:
        """Likely text where there is no picture any more."""

        def __init__(self, _name: str) -> None: ...

        def run(self, image: NDArray[np.float32]) -> list[NDArray[np.float32]]:
            scores = np.zeros((1, 1, *image.shape[2:]), np.float32)
            scores[..., -12:, -12:] = 1
            return [scores]

    monkeypatch.setattr(lines, "Network", FindsPadding)
    scene = Scene(paper(66, 34))
    assert not lines.LineReader(Recognizer()).locate(scene, [Box(0, 0, 66, 34)])
