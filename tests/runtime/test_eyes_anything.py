"""The eyes find no words to fail with: whatever is drawn, they come back with what lies on it."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.eyes.text.circles import circle_at, is_round_letter
from uitars_runtime.frame import Frame
from uitars_runtime.geometry import Box, holds

WIDE, HIGH = 320, 200
SIDES = st.integers(1, 60)
COLOURS = st.sampled_from([(0, 0, 0), (255, 255, 255), (90, 90, 90), (30, 110, 230), (200, 30, 30)])
PLACES = st.tuples(st.integers(-5, WIDE), st.integers(-5, HIGH))
DRAWN = st.lists(
    st.tuples(
        st.sampled_from(["box", "circle", "line", "text", "pill"]),
        PLACES,
        SIDES,
        SIDES,
        COLOURS,
        st.sampled_from([-1, 1, 2]),
        st.sampled_from(["1", "O", "No 0", "2026", "Save", "o ( |", "I"]),
    ),
    max_size=14,
)


@settings(max_examples=25)
@given(st.sampled_from([(255, 255, 255), (32, 34, 40)]), DRAWN)
def test_whatever_is_drawn_is_looked_at(
    eyes: Eyes, ground: tuple[int, int, int], drawn: list[tuple[Any, ...]]
) -> None:
    pixels = np.full((HIGH, WIDE, 3), ground, np.uint8)
    for kind, (left, top), wide, high, colour, border, words in drawn:
        right, bottom = left + wide, top + high
        match kind:
            case "box":
                cv2.rectangle(pixels, (left, top), (right, bottom), colour, border)
            case "circle":
                cv2.circle(pixels, (left, top), high // 3 + 1, colour, border)
            case "line":
                cv2.line(pixels, (left, top), (left + 4 * wide, top), colour, abs(border))
            case "pill":
                for middle in (left, left + 2 * high):
                    cv2.circle(pixels, (middle, top), high // 2, colour, -1)
                end = left + 2 * high, top + high // 2
                cv2.rectangle(pixels, (left, top - high // 2), end, colour, -1)
            case _:
                font, size = cv2.FONT_HERSHEY_SIMPLEX, high / 40 + 0.3
                cv2.putText(pixels, words, (left, bottom), font, size, colour, 1, cv2.LINE_AA)
    screen = Box(0, 0, WIDE, HIGH)
    for element in eyes.look(Frame(pixels), afresh=True):
        assert holds(screen, element.box)


INK = st.tuples(st.integers(1, 40), st.integers(1, 14), st.binary(min_size=70, max_size=70))


@given(INK, st.integers(-3, 14), st.integers(0, 8))
def test_whatever_ink_a_line_has_may_be_a_circle_or_none(
    ink: tuple[int, int, bytes], left: int, wide: int
) -> None:
    high, across, data = ink
    bits = np.unpackbits(np.frombuffer(data, np.uint8))[: high * across]
    mask = bits.reshape(high, across).astype(np.bool_)
    assert isinstance(is_round_letter(mask, left, left + wide), bool)
    found = circle_at(mask, left, left + wide)
    assert found is None or 0 <= found[0] < found[1] <= across


def test_a_narrow_frame_is_no_letter() -> None:
    mask = np.ones((24, 3), np.bool_)
    mask[2:-2, 1] = False
    assert not is_round_letter(mask, 0, 3)
