"""What the reader of lines gets to see: ink alone, at one height, whatever size and colour.

Shared by training and running; change anything here and the reader of lines must be trained again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.shapes.ink import (
    FAINTEST,
    Pixels,
    inked_columns,
    inked_rows,
    median_colour,
)

HEIGHT = 28
"""Rows of a view."""
INK = 20
"""Rows that the ink is scaled to; the rest is margin."""
LOW = 10
"""Rows below which ink is not enlarged further: `o` stays smaller than `O`, a dash stays low."""
MARGIN = 4
"""Blank columns at both ends."""
LONGEST = 2048
"""Columns of a view at most; longer lines are squeezed."""
INKED = 0.25
"""Share of the strongest contrast from which a pixel is ink."""

View = NDArray[np.uint8]
"""Shape (HEIGHT, columns): 0 is the background, 255 what differs most from it."""


def line_view(crop: Pixels) -> View:
    """The line in a crop (height, width, 3), cut tight around its ink; light or dark is all one."""
    import cv2

    contrast = _contrast(crop)
    rows = np.flatnonzero(inked_rows(contrast >= INKED))
    columns = np.flatnonzero(inked_columns(contrast >= INKED))
    if len(rows) == 0:
        return np.zeros((HEIGHT, 2 * MARGIN), np.uint8)
    ink = contrast[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    tall = max(LOW, ink.shape[0])
    room = round(tall * HEIGHT / INK) - ink.shape[0]
    beside = round(tall * MARGIN / INK)
    whole = np.pad(ink, ((room // 2, room - room // 2), (beside, beside)))
    width = min(LONGEST, max(2 * MARGIN, round(whole.shape[1] * HEIGHT / whole.shape[0])))
    method = cv2.INTER_AREA if whole.shape[0] > HEIGHT else cv2.INTER_LINEAR
    scaled = cv2.resize(whole, (width, HEIGHT), interpolation=method)
    return (scaled * 255).astype(np.uint8)


def _contrast(crop: Pixels) -> NDArray[np.float32]:
    """How much each pixel differs from the most common colour, as a share of the most."""
    values = crop.astype(np.float32)
    contrast = np.abs(values - median_colour(crop).astype(np.float32)).sum(axis=2)
    return np.asarray(contrast / max(2 * FAINTEST, contrast.max(initial=0)), np.float32)
