"""Ink: the pixels of a small part of the screen that differ from its background."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""A picture, (height, width, 3), red green blue."""
FAINTEST = 24
"""Sum over the three channels below which a difference is noise, not ink."""
UNEVEN = 0.1
"""Mean distance of letters from a grid, in columns of it, below which a font is of fixed width."""
ENOUGH = 8
"""Letters up to which that may be chance."""


def ink_mask(crop: Pixels) -> NDArray[np.bool_]:
    """Which pixels of the crop are ink, (height, width); its most common colour is the background.

    The threshold follows the strongest contrast in the crop, so that faint (disabled) words count
    as well as black ones.
    """
    if crop.size == 0:
        return np.zeros(crop.shape[:2], np.bool_)
    contrast = np.abs(crop.astype(np.int16) - median_colour(crop).astype(np.int16)).sum(axis=2)
    threshold = max(FAINTEST, int(0.25 * contrast.max(initial=0)))
    return np.asarray(contrast > threshold, np.bool_)


def median_colour(pixels: Pixels) -> NDArray[np.float64]:
    """The median of each channel, (3,), of a picture or of some pixels, (..., 3): the colour behind
    words. Counted, for that takes a fifth of the time that sorting does. NaN of none at all."""
    flat = pixels.reshape(-1, 3)
    if len(flat) == 0:
        return np.full(3, np.nan)
    middles = [(len(flat) - 1) // 2 + 1, len(flat) // 2 + 1]
    counted = (np.bincount(channel, minlength=256).cumsum() for channel in flat.T)
    return np.array([counts.searchsorted(middles).mean() for counts in counted])


def inked_columns(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which columns of a mask hold ink, (width,)."""
    return np.asarray(mask.any(axis=0), np.bool_)


def inked_rows(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which rows of a mask hold ink, (height,)."""
    return np.asarray(mask.any(axis=1), np.bool_)


def runs(inked_places: NDArray[np.bool_], gap: int) -> list[tuple[int, int]]:
    """Stretches of ink as (first, behind the last), cut where more than `gap` places are blank."""
    inked = np.flatnonzero(inked_places)
    if len(inked) == 0:
        return []
    cuts = np.flatnonzero(np.diff(inked) > gap)
    starts = [int(inked[0]), *(int(inked[cut + 1]) for cut in cuts)]
    ends = [*(int(inked[cut]) + 1 for cut in cuts), int(inked[-1]) + 1]
    return list(zip(starts, ends, strict=True))


class Pitch(NamedTuple):
    """The letters of a line."""

    columns: float
    """From the middle of one letter to that of the next; 0 where there are too few to tell."""
    fixed: bool
    """Whether all are of one width."""


def pitch_of(mask: NDArray[np.bool_]) -> Pitch:
    """The letters of a line of ink (height, width)."""
    letters = runs(inked_columns(mask), gap=1)
    if len(letters) <= 3:
        return Pitch(0.0, fixed=False)
    steps = np.diff([(first + last) / 2 for first, last in letters])
    columns = float(np.median(steps))
    uneven = float(np.abs(steps / columns - np.rint(steps / columns)).mean())
    return Pitch(columns, fixed=len(letters) > ENOUGH and uneven < UNEVEN)
