"""Tick boxes: empty squares with a border, and squares with a check mark on them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.choices.figures import FAINT, STRONG, Figure, apart_of
from uitars_runtime.eyes.shapes import Choice, Sort, extent, median_colour

LIKE_PAPER = 160.0
"""What the inside of an empty box differs from what lies around it, at most."""
BORDER = 0.16
"""The border of a square, in its height."""
LEAST_CHECK, MOST_CHECK = (0.3, 0.4), 0.6
"""Height and width of a check mark in those of the box, at least, and share of its own that its
strokes cover, at most."""
LOW, BEGINS, ENDS = (0.1, 0.6), 0.2, 0.15
"""Where the low point of a check mark is across, and below its top the beginning, at least, and the
end, at most."""
PLATEAU = 40.0
"""Sum over the three channels up to which two colours are one."""


def square(figure: Figure) -> Choice | None:
    """A square of one colour with a border, or with a check mark on it."""
    side = figure.box.height
    inset = max(2, round(BORDER * side))
    inner = figure.pixels[inset:-inset, inset:-inset]
    face = median_colour(inner.astype(np.uint8)).astype(np.float32)
    apart = apart_of(inner, face)
    strongest = float(apart.max())
    rim = apart_of(figure.pixels[:inset], face).max(axis=0)
    if strongest < PLATEAU:
        bordered = float(np.median(rim)) >= FAINT
        like = float(apart_of(face, figure.ground)) <= LIKE_PAPER
        return Choice(Sort.BOX, checked=False) if bordered and like else None
    ticked = strongest >= STRONG and _is_check(apart > strongest / 2)
    return Choice(Sort.BOX, checked=True) if ticked else None


def _is_check(mark: NDArray[np.bool_]) -> bool:
    """Whether strokes go down to a low point left of the middle, and from there up beyond where
    they began."""
    at = extent(mark)
    high, wide = LEAST_CHECK
    if at is None or at.width < wide * mark.shape[1] or at.height < high * mark.shape[0]:
        return False
    part = mark[at.top : at.bottom, at.left : at.right]
    if part.mean() > MOST_CHECK or not part.any(axis=0).all():
        return False
    height, width = part.shape
    lowest = height - 1 - part[::-1].argmax(axis=0)
    low = int(lowest.argmax())
    begins, ends = int(part[:, 0].argmax()), int(part[:, -1].argmax())
    falls = bool((np.diff(lowest[: low + 1]) >= 0).all())
    rises = bool((np.diff(lowest[low:]) <= 0).all())
    return (
        falls
        and rises
        and LOW[0] * width <= low <= LOW[1] * width
        and begins >= BEGINS * height
        and ends <= ENDS * height
    )
