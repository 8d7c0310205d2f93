"""What all networks that read lines share: a reading, and how answers along a line become one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Reading(NamedTuple):
    """What a picture says."""

    text: str
    confidence: float
    """Mean over the characters, 0 to 1; 0 for no text."""
    weakest: float = 1.0
    """The least sure character, 0 to 1; of no text, the least sure blank."""


def spelled(
    best: NDArray[np.int64], shares: NDArray[np.float32], characters: Sequence[str]
) -> Reading:
    """The best answers at each place (n,) and their shares as a reading (greedy CTC).

    Repeats and blanks (answer 0) are left out.
    """
    kept = (best != 0) & np.concatenate([np.ones(1, np.bool_), best[1:] != best[:-1]])
    if not kept.any():
        return Reading("", 0.0, float(shares.min(initial=1.0)))
    indexes: list[int] = best[kept].tolist()
    sure = shares[kept]
    text = "".join(characters[index] for index in indexes)
    return Reading(text, float(sure.mean()), float(sure.min()))


def of_like_width(widths: Sequence[int], most: int, room: int) -> Iterator[list[int]]:
    """Groups of up to `most` indexes: padding a short line to a long one is waste.

    Within a group the widest is at most a quarter or `room` wider than the narrowest.
    """
    waiting = sorted(range(len(widths)), key=lambda index: widths[index])
    while waiting:
        narrowest = widths[waiting[0]]
        limit = max(1.25 * narrowest, narrowest + room)
        group = [index for index in waiting[:most] if widths[index] <= limit]
        waiting = waiting[len(group) :]
        yield group
