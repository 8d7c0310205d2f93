"""GPTQ: rounding that lets later weights make up for the error of earlier ones.

With H = E[x x'] of a layer's inputs, the error of the product is (W - Q) H (W - Q)'. Inputs are
rounded in an order; the error of each is spread over those that follow, by the upper Cholesky
factor U of the inverse of H (Frantar et al. 2022, "GPTQ", section 3). The order is by falling
E[x²], first of whole groups and then inside a group: every group then keeps one scale and no
index of groups has to be stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from uitars_quant.numerics.grid import Floats, FloatType, Quantized, nearest_codes
from uitars_quant.numerics.search import search

Doubles = NDArray[np.float64]

DAMPING: Final = 0.01
"""Part of the mean of the diagonal of H that is added to it."""


@dataclass(frozen=True)
class Course:
    """What all matrices with the same inputs share."""

    order: NDArray[np.intp]
    """(inputs,): which is rounded when."""
    factor: Floats
    """(inputs, inputs): U, in that order."""
    group: int


def course(moments: Floats, group: int, damping: float = DAMPING) -> Course:
    """From H (inputs, inputs) = E[x x']. Inputs that are never used spread nothing."""
    order = group_order(np.diagonal(moments), group)
    return Course(order, inverse_factor(moments[np.ix_(order, order)], damping), group)


def gptq(matrix: Floats, shared: Course, kept: FloatType) -> Quantized:
    """Four bits of a matrix (rows, inputs)."""
    order, factor, group = shared.order, shared.factor, shared.group
    columns = np.ascontiguousarray(matrix[:, order].T, np.float32)
    inputs, rows = columns.shape
    codes = np.empty((inputs, rows), np.int8)
    scales = np.empty((inputs // group, rows), np.float32)
    for at in range(0, inputs, group):
        block = columns[at : at + group]
        corner = factor[at : at + group, at : at + group]
        certainty = np.square(1 / np.diagonal(corner))
        scale = search(np.ascontiguousarray(block.T)[:, None], certainty[None, None], kept)[:, 0]
        errors = _round_block(block, corner, scale, codes[at : at + group])
        scales[at // group] = scale
        columns[at + group :] -= factor[at : at + group, at + group :].T @ errors
    back = np.argsort(order)
    group_back = np.argsort(order[::group] // group)
    return Quantized(np.ascontiguousarray(codes[back].T), scales[group_back].T.copy())


def group_order(power: Floats, group: int) -> NDArray[np.intp]:
    """The inputs, groups of the most power first, and inside a group the same."""
    grouped = power.reshape(-1, group)
    inner = np.argsort(-grouped, axis=1, kind="stable")
    outer = np.argsort(-grouped.mean(1), kind="stable")
    return (inner + np.arange(len(grouped))[:, None] * group)[outer].reshape(-1)


def inverse_factor(moments: Floats, damping: float = DAMPING) -> Floats:
    """The upper Cholesky factor of the inverse of the damped moments."""
    damped = moments.astype(np.float64)
    diagonal = np.diagonal(damped).copy()
    unused = diagonal == 0
    extra = np.where(unused, 1.0, damping * diagonal.mean())
    damped[np.diag_indices_from(damped)] += extra
    # With J the reversal, J H J = L L' gives H^-1 = U' U for U = J L^-1 J: one factorization.
    lower: Doubles = np.linalg.cholesky(damped[::-1, ::-1]).astype(np.float64, copy=False)
    return np.ascontiguousarray(_inverse(lower)[::-1, ::-1].astype(np.float32))


def _inverse(lower: Doubles) -> Doubles:
    """Of a lower triangular matrix, by halves: six times less work than of any matrix."""
    size = len(lower)
    if size <= 64:
        return np.tril(np.linalg.inv(lower)).astype(np.float64, copy=False)
    half = size // 2
    first, last = _inverse(lower[:half, :half]), _inverse(lower[half:, half:])
    result = np.zeros_like(lower)
    result[:half, :half], result[half:, half:] = first, last
    result[half:, :half] = -last @ (lower[half:, :half] @ first)
    return result


def _round_block(block: Floats, corner: Floats, scale: Floats, codes: NDArray[np.int8]) -> Floats:
    """Round the inputs of a block (group, rows) in turn, into `codes`; their errors over U_jj."""
    errors = np.empty_like(block)
    for index, column in enumerate(block):
        code = nearest_codes(column[:, None], scale)[:, 0]
        codes[index] = code.astype(np.int8)
        error = (column - code * scale) / corner[index, index]
        errors[index] = error
        later = corner[index, index + 1 :]
        block[index + 1 :] -= later[:, None] * error
    return errors
