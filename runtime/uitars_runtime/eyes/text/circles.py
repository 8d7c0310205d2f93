"""Circles among the letters of a line, by its ink alone: radio buttons, and letters as round.

Most radio buttons are known by their drawing (`choices/`); here are the others.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.shapes import extent, inked_columns, runs

NO_LETTER = 0.7
"""Height of a circle in that of the other ink of its line, at least; an `o` is lower."""
CIRCLE_APART = 0.1
"""Blank columns beside such a circle, in heights of the detector's box: more than letters leave."""
TURNS, OUT_OF_ROUND = 16, 0.15
"""Directions in which a circle is measured, and what its edge differs in its radius, at most."""
CORNER = 0.12
"""How far the corner of a round letter is blank, in its height."""
STROKE = 0.11
"""Width of a stroke in the size of the ring that it makes, at least, where it may be a letter."""


def circle_at(mask: NDArray[np.bool_], left: int, right: int) -> tuple[int, int] | None:
    """The columns of the part of a line in which a shape lies, where that is a circle nearly as
    high as the other ink and stands apart: a radio button between the words of its row, and no
    `o`, whose stroke is thicker.
    """
    parts = runs(inked_columns(mask), gap=max(2, round(CIRCLE_APART * len(mask))))
    first, last = next((part for part in parts if left < part[1]), (0, 0))
    edge = extent(mask[:, first:last])
    letters = extent(np.delete(mask, np.s_[first:last], axis=1))
    if edge is None or letters is None or edge.height < NO_LETTER * letters.height:
        return None
    if 2 * sum(last - first <= letters.height for first, last in parts) > len(parts):
        return None  # Letters of a spaced heading.
    part = mask[edge.top : edge.bottom, first:last]
    if abs(edge.width - edge.height) > max(1, edge.height // 8) or _is_stroke(part):
        return None
    rows, columns = np.nonzero(part)
    across, down = (2 * columns + 1) / edge.width - 1, (2 * rows + 1) / edge.height - 1
    turns = ((np.arctan2(down, across) / (2 * np.pi) + 0.5) * TURNS).astype(np.intp) % TURNS
    farthest = np.zeros(TURNS)
    np.maximum.at(farthest, turns, np.hypot(across, down))
    return (first, last) if abs(farthest - 1).max() <= OUT_OF_ROUND else None


def is_round_letter(mask: NDArray[np.bool_], left: int, right: int) -> bool:
    """Whether what stands in these columns of a line is empty and has round corners on its right,
    as `O`, `0` and `D` have, which are no tick boxes."""
    first = max(0, left)
    edge = extent(mask[:, first : max(first, right)])
    if edge is None:
        return False
    part = mask[edge.top : edge.bottom, first + edge.left : first + edge.right]
    corner = 1 + round(CORNER * len(part))
    if edge.width < corner:
        return False
    above, below = part[:corner, -corner:], part[-corner:, -corner:][::-1]
    outer = np.add.outer(np.arange(corner), np.arange(corner)[::-1]) < corner
    return _is_stroke(part) and not any((end & outer).any() for end in (above, below))


def _is_stroke(part: NDArray[np.bool_]) -> bool:
    """Whether nothing is in its middle, and around that more than the line of a radio circle."""
    high, wide = (side // 3 for side in part.shape)
    hollow = not part[high : len(part) - high, wide : part.shape[1] - wide].any()
    return bool(hollow and np.count_nonzero(part) > STROKE * np.pi * part.size)
