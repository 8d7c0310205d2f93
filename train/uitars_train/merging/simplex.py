"""The best shares of several models: a coarse grid over the simplex, then ever smaller moves.

Not here: what makes shares good (`measure.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Final

Shares = tuple[Fraction, ...]
"""Exact, so that they sum to 1 whatever was added."""
_COARSE: Final = 4
"""Parts of 1 that the grid's shares are made of."""
_FINE: Final = 16
"""Parts of 1 that the smallest moves are."""


def grid(count: int, parts: int) -> Iterator[Shares]:
    """All shares of `count` models that are whole multiples of 1 / `parts`."""
    for whole in product(range(parts + 1), repeat=count):
        if sum(whole) == parts:
            yield tuple(Fraction(number, parts) for number in whole)


def search(loss: Callable[[Shares], float], count: int) -> Shares:
    """The shares with the least loss among all that were tried; each is tried once.

    From the best of the grid, share is moved from one model to another as long as that helps, then
    half as much.
    """
    found: dict[Shares, float] = {}

    def tried(shares: Shares) -> float:
        if shares not in found:
            found[shares] = loss(shares)
        return found[shares]

    best = min(grid(count, _COARSE), key=tried)
    step = Fraction(1, 2 * _COARSE)
    while step >= Fraction(1, _FINE):
        near = min(_moves(best, step), key=tried, default=best)
        if tried(near) < tried(best):
            best = near
        else:
            step /= 2
    return best


def _moves(shares: Shares, step: Fraction) -> Iterator[Shares]:
    for giving, taking in permutations(range(len(shares)), 2):
        if shares[giving] >= step:
            moved = list(shares)
            moved[giving] -= step
            moved[taking] += step
            yield tuple(moved)
