"""Choosing the scales of a matrix: the full range, or the least (weighted) squared error.

The search follows what a rounding grid allows: shrink the range step by step, with either sign,
keep the best, then fit the scale to the codes by least squares. Rows are independent, so they are
worked on in slices that fit a cache, on all threads given.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np

from uitars_quant.numerics.grid import Floats, FloatType, in_groups, nearest_codes

SHRINKS: Final = np.linspace(0.68, 1.0, 9, dtype=np.float32)
"""Tried ranges, as parts of the one that holds every weight."""
_REFITS: Final = 2
BLOCK: Final = 1 << 17
"""Weights worked on at a time: what is made on the way stays in the cache."""


def full_range(matrix: Floats, group: int, kept: FloatType) -> Floats:
    """Scales (rows, groups) that put the extreme weight of every group on code -8."""
    return kept.round(_extreme(in_groups(matrix, group)) / np.float32(-8))


def least_error(
    matrix: Floats, group: int, kept: FloatType, importance: Floats | None = None
) -> Floats:
    """Scales (rows, groups) of the least squared error of the rounded matrix.

    `importance` (inputs,) weighs the error of each input; E[x²] of the activations makes the error
    that of the product, inputs taken as independent.
    """
    groups = in_groups(matrix, group)
    weights = None if importance is None else importance.reshape(1, -1, group)
    size = max(1, BLOCK // matrix.shape[1])
    if len(groups) <= size:
        return search(groups, weights, kept)

    def part(start: int) -> Floats:
        return search(groups[start : start + size], weights, kept)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return np.concatenate(list(pool.map(part, range(0, len(groups), size))))


def search(groups: Floats, importance: Floats | None, kept: FloatType) -> Floats:
    """Scales (...) of groups (..., group); `importance` spreads over the same shape."""
    extreme = _extreme(groups)
    best = np.full(extreme.shape, np.inf, np.float32)
    scales = np.zeros_like(extreme)
    # A range that ends on code 7 with the extreme weight is one eighth too wide for code -8.
    for full in (extreme / np.float32(-8), extreme / np.float32(7)):
        for shrink in SHRINKS:
            tried = kept.round(full * shrink)
            error, _ = _error(groups, tried, importance)
            better = error < best
            best = np.where(better, error, best)
            scales = np.where(better, tried, scales)
    for _ in range(_REFITS):
        _, codes = _error(groups, scales, importance)
        tried = kept.round(fitted(groups, codes, scales, importance))
        error, _ = _error(groups, tried, importance)
        better = error < best
        best = np.where(better, error, best)
        scales = np.where(better, tried, scales)
    return scales


def fitted(groups: Floats, codes: Floats, scales: Floats, importance: Floats | None) -> Floats:
    """The scales of least weighted squared error for codes that stay; the old ones for zeros."""
    weighted = codes if importance is None else codes * importance
    power = np.einsum("...i,...i->...", weighted, codes)
    overlap = np.einsum("...i,...i->...", weighted, groups)
    divisor = np.where(power > 0, power, np.float32(1))
    return np.where(power > 0, overlap / divisor, scales).astype(np.float32)


def _extreme(groups: Floats) -> Floats:
    """The weight of the largest magnitude of each group, with its sign."""
    # numpy reduces a long first axis several times faster than a short last one.
    members = np.ascontiguousarray(groups.reshape(-1, groups.shape[-1]).T)
    high: Floats = members.max(0)
    low: Floats = members.min(0)
    return np.where(high > -low, high, low).reshape(groups.shape[:-1])


def _error(groups: Floats, scales: Floats, importance: Floats | None) -> tuple[Floats, Floats]:
    """(...) the weighted squared error of the nearest codes, and the codes."""
    codes = nearest_codes(groups, scales)
    difference = codes * scales[..., None]
    difference -= groups
    weighted = difference if importance is None else difference * importance
    return np.einsum("...i,...i->...", weighted, difference), codes
