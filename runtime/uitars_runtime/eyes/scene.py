"""A frame while the eyes look at it: its pixels, and what is found on them, each thing once.

Every stage reads from here, so that no stage finds shapes or ink again. Nothing here outlives the
look, and nothing here says what a thing is.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.choices.figures import around, may_be_choice
from uitars_runtime.eyes.choices.found import with_choices
from uitars_runtime.eyes.shapes import (
    Part,
    Pixels,
    Proposal,
    Ruled,
    extent,
    ink_mask,
    inked_columns,
    inked_rows,
    propose,
    ruled,
    runs,
)
from uitars_runtime.geometry import Box, Point, merged, moved

TILE: Final = 32
"""Side in pixels of the tiles by which is told where something is or has changed."""
APART: Final = 12
"""Tiles of nothing between two parts of the screen from which each is searched by itself."""
SPREAD: Final = 12
"""Difference of brightness, 0 to 255, up to which pixels are of one colour."""


class Scene:
    """One picture of a screen."""

    def __init__(self, pixels: Pixels) -> None:
        self.pixels = pixels
        self._inks: dict[Box, NDArray[np.bool_]] = {}

    @cached_property
    def shapes(self) -> list[Proposal]:
        """What may be a widget, by its outline."""
        shapes = propose(self.pixels)
        small = [shape for shape in shapes if may_be_choice(shape.box)]
        return with_choices(shapes, {shape: self.part(around(shape.box)) for shape in small})

    @cached_property
    def ruled(self) -> list[Ruled]:
        """The level lines, each once."""
        return ruled(self.pixels)

    def filled(self) -> list[Box]:
        """Boxes around all that is more than straight lines, one below the other.

        A tile that only upright or only level lines go through, as the sides of windows, holds no
        text.
        """
        import cv2

        grey = np.asarray(cv2.extractChannel(self.pixels, 1), np.uint8)
        down = _by_columns(np.maximum, _by_rows(np.maximum, grey) - _by_rows(np.minimum, grey))
        across = _by_columns(np.maximum, grey) - _by_columns(np.minimum, grey)
        near = _grown(np.minimum(down, _by_rows(np.maximum, across)) > SPREAD).astype(np.bool_)
        # What is near stays together: the detector reads a line better with its ends.
        return [
            self._of_tiles(left, first, right, last)
            for first, last in runs(inked_rows(near), gap=1)
            for left, right in runs(inked_columns(near[first:last]), gap=APART)
        ]

    def changed(self, before: Pixels) -> list[Box]:
        """Boxes around all that differs from a picture of the same size."""
        import cv2

        differs = (before != self.pixels).reshape(len(before), -1)
        tiles = _by_columns(np.logical_or, _by_rows(np.logical_or, differs), 3 * TILE)
        _, _, stats, _ = cv2.connectedComponentsWithStats(_grown(tiles), connectivity=8)
        groups = stats[1:].tolist()
        return merged([self._of_tiles(x, y, x + wide, y + high) for x, y, wide, high, _ in groups])

    def _of_tiles(self, left: int, top: int, right: int, bottom: int) -> Box:
        """The pixels of these tiles, as far as they lie on the screen."""
        height, width = self.pixels.shape[:2]
        return Box(left * TILE, top * TILE, min(width, right * TILE), min(height, bottom * TILE))

    def crop(self, box: Box) -> Pixels:
        """The pixels of a box, as far as it lies on the screen."""
        return self.pixels[max(0, box.top) : box.bottom, max(0, box.left) : box.right]

    def part(self, box: Box) -> Part:
        """The pixels of a box, as far as it lies on the screen, and where that is."""
        return Part(self.crop(box), Point(max(0, box.left), max(0, box.top)))

    def ink(self, box: Box) -> NDArray[np.bool_]:
        """Which pixels of a box are ink, (height, width). Not to be written to."""
        known = self._inks.get(box)
        if known is None:
            known = self._inks[box] = ink_mask(self.crop(box))
        return known

    def tight(self, box: Box) -> Box | None:
        """The box around the ink inside `box`, or None where there is none."""
        inked = extent(self.ink(box))
        return inked and moved(inked, Point(max(0, box.left), max(0, box.top)))


def _by_rows(reduce: np.ufunc, plane: NDArray[Any]) -> NDArray[Any]:
    """Each `TILE` rows as one, fewer at the end."""
    rows = len(plane) // TILE * TILE
    # A tenth of the time that `reduceat` takes across rows.
    reduced = [reduce.reduce(plane[:rows].reshape(-1, TILE, plane.shape[1]), axis=1)]
    if rows < len(plane):
        reduced.append(reduce.reduce(plane[rows:], axis=0, keepdims=True))
    return np.concatenate(reduced)


def _by_columns(reduce: np.ufunc, plane: NDArray[Any], columns: int = TILE) -> NDArray[Any]:
    """Each so many columns as one, fewer at the end."""
    reduced: NDArray[Any] = reduce.reduceat(
        plane, np.arange(0, int(plane.shape[1]), columns), axis=1
    )
    return reduced


def _grown(tiles: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """The same tiles with a tile of margin on each side."""
    import cv2

    return np.asarray(cv2.dilate(tiles.astype(np.uint8), np.ones((3, 3), np.uint8)), np.uint8)
