"""Large areas of one colour with words on them or nothing: the paper of editors, pages and lists.

Their borders are often those of the window or of a bar, so that no frame is drawn around them.
"""

from __future__ import annotations

import numpy as np

from uitars_runtime.eyes.shapes.regions import Pixels
from uitars_runtime.types import Box

STEP = 4
"""Every so many pixels are looked at, across and down."""
HEIGHT, WIDTH = 120, 200
"""Pixels that a sheet measures at least."""
COLOURS = 4
"""The most common colours, which are looked at."""
FILLED = 0.55
"""Share of a sheet that has its colour; the rest is words."""


def sheets(pixels: Pixels) -> list[Box]:
    """Boxes around them, up to `STEP` pixels too small on each side."""
    import cv2

    seen = pixels[::STEP, ::STEP].astype(np.int32)
    codes = (seen[:, :, 0] << 16) + (seen[:, :, 1] << 8) + seen[:, :, 2]
    colours, counts = np.unique(codes, return_counts=True)
    common = colours[np.argsort(-counts)[:COLOURS]]
    found: list[Box] = []
    for colour in common:
        mask = np.asarray(codes == colour, np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
        for index in range(1, count):
            left, top, width, height, area = (int(value) for value in stats[index])
            large = width * STEP >= WIDTH and height * STEP >= HEIGHT
            if not large or area < FILLED * width * height or (height, width) == codes.shape:
                continue
            right, bottom = STEP * (left + width), STEP * (top + height)
            found.append(
                Box(
                    STEP * left,
                    STEP * top,
                    min(right, pixels.shape[1]),
                    min(bottom, pixels.shape[0]),
                )
            )
    return found
