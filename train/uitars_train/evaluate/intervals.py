"""How far a share, or the difference of two, can be trusted: 95 % intervals."""

from __future__ import annotations

import math

_Z = 1.959964
"""Standard normal quantile of 97.5 %."""

Interval = tuple[float, float]
"""Lower and upper end, 0 to 1."""

Counts = dict[str, tuple[int, int]]
"""By tag: how many were right, of how many."""


def wilson(right: int, tried: int) -> Interval:
    """The interval that holds the true share in 95 of 100 samples (Wilson 1927), rounded to four
    places; everything is possible where nothing was tried."""
    if tried == 0:
        return 0.0, 1.0
    share, square = right / tried, _Z * _Z
    middle = share + square / (2 * tried)
    reach = _Z * math.sqrt(share * (1 - share) / tried + square / (4 * tried * tried))
    whole = 1 + square / tried
    return round(max(0.0, (middle - reach) / whole), 4), round(
        min(1.0, (middle + reach) / whole), 4
    )


def paired(gained: int, lost: int, tried: int) -> Interval:
    """The interval of the difference of two shares on the same items (-1 to 1), rounded to four
    places. `gained`: items that only the second did, `lost`: that only the first did.

    Adjusted Wald interval of Bonett and Price (2012), which keeps its level where few items differ.
    """
    if tried == 0:
        return -1.0, 1.0
    up, down = (gained + 1) / (tried + 2), (lost + 1) / (tried + 2)
    middle = up - down
    reach = _Z * math.sqrt((up + down - middle * middle) / (tried + 2))
    return round(max(-1.0, middle - reach), 4), round(min(1.0, middle + reach), 4)


def shown(interval: Interval) -> str:
    """As people read it: `42%–67%`."""
    return f"{interval[0]:.0%}–{interval[1]:.0%}"


def intervals(counts: Counts) -> dict[str, Interval]:
    """The interval of every tag."""
    return {tag: wilson(right, tried) for tag, (right, tried) in counts.items()}


def counted(verdicts: list[tuple[str, bool]]) -> Counts:
    """Right and tried of each tag, in the order the tags first came."""
    found: Counts = {}
    for tag, right in verdicts:
        before, tried = found.get(tag, (0, 0))
        found[tag] = (before + right, tried + 1)
    return found
