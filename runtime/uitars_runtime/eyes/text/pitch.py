"""How far apart the letters of a line are, and whether its font gives all the same width."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.shapes.ink import inked_columns, runs

UNEVEN = 0.1
"""Mean distance of letters from a grid, in columns of it, below which a font is of fixed width."""
ENOUGH = 8
"""Letters up to which that may be chance."""


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
