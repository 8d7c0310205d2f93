"""Hadamard rotation of inputs: spreads an outlier over its block.

No engine written for here applies it to activations at run time, so no method uses it; the
benchmark measures what it would give.
"""

from __future__ import annotations

import numpy as np

from uitars_quant.numerics.grid import Floats


def hadamard(size: int) -> Floats:
    """The orthogonal (size, size) matrix of Sylvester; `size` is a power of two."""
    if size & (size - 1) or size < 1:
        raise ValueError(f"{size} is not a power of two")
    matrix = np.ones((1, 1), np.float32)
    while len(matrix) < size:
        matrix = np.block([[matrix, matrix], [matrix, -matrix]]).astype(np.float32)
    return matrix / np.float32(np.sqrt(size))


def rotated(values: Floats, size: int) -> Floats:
    """The last axis, a multiple of `size`, rotated block by block; its own inverse."""
    blocks = values.reshape(*values.shape[:-1], -1, size)
    return (blocks @ hadamard(size)).reshape(values.shape)
