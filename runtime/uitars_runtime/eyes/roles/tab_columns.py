"""Tabs below each other: a column of words at one distance, along one of which a stripe goes.

Seen by themselves they are plain words, so this is told by how the column is drawn, and only where
the tab in front is drawn as such. Not here: tabs side by side (`tab_bars.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.roles.tab_bars import is_stripe, striped_rows
from uitars_runtime.eyes.shapes.regions import Pixels
from uitars_runtime.types import Box

FEWEST: Final = 3
"""Tabs of a column, at least."""
SHIFTED: Final = 4
"""Pixels by which the middles, or the left or the right ends, of the words of a column differ, at
most."""
UNEVEN: Final = 4
"""Pixels by which the distances in a column differ, at most."""
NEAREST, FARTHEST = 1.6, 6.0
"""Heights of the words from one tab to the next, at least and at most."""
ROUND, CORNER = 6, 10
"""Pixels that a corner of a frame may be round, and beyond which the frame would go on."""
REACH: Final = 3
"""Heights of the words beside the widest of a column in which the stripe may be."""


def columns_of_tabs(pixels: Pixels, words: Sequence[Box]) -> list[tuple[list[int], int]]:
    """The places of the words of each column of tabs, from top to bottom, and which is in front."""
    found: list[tuple[list[int], int]] = []
    taken: list[int] = []
    striped = [(run, one) for run in _columns(words) if (one := _striped(pixels, words, run))]
    # A page's labels stand beside the stripe of the tabs at its left, too.
    for run, (front, stripe) in sorted(striped, key=lambda one: one[1][1] < words[one[0][0]].left):
        if all(abs(stripe - other) > SHIFTED for other in taken):
            found.append((run, front))
            taken.append(stripe)
    return found


def _columns(words: Sequence[Box]) -> list[list[int]]:
    """Runs of words below each other at one distance, each word in one of them."""
    free = sorted(range(len(words)), key=lambda place: words[place].center.y)
    found: list[list[int]] = []
    while free:
        run = [free.pop(0)]
        for place in tuple(free):
            if _goes_on([words[before] for before in run], words[place]):
                run.append(place)
                free.remove(place)
        if len(run) >= FEWEST:
            found.append(run)
    return found


def _goes_on(run: Sequence[Box], box: Box) -> bool:
    """Whether a word is the next one of a run."""
    last = run[-1]
    apart = (box.center.x - last.center.x, box.left - last.left, box.right - last.right)
    aligned = min(map(abs, apart)) <= SHIFTED
    step = box.center.y - last.center.y
    if not aligned or not NEAREST * box.height <= step <= FARTHEST * box.height:
        return False
    return len(run) < 2 or abs(step - (last.center.y - run[-2].center.y)) <= UNEVEN


def _striped(pixels: Pixels, words: Sequence[Box], run: Sequence[int]) -> tuple[int, int] | None:
    """The only one of a column along which a stripe of colour goes, and where across."""
    reach = REACH * max(words[place].height for place in run)
    left = max(0, min(words[place].left for place in run) - reach)
    right = max(words[place].right for place in run) + reach
    stripes = [(place, _stripe(pixels, words[place], left, right)) for place in run]
    found = [(place, across) for place, across in stripes if across is not None]
    return found[0] if len(found) == 1 else None


def _stripe(pixels: Pixels, box: Box, left: int, right: int) -> int | None:
    """Where a stripe higher than the words stands beside them, which is no part of a frame."""
    tall = pixels[max(0, box.top - 2 * box.height) : box.bottom + 2 * box.height]
    part = pixels[max(0, box.top - box.height // 2) : box.bottom + box.height // 2]
    ground = np.asarray(np.median(part[:, box.left : box.right].reshape(-1, 3), axis=0), np.float64)
    sides = zip(_sides(part, box, left, right), _sides(tall, box, left, right), strict=True)
    for (side, around), step in zip(sides, (-1, 1), strict=True):
        if is_stripe(side, ground, box.height) and not _is_framed(around, side, ground):
            away = int(np.flatnonzero(striped_rows(side, ground))[-1])
            return (box.left if step < 0 else box.right) + step * away
    return None


def _sides(part: Pixels, box: Box, left: int, right: int) -> tuple[Pixels, Pixels]:
    """What is left and right of the words, column by column from the words outwards."""
    across = part.swapaxes(0, 1)
    return across[left : max(left, box.left - 1)][::-1], across[box.right + 1 : right]


def _is_framed(around: Pixels, side: Pixels, ground: NDArray[np.float64]) -> bool:
    """Whether lines of colour go on beyond the stripe: the frame of a field in the focus."""
    last = int(np.flatnonzero(striped_rows(side, ground))[-1])
    beyond = around[last + ROUND : last + ROUND + CORNER].swapaxes(0, 1)
    return bool(striped_rows(beyond, ground).any())
