"""Arrows of drop-down lists, as they are drawn on pages."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from uitars_runtime.eyes.choices.arrows import has_arrow
from uitars_runtime.eyes.shapes import Part
from uitars_runtime.geometry import Box, Point

FRAME = Box(10, 10, 110, 38)
DOWN = [(88, 20), (98, 20), (93, 27)]


def drawn(points: list[tuple[int, int]], *, filled: bool = True) -> Part:
    """A frame with a drawing in it."""
    pixels = np.full((50, 130, 3), 255, np.uint8)
    cv2.rectangle(pixels, (10, 10), (109, 37), (120, 120, 120))
    shape = np.array([points], np.int32)
    if filled:
        cv2.fillPoly(pixels, [shape], (0, 0, 0))
    else:
        cv2.polylines(pixels, [shape], False, (0, 0, 0), 2)
    return Part(pixels, Point(0, 0))


@pytest.mark.parametrize("filled", [True, False])
def test_what_points_down_at_the_right_end_is_an_arrow(filled: bool) -> None:
    points = DOWN if filled else [DOWN[0], DOWN[2], DOWN[1]]
    assert has_arrow(drawn(points, filled=filled), FRAME)


@pytest.mark.parametrize(
    "points",
    [
        [(88, 27), (98, 27), (93, 20)],
        [(90, 18), (90, 30), (97, 24)],
        [(88, 18), (98, 18), (98, 28), (88, 28)],
        [(48, 20), (58, 20), (53, 27)],
    ],
    ids=["up", "right", "square", "in the middle"],
)
def test_other_shapes_are_none(points: list[tuple[int, int]]) -> None:
    assert not has_arrow(drawn(points), FRAME)
