"""GPTQ: rounding that lets later weights make up for the error of earlier ones.

With H = E[x x'] of a layer's inputs, the error of the product is (W - Q) H (W - Q)'. Inputs are
rounded in an order; the error of each is spread over those that follow, by the upper Cholesky
factor U of the inverse of H (Frantar et al. 2022, "GPTQ", section 3). The order is by falling
E[x²], first of whole groups and then inside a group: every group then keeps one scale and no
index of groups has to be stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from uitars_quant.numerics.grid import Floats, FloatType, Quantized, round_codes, steps
from uitars_quant.numerics.search import search

Doubles = NDArray[np.float64]

DAMPING: Final = 0.01
"""Part of the mean of the diagonal of H that is added to it."""
_TOGETHER: Final = 128
"""Inputs whose errors are spread over all later ones at once."""


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
    wide = group * max(1, _TOGETHER // group)
    for start in range(0, inputs, wide):
        stop = min(start + wide, inputs)
        errors = np.empty((stop - start, rows), np.float32)
        for at in range(start, stop, group):
            own, end = slice(at, at + group), at + group
            block, corner = columns[own], factor[own, own]
            scale = search(block, np.square(1 / np.diagonal(corner)), kept)
            found = errors[at - start : end - start]
            _round_block(block, corner, scale, codes[own], found)
            scales[at // group] = scale
            columns[end:stop] -= factor[own, end:stop].T @ found
        columns[stop:] -= factor[start:stop, stop:].T @ errors
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
    diagonal = np.diagonal(moments)
    unused = diagonal == 0
    extra = np.where(unused, 1.0, damping * diagonal.mean(dtype=np.float64))
    # With J the reversal, J H J = L L' gives H^-1 = U' U for U = J L^-1 J: one factorization.
    try:
        found = _inverse_lower(_damped(moments, extra, np.float32)[::-1, ::-1])
    except np.linalg.LinAlgError:  # Too close to singular for 32 bits.
        found = _inverse_lower(_damped(moments, extra, np.float64)[::-1, ::-1])
    return np.ascontiguousarray(found[::-1, ::-1], np.float32)


def _damped(moments: Floats, extra: Doubles, kind: type[np.floating[Any]]) -> NDArray[Any]:
    damped = moments.astype(kind)
    damped[np.diag_indices_from(damped)] += extra.astype(kind)
    return damped


def _inverse_lower(moments: NDArray[Any]) -> NDArray[Any]:
    """The inverse of the lower Cholesky factor, by halves: nearly all of it is multiplying."""
    size = len(moments)
    if size <= 64:
        return np.tril(np.linalg.inv(np.linalg.cholesky(moments)))
    half = size // 2
    first = _inverse_lower(moments[:half, :half])
    below = moments[half:, :half] @ first.T
    last = _inverse_lower(moments[half:, half:] - below @ below.T)
    result = np.zeros_like(moments)
    result[:half, :half], result[half:, half:] = first, last
    result[half:, :half] = -last @ (below @ first)
    return result


def _round_block(
    block: Floats, corner: Floats, scale: Floats, codes: NDArray[np.int8], errors: Floats
) -> None:
    """Round the inputs of a block (group, rows) in turn, into `codes`; their errors over U_jj."""
    divisor, code = steps(scale), np.empty_like(scale)
    for index, (column, error) in enumerate(zip(block, errors, strict=True)):
        codes[index] = round_codes(column, divisor, code)
        np.subtract(column, np.multiply(code, scale, out=code), out=error)
        error /= corner[index, index]
        block[index + 1 :] -= corner[index, index + 1 :, None] * error
