"""Where on the screen there is something to look at: what is not flat, and what changed.

Everything works on tiles of 32 pixels. No text and no widgets here.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.geometry import merged, overlap
from uitars_runtime.types import Box

TILE = 32
"""Side of a tile in pixels."""

Pixels = NDArray[np.uint8]
"""A picture, (height, width, 3), red green blue."""


def content_regions(pixels: Pixels) -> list[Box]:
    """Boxes around all that is not flat, apart from each other; together they hold every edge."""
    grey = pixels[:, :, 1]
    tiles = _tiles(grey)
    spread = tiles.max(axis=(1, 3)).astype(np.int16) - tiles.min(axis=(1, 3))
    return _boxes(np.asarray(spread > 12, np.bool_), grey)


def changed_regions(before: Pixels, after: Pixels) -> list[Box]:
    """Boxes around all that differs between two pictures of one size; empty when nothing does."""
    if before.shape != after.shape:
        raise ValueError(f"pictures of two sizes: {before.shape} and {after.shape}")
    differs = np.asarray((before != after).any(axis=2), np.bool_)
    if not differs.any():
        return []
    return _boxes(np.asarray(_tiles(differs).any(axis=(1, 3)), np.bool_), after)


def grow_to_hold(regions: Sequence[Box], boxes: Sequence[Box]) -> list[Box]:
    """The regions, each grown until no box lies half inside it; regions that meet become one."""
    grown = merged(regions)
    while True:
        touched = [box for box in boxes if any(_cut_by(box, region) for region in grown)]
        larger = merged([*grown, *touched])
        if larger == grown:
            return grown
        grown = larger


def _cut_by(box: Box, region: Box) -> bool:
    inside = (
        region.left <= box.left
        and region.top <= box.top
        and box.right <= region.right
        and box.bottom <= region.bottom
    )
    return overlap(box, region) and not inside


def _tiles(plane: NDArray[np.uint8 | np.bool_]) -> NDArray[np.uint8 | np.bool_]:
    """The plane cut into tiles, (rows, TILE, columns, TILE); its edge fills the last ones."""
    height, width = plane.shape
    padded = np.pad(plane, ((0, -height % TILE), (0, -width % TILE)), mode="edge")
    return padded.reshape(padded.shape[0] // TILE, TILE, padded.shape[1] // TILE, TILE)


def _boxes(active: NDArray[np.bool_], picture: NDArray[np.uint8]) -> list[Box]:
    """Boxes in pixels around groups of active tiles, a tile of margin on each side."""
    import cv2

    near = cv2.dilate(active.astype(np.uint8), np.ones((3, 3), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(near, connectivity=8)
    height, width = picture.shape[:2]
    found: list[Box] = []
    for index in range(1, count):
        left, top, columns, rows = (int(value) * TILE for value in stats[index][:4])
        found.append(Box(left, top, min(width, left + columns), min(height, top + rows)))
    return merged(found)
