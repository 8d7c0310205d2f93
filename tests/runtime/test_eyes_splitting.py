"""Lines cut at frames, and letters that look like frames."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.shapes import Proposal, is_mark, propose
from uitars_runtime.eyes.text.splitting import clip_to_frame, split_at_shapes
from uitars_runtime.geometry import grown
from uitars_runtime.types import Box

Pixels = NDArray[np.uint8]


@pytest.mark.parametrize("size", [0.5, 1.0, 1.5])
def test_round_letters_are_cut_off_at_no_size(size: float) -> None:
    pixels = np.full((120, 500, 3), 250, np.uint8)
    place = (20, 70)
    cv2.putText(pixels, "Done Close", place, cv2.FONT_HERSHEY_DUPLEX, size, (20, 20, 20), 1)
    (width, height), _ = cv2.getTextSize("Done Close", cv2.FONT_HERSHEY_DUPLEX, size, 1)
    room = height // 3
    box = Box(20 - room, 70 - height - room, 20 + width + room, 70 + 2 * room)
    assert split_at_shapes(Scene(pixels), box, propose(pixels)) == [box]


def test_a_border_is_left_out_of_the_line_in_it() -> None:
    scene = Scene(np.full((60, 200, 3), 250, np.uint8))
    frame = Proposal(box=Box(82, 20, 182, 41), frame=0.9)
    assert clip_to_frame(scene, Box(84, 20, 180, 41), [frame]) == Box(84, 22, 180, 39)


def test_the_outline_of_a_number_is_no_border() -> None:
    pixels = np.full((60, 200, 3), 250, np.uint8)
    cv2.putText(pixels, "20", (100, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (20, 20, 20), 1)
    scene = Scene(pixels)
    ink = scene.tight(Box(90, 20, 130, 50))
    assert ink is not None
    found = grown(ink, 2, 4)
    assert clip_to_frame(scene, found, [Proposal(ink, frame=0.8)]) == found


@pytest.mark.parametrize("side", [13, 26, 39])
def test_a_circle_is_drawn_whole_at_every_scale(side: int) -> None:
    pixels = np.full((100, 100, 3), 250, np.uint8)
    cv2.circle(pixels, (50, 50), side // 2, (90, 90, 90), 1, cv2.LINE_AA)
    (largest, *_) = sorted(propose(pixels), key=lambda shape: -shape.box.width)
    assert is_mark(largest.box)
    assert largest.framed
