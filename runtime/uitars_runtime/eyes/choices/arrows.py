"""The arrow at the right end of a drop-down list: a triangle or an angle that points down, or two
of which the upper one points up."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.shapes import Part, extent, ink_mask, inked_columns, inked_rows, runs
from uitars_runtime.geometry import Box

BORDER: Final = 0.12
"""What is left out at the edges of a list, in its height. All numbers here are ours."""
REACH: Final = 1.2
"""Heights of a list from its right end within which its arrow begins, ..."""
END: Final = 0.75
"""... and within which it ends."""
WIDE: Final = (5, 0.75)
"""Width of an arrow in pixels at least, and in the height of its list at most."""
FLAT: Final = (0.35, 1.0)
"""Height of an arrow in its width."""
MIDDLE: Final = 0.16
"""Distance of the middle of an arrow from that of its list, in its height, at most."""
APART: Final = 0.12
"""Blank columns before an arrow, in the height of its list, at least."""
POINTED: Final = 0.55
"""Width of the lower half of an arrow in that of all of it, at most, ..."""
TIP: Final = 0.45
"""... and that of its last row."""
BEGINS: Final = 0.6
"""Width of its first row in that of all of it, at least: the ends of an angle are round."""
ALIKE: Final = 0.75
"""Share that both sides of an arrow have in common, at least."""


def has_arrow(part: Part, frame: Box) -> bool:
    """Whether a frame shows the arrow of a drop-down list. `part`: what is around it."""
    edge = max(3, round(BORDER * frame.height))
    inner = Box(frame.left + edge, frame.top + edge, frame.right - edge, frame.bottom - edge)
    if inner.width < frame.height // 2 or inner.height < WIDE[0]:
        return False
    mask = ink_mask(part.crop(inner))
    if not mask.size:
        return False
    last = max(runs(inked_columns(mask), gap=1), default=None)
    if last is None or inner.width - last[1] + edge > END * frame.height:
        return False
    room = max(2, round(APART * frame.height))
    before = mask[:, max(0, last[0] - room) : last[0]]
    if before.any() or mask.shape[1] - last[0] > REACH * frame.height:
        return False
    return _is_arrow(mask[:, last[0] : last[1]], frame.height)


def _is_arrow(column: NDArray[np.bool_], height: int) -> bool:
    """Whether the only ink of some columns in the middle of a list is its arrow."""
    place = extent(column)
    if place is None or not WIDE[0] <= place.width <= WIDE[1] * height:
        return False
    if abs((place.top + place.bottom - len(column)) / 2) > max(1.5, MIDDLE * height):
        return False
    ink = column[place.top : place.bottom]
    parts = runs(inked_rows(ink), gap=1)
    match parts:
        case [_]:
            return _points_down(ink)
        case [(first, above), (below, end)]:
            return _points_down(ink[below:end]) and _points_down(ink[first:above][::-1])
        case _:
            return False


def _points_down(ink: NDArray[np.bool_]) -> bool:
    place = extent(ink)
    if place is None or place.width < WIDE[0]:
        return False
    ink = ink[:, place.left : place.right]
    height, width = ink.shape
    if not FLAT[0] * width <= height <= FLAT[1] * width:
        return False
    widths = [_wide(row) for row in ink]
    widest = widths.index(max(widths))
    narrows = all(one >= other for one, other in pairwise(widths[widest:]))
    mirrored = ink[:, ::-1]
    common = np.count_nonzero(ink & mirrored) / np.count_nonzero(ink | mirrored)
    lower = sum(widths[height // 2 :]) / (height - height // 2)
    return bool(
        narrows
        and widest <= height // 3
        and widths[0] >= BEGINS * width
        and widths[-1] <= max(2.0, TIP * width)
        and lower <= POINTED * width + 1
        and common >= ALIKE
    )


def _wide(row: NDArray[np.bool_]) -> int:
    """From the first to the last ink of a row."""
    inked = np.flatnonzero(row)
    return int(inked[-1]) - int(inked[0]) + 1 if len(inked) else 0
