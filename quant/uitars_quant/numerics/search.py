"""Choosing the scales of a matrix: the full range, or the least (weighted) squared error.

The search follows what a rounding grid allows: shrink the range step by step, with either sign,
keep the best, then fit the scale to the codes by least squares. Rows are independent, so they are
worked on in slices that fit a cache, on all threads given. Groups stand as columns there: numpy
works along rows of thousands several times faster than along rows of 32.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from uitars_quant.numerics.grid import (
    HIGHEST,
    LOWEST,
    Floats,
    FloatType,
    in_groups,
    round_codes,
    steps,
)
from uitars_quant.numerics.threads import in_parallel

SHRINKS: Final = np.linspace(0.7, 1.0, 7, dtype=np.float32)
"""Tried ranges, as parts of the one that holds every weight."""
BLOCK: Final = 1 << 17
"""Weights worked on at a time: what is made on the way stays in the cache."""


def full_range(matrix: Floats, group: int, kept: FloatType) -> Floats:
    """Scales (rows, groups) that put the extreme weight of every group on code -8."""
    groups = in_groups(matrix, group)
    return kept.round(_extreme(_columns(groups)) / np.float32(-8)).reshape(groups.shape[:2])


def least_error(
    matrix: Floats, group: int, kept: FloatType, importance: Floats | None = None
) -> Floats:
    """Scales (rows, groups) of the least squared error of the rounded matrix.

    `importance` (inputs,) weighs the error of each input; E[x²] of the activations makes the error
    that of the product, inputs taken as independent.
    """
    groups = in_groups(matrix, group)
    size = max(1, BLOCK // matrix.shape[1])

    def part(start: int) -> Floats:
        rows = groups[start : start + size]
        weights = None
        if importance is not None:
            weights = np.tile(importance.reshape(-1, group).T, len(rows))
        return search(_columns(rows), weights, kept).reshape(rows.shape[:2])

    return np.concatenate(list(in_parallel(part, range(0, len(groups), size))))


def search(columns: Floats, importance: Floats | None, kept: FloatType) -> Floats:
    """Scales (groups,) of groups that stand as columns (group, groups).

    `importance`: (group,), the same for all of them, or (group, groups).
    """
    best = _Best(columns, importance)
    extreme = _extreme(columns)
    # A range that ends on code 7 with the extreme weight is one eighth too wide for code -8.
    for full in (extreme / np.float32(LOWEST), extreme / np.float32(HIGHEST)):
        for shrink in SHRINKS:
            best.consider(full * shrink)
    best.consider(best.fitted())
    return kept.round(best.scales)


class _Best:
    """The scales of least error so far. What is made on the way uses the same memory."""

    def __init__(self, columns: Floats, importance: Floats | None) -> None:
        ones = np.ones(len(columns), np.float32)
        self._columns = columns
        self._importance = ones if importance is None else importance
        self._codes, self._space = np.empty_like(columns), np.empty_like(columns)
        self._error = np.full(columns.shape[1], np.inf, np.float32)
        self.scales = np.zeros(columns.shape[1], np.float32)

    def consider(self, tried: Floats) -> None:
        """Keep those of (groups,) that are better."""
        round_codes(self._columns, steps(tried), self._codes)
        difference = np.multiply(self._codes, tried, out=self._space)
        difference -= self._columns
        with np.errstate(over="ignore"):  # What no scale holds is infinitely far.
            difference *= difference
        error = self._sums(difference)
        better = error < self._error
        self._error = np.where(better, error, self._error)
        self.scales = np.where(better, tried, self.scales)

    def fitted(self) -> Floats:
        """The scales of least squares for the codes of the best; the old ones for zeros."""
        round_codes(self._columns, steps(self.scales), self._codes)
        power = self._sums(np.multiply(self._codes, self._codes, out=self._space))
        overlap = self._sums(np.multiply(self._codes, self._columns, out=self._space))
        return np.where(power > 0, overlap / np.where(power > 0, power, 1), self.scales)

    def _sums(self, values: Floats) -> Floats:
        """(groups,): of columns, weighed. Overwrites `values`."""
        if self._importance.ndim == 1:
            return np.asarray(self._importance @ values, np.float32)
        values *= self._importance
        return np.asarray(values.sum(0), np.float32)


def _columns(groups: Floats) -> Floats:
    """(rows, groups of a row, group) -> (group, all groups)."""
    return np.ascontiguousarray(groups.reshape(-1, groups.shape[-1]).T)


def _extreme(columns: Floats) -> Floats:
    """The weight of the largest magnitude of each column, with its sign."""
    high: Floats = columns.max(0)
    low: Floats = columns.min(0)
    return np.where(high > -low, high, low)
