"""Products of matrices that stay in the thread that asks for them.

OpenBLAS, which NumPy brings, shares a product of more than 2^19 multiplications among threads.
For matrices as small as a screen's that gains nothing, and beside other work it costs: each thread
spins until the other has had its turn (30 x 256 by 256 x 250 on a busy machine: 0.64 ms of each of
two threads, 0.09 ms of one in pieces below that limit). The number of threads is the whole
process's, so it is not for us to set.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_ALONE: Final = (1 << 19) - 1
"""Multiplications that one thread does alone."""


def product(left: Floats, right: Floats) -> Floats:
    """`left @ right.T`."""
    most = max(_ALONE // left.shape[1], 1)
    high = min(len(left), math.isqrt(most)) or 1
    wide = max(most // high, 1)
    result = np.empty((len(left), len(right)), np.float32)
    for top in range(0, len(left), high):
        rows = left[top : top + high]
        for side in range(0, len(right), wide):
            columns = slice(side, side + wide)
            np.matmul(rows, right[columns].T, out=result[top : top + high, columns])
    return result
