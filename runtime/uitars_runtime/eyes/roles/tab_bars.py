"""Which of several tabs side by side is in front, by how they are drawn.

A stripe of colour goes along the words of one tab alone, or the ground behind its words is another
one than behind all others, which are alike. Where neither is so the network's word counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.shapes.regions import Pixels
from uitars_runtime.types import Box

REACH: Final = 2.0
"""Heights of the words above and below them in which the stripe may be."""
THICKEST: Final = 0.6
"""Thickness of a stripe in heights of the words, at most."""
ALIKE: Final = 24
"""Sum over the three channels up to which two colours are one."""
COLOURED: Final = 50
"""Difference of the strongest and the weakest channel of a stripe, at least: borders are grey."""
STRONG: Final = 60
"""Difference of a stripe and of the ground behind the words, summed, at least."""


def in_front(pixels: Pixels, words: Sequence[Box]) -> int | None:
    """Which of the tabs, by the boxes of their words, is drawn as the one in front."""
    striped = _striped(pixels, words)
    return striped if striped is not None else _standing_out(pixels, words)


def _striped(pixels: Pixels, words: Sequence[Box]) -> int | None:
    """The only one of the tabs along which a stripe of colour goes."""
    found = [place for place, box in enumerate(words) if _has_stripe(pixels, box)]
    return found[0] if len(found) == 1 else None


def _standing_out(pixels: Pixels, words: Sequence[Box]) -> int | None:
    """The only one of three or more tabs with a ground unlike the others, which are alike."""
    if len(words) < 3:
        return None
    grounds = [_ground(pixels, box) for box in words]
    for place, ground in enumerate(grounds):
        rest = [other for at, other in enumerate(grounds) if at != place]
        alike = all(_apart(rest[0], other) <= ALIKE // 4 for other in rest)
        if alike and _apart(ground, rest[0]) > ALIKE // 2:
            return place
    return None


def _ground(pixels: Pixels, box: Box) -> NDArray[np.float64]:
    """The most common colour behind the words."""
    part = pixels[max(0, box.top - 2) : box.bottom + 2, box.left : box.right].reshape(-1, 3)
    return np.asarray(np.median(part, axis=0), np.float64)


def _apart(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(np.abs(one - other).sum())


def _has_stripe(pixels: Pixels, box: Box) -> bool:
    reach = round(REACH * box.height)
    ground = _ground(pixels, box)
    above = pixels[max(0, box.top - reach) : box.top - 1, box.left : box.right]
    below = pixels[box.bottom + 1 : box.bottom + reach, box.left : box.right]
    return any(is_stripe(part, ground, box.height) for part in (above[::-1], below))


def is_stripe(part: Pixels, ground: NDArray[np.float64], height: int) -> bool:
    """Whether some rows, from the words outwards, are of a colour, and no more than a stripe has;
    colour that goes on where the part ends is a title bar or a picture."""
    stripe = striped_rows(part, ground)
    return len(stripe) > 0 and 1 <= int(stripe.sum()) <= THICKEST * height and not bool(stripe[-1])


def striped_rows(part: Pixels, ground: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which of the rows are of one colour, and that a strong one."""
    rows = part.astype(np.int16)
    if rows.size == 0:
        return np.zeros(0, np.bool_)
    colours = np.median(rows, axis=1)
    even = np.abs(rows - colours[:, None]).sum(axis=2).max(axis=1) <= ALIKE
    coloured = colours.max(axis=1) - colours.min(axis=1) >= COLOURED
    other = np.abs(colours - ground).sum(axis=1) >= STRONG
    return np.asarray(even & coloured & other, np.bool_)
