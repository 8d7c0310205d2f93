"""Icons that were read as signs, and letters that look like frames."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from uitars_runtime.eyes.screen import Screen
from uitars_runtime.eyes.shapes.proposals import Proposal, is_mark, propose
from uitars_runtime.eyes.text.parting import parted
from uitars_runtime.eyes.text.splitting import clip_to_frame, split_at_shapes
from uitars_runtime.types import Box

Pixels = NDArray[np.uint8]


def inked(*spans: tuple[int, int]) -> tuple[Pixels, Box]:
    """Outlines in ink from one column to another, and the box around them all."""
    pixels = np.full((40, 300, 3), 250, np.uint8)
    for first, last in spans:
        cv2.rectangle(pixels, (first, 10), (last - 1, 29), (30, 30, 30), 1)
    return pixels, Box(spans[0][0], 10, spans[-1][1], 30)


def test_two_icons_read_as_signs_are_two() -> None:
    pixels, box = inked((20, 40), (60, 80))
    found = parted(Screen(pixels), box, "Q 9")
    assert found == [(Box(20, 10, 40, 30), "Q"), (Box(60, 10, 80, 30), "9")]


def test_three_icons_read_as_two_signs_are_no_words() -> None:
    pixels, box = inked((20, 40), (60, 80), (100, 120))
    assert parted(Screen(pixels), box, "Q 9") == []


def test_the_cross_of_a_tab_is_not_in_its_words() -> None:
    pixels, box = inked((20, 28), (30, 40), (42, 50), (54, 70), (90, 104))
    words, cross = parted(Screen(pixels), box, "notes.txt X")
    assert words == (Box(20, 10, 70, 30), "notes.txt")
    assert cross == (Box(90, 10, 104, 30), "X")


@pytest.mark.parametrize("text", ["Plan X", "Save", "A b"])
def test_words_that_stand_together_stay(text: str) -> None:
    pixels, box = inked((20, 40), (45, 60))
    assert parted(Screen(pixels), box, text) == [(box, text)]


@pytest.mark.parametrize("size", [0.5, 1.0, 1.5])
def test_round_letters_are_cut_off_at_no_size(size: float) -> None:
    pixels = np.full((120, 500, 3), 250, np.uint8)
    place = (20, 70)
    cv2.putText(pixels, "Done Close", place, cv2.FONT_HERSHEY_DUPLEX, size, (20, 20, 20), 1)
    (width, height), _ = cv2.getTextSize("Done Close", cv2.FONT_HERSHEY_DUPLEX, size, 1)
    room = height // 3
    box = Box(20 - room, 70 - height - room, 20 + width + room, 70 + 2 * room)
    assert split_at_shapes(Screen(pixels), box, propose(pixels)) == [box]


def test_words_that_touch_the_border_of_their_frame_are_one_line() -> None:
    frame = Proposal(box=Box(82, 20, 182, 41), frame=0.9)
    letters = [
        Proposal(box=Box(84, 22, 121, 39), frame=0.76),
        Proposal(box=Box(129, 22, 180, 39), frame=0.76),
    ]
    pixels = np.full((60, 260, 3), 250, np.uint8)
    box = Box(80, 18, 184, 43)
    assert [
        p.width for p in split_at_shapes(Screen(pixels), box, [frame, *letters]) if p.width > 8
    ] == [94]


def test_a_border_is_left_out_of_the_line_in_it() -> None:
    frame = Proposal(box=Box(82, 20, 182, 41), frame=0.9)
    assert clip_to_frame(Box(84, 20, 180, 41), [frame]) == Box(84, 22, 180, 39)


@pytest.mark.parametrize("side", [13, 26, 39])
def test_a_circle_is_drawn_whole_at_every_scale(side: int) -> None:
    pixels = np.full((100, 100, 3), 250, np.uint8)
    cv2.circle(pixels, (50, 50), side // 2, (90, 90, 90), 1, cv2.LINE_AA)
    (largest, *_) = sorted(propose(pixels), key=lambda shape: -shape.box.width)
    assert is_mark(largest.box)
    assert largest.framed


def button(sign: str, size: int) -> Pixels:
    """A picture (or, where there is one, a sign) and the word Cancel, as on a button."""
    pixels = np.full((60, 220, 3), 240, np.uint8)
    if sign:
        cv2.putText(pixels, sign, (20, 40), cv2.FONT_HERSHEY_DUPLEX, 0.7, (20, 20, 20), 1)
    else:
        cv2.line(pixels, (20, 40), (20 + size, 40 - size), (160, 40, 40), 3)
        cv2.line(pixels, (20, 40 - size), (20 + size, 40), (160, 40, 40), 3)
    cv2.putText(pixels, "Cancel", (46, 40), cv2.FONT_HERSHEY_DUPLEX, 0.7, (20, 20, 20), 1)
    return pixels


def test_the_picture_of_a_button_is_no_letter_of_its_words() -> None:
    for read in ("X Cancel", "XCancel"):
        pixels = button("", 16)
        (part,) = parted(
            Screen(pixels), Screen(pixels).tight(Box(10, 10, 210, 50)) or Box(0, 0, 1, 1), read
        )
        assert (part[1], part[0].left > 40) == ("Cancel", True)


def test_a_letter_before_words_stays() -> None:
    pixels = button("X", 0)
    box = Screen(pixels).tight(Box(10, 10, 210, 50)) or Box(0, 0, 1, 1)
    assert parted(Screen(pixels), box, "X Cancel") == [(box, "X Cancel")]
