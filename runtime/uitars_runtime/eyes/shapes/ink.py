"""Ink: the pixels of a small part of the screen that differ from its background."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""A picture, (height, width, 3), red green blue."""
FAINTEST = 24
"""Sum over the three channels below which a difference is noise, not ink."""


def ink_mask(crop: Pixels) -> NDArray[np.bool_]:
    """Which pixels of the crop are ink, (height, width); its most common colour is the background.

    The threshold follows the strongest contrast in the crop, so that faint (disabled) words count
    as well as black ones.
    """
    if crop.size == 0:
        return np.zeros(crop.shape[:2], np.bool_)
    values = crop.astype(np.int16)
    background = np.median(values.reshape(-1, 3), axis=0).astype(np.int16)
    contrast = np.abs(values - background).sum(axis=2)
    threshold = max(FAINTEST, int(0.25 * contrast.max(initial=0)))
    return np.asarray(contrast > threshold, np.bool_)


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
