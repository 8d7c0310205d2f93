"""What differs between two grabs of the screen, apart from a blinking caret. Pure functions.

The pointer is in no grab, so it needs no exception.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from uitars_runtime.types import Box

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from uitars_runtime.desktop.capture import Grab

TILE = 32
"""Edge of a tile in pixels: what moves on its own (a spinner, a clock) covers few of them."""

_CARET_WIDTH = 3
_CARET_HEIGHTS = range(6, 65)
"""A caret of the toolkits is 1 to 3 pixels wide and as high as a line. A caret that *moved* leaves
two marks, so that its bounding box is wider: entering a blank is a change, a blink is none."""


def difference(before: Grab, after: Grab, restless: NDArray[np.bool_] | None = None) -> Box | None:
    """The bounding box of what changed, in screenshot pixels; None for nothing but a caret.

    `restless`: tiles to leave out, as `tiles` gives them.
    """
    if before.geometry != after.geometry:
        return Box(0, 0, after.geometry.width, after.geometry.height)
    mask = pixels(before, after)
    if mask is None:
        return None
    if restless is not None:
        height, width = mask.shape
        mask &= ~np.kron(restless, np.ones((TILE, TILE), np.bool_))[:height, :width]
    box = _bounds(mask)
    return None if box is None or _is_caret(box) else box


def pixels(before: Grab, after: Grab) -> NDArray[np.bool_] | None:
    """Which pixels differ, (height, width); None when none does. Same geometry only."""
    if before.raw == after.raw:
        return None
    # Most changes are small: what is costly is done in the rows that they lie in.
    rows = np.flatnonzero((before.words != after.words).any(axis=1))
    part = slice(rows[0], rows[-1] + 1)
    colours = before.words[part] ^ after.words[part]
    colours &= 0xFFFFFF
    mask = np.zeros(after.words.shape, np.bool_)
    np.not_equal(colours, 0, out=mask[part])
    return mask


def tiles(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which tiles hold a changed pixel, (rows, columns) of `TILE` by `TILE` pixels."""
    height, width = mask.shape
    rows = np.logical_or.reduceat(mask, list(range(0, height, TILE)), axis=0)
    return np.logical_or.reduceat(rows, list(range(0, width, TILE)), axis=1)


def tiled(size: tuple[int, ...]) -> tuple[int, ...]:
    """So many rows and columns of tiles a mask of this size has."""
    return tuple(-(-pixels // TILE) for pixels in size)


def tiles_with(boxes: Iterable[Box], size: tuple[int, ...]) -> NDArray[np.bool_]:
    """The tiles of a mask of this size that these boxes reach into, as `tiles` gives them."""
    found = np.zeros(tiled(size), np.bool_)
    for box in boxes:
        top, left = max(0, box.top) // TILE, max(0, box.left) // TILE
        bottom, right = (max(0, edge - 1) // TILE + 1 for edge in (box.bottom, box.right))
        found[top:bottom, left:right] = True
    return found


def _bounds(mask: NDArray[np.bool_]) -> Box | None:
    rows = np.flatnonzero(mask.any(axis=1))
    if rows.size == 0:
        return None
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    columns = np.flatnonzero(mask[top:bottom].any(axis=0))
    return Box(int(columns[0]), top, int(columns[-1]) + 1, bottom)


def _is_caret(box: Box) -> bool:
    return box.width <= _CARET_WIDTH and box.height in _CARET_HEIGHTS
