"""Words that the detector of lines took apart, put together again; and links that it took for one.

What is cut at wide gaps and at the sides of frames is `lines.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.screen import Screen
from uitars_runtime.eyes.shapes.ink import inked_columns, runs
from uitars_runtime.eyes.shapes.proposals import Proposal, is_mark
from uitars_runtime.eyes.text.pitch import pitch_of
from uitars_runtime.geometry import union
from uitars_runtime.types import Box

NEAR = 0.35
"""Gap between two boxes of the detector, in heights, up to which they may be words of one line."""
LEVEL = 0.7
"""Share of the lower box's rows that both must have in common."""
UNDERLINED = 0.75
"""Share of the columns of every link that its underline fills; it stops for a `g` or `p`."""
WORD = 1.2
"""Width in heights of the shorter of two words at least."""
LONG_WORD = 1.9
"""Width in heights of the longer one."""
RULE = 0.75
"""Share of the rows that a column fills which is a line and no letter."""
ICON = 15
"""Rows from which a square shape is an icon and no letter."""
LINK_GAP = 3
"""Blank columns between two underlined words that end the underline."""


def join_words(screen: Screen, boxes: Sequence[Box], shapes: Sequence[Proposal]) -> list[Box]:
    """The boxes, those of neighbouring words on one line, in the same frames, made one.

    Only where letters are of one width: words of such fonts are as far apart as entries of a menu
    in others, and only there the detector takes them for lines of their own.
    """
    frames = [shape.box for shape in shapes if shape.framed]
    icons = [shape.box for shape in shapes if is_mark(shape.box) and shape.box.height >= ICON]
    joined: list[Box] = []
    waiting: list[Box] = []
    for box in sorted(boxes, key=lambda box: box.left):
        pictures = any(box.contains(icon.center) for icon in icons)
        (joined if pictures else waiting).append(box)
    while waiting:
        whole, *waiting = waiting
        while following := next(
            (box for box in waiting if _follows(screen, whole, box, frames)), None
        ):
            waiting.remove(following)
            whole = union(whole, following)
        joined.append(whole)
    return joined


def _follows(screen: Screen, one: Box, other: Box, frames: Sequence[Box]) -> bool:
    """Whether the other box holds the next word of the line."""
    low = min(one.height, other.height)
    common = min(one.bottom, other.bottom) - max(one.top, other.top)
    if common < LEVEL * low or max(one.height, other.height) > 1.6 * low:
        return False
    wide = sorted(box.width / box.height for box in (one, other))
    if wide[0] < WORD or wide[1] < LONG_WORD:
        return False
    if not -low <= other.left - one.right <= NEAR * low:
        return False
    if any(frame.contains(one.center) != frame.contains(other.center) for frame in frames):
        return False
    whole = union(one, other)
    mask = screen.ink(whole)
    gap = sorted((one.right - low // 3 - whole.left, other.left + low // 3 - whole.left))
    ruled = (mask[:, gap[0] : gap[1]].mean(axis=0) > RULE).any()
    return not ruled and pitch_of(mask).fixed


def split_at_links(screen: Screen, box: Box) -> list[Box]:
    """The box cut where an underline ends and begins again."""
    mask = screen.ink(box)
    parts = runs(inked_columns(mask), gap=LINK_GAP - 1)
    underline = _underline(mask, parts)
    if len(parts) < 2 or underline is None:
        return [box]
    long = all(last - first >= 2 * box.height for first, last in parts)
    if not long and not _hangs_free(mask, parts, underline):
        return [box]
    return [
        Box(
            max(box.left, box.left + first - 2),
            box.top,
            min(box.right, box.left + last + 2),
            box.bottom,
        )
        for first, last in parts
    ]


def _underline(mask: NDArray[np.bool_], parts: Sequence[tuple[int, int]]) -> int | None:
    """The uppermost row, in the lower half, that is an underline below every part."""
    for row in range(len(mask) // 2, len(mask)):
        if all(mask[row, first:last].mean() >= UNDERLINED for first, last in parts):
            return row
    return None


def _hangs_free(mask: NDArray[np.bool_], parts: Sequence[tuple[int, int]], underline: int) -> bool:
    """Whether most parts leave a row blank above their underline; the foot of an `E` does not."""
    above = mask[max(0, underline - max(3, len(mask) // 8)) : underline]
    free = sum(not above[:, first:last].any(axis=1).all() for first, last in parts)
    return 2 * free > len(parts)
