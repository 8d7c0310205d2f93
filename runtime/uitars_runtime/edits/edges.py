"""Whether a text may go on behind the edges of its window: where it does not, the paper beside it
is empty, and it stays where it is, whichever end the caret goes to. Pure.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from uitars_runtime.edits.lines import alike, letters
from uitars_runtime.geometry import Box, union

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CARET: Final = 4
"""Pixels beside a line within which the caret may stand."""
_BEHIND: Final = 2
"""Times its height that is empty behind a line: more than a letter is wide."""
_PLAIN: Final = 8
"""By how much the colours differ of pixels on which nothing stands."""
_OTHERS: Final = 2
"""Lines that read otherwise for the caret: where it stood, and where it stands."""


def is_seen_to_end(line: Box, pixels: NDArray[np.uint8]) -> bool:
    """Whether nothing can stand behind a line."""
    left = line.right + _CARET
    return _is_plain(Box(left, line.top, left + _BEHIND * line.height, line.bottom), pixels)


def has_room_below(lines: Sequence[Box], room: float, pixels: NDArray[np.uint8]) -> bool:
    """Whether nothing stands within so many pixels below the last line."""
    around = functools.reduce(union, lines)
    top = around.bottom + _CARET
    return _is_plain(Box(around.left, top, around.right, round(around.bottom + room)), pixels)


def stays(texts: Sequence[str], seen: Sequence[str]) -> bool:
    """Whether the same lines are in sight, wherever the caret stands now."""
    if len(texts) != len(seen):
        return False
    others = [pair for pair in zip(texts, seen, strict=True) if pair[0] != pair[1]]
    return len(others) <= _OTHERS and all(alike(letters(one), letters(two)) for one, two in others)


def _is_plain(box: Box, pixels: NDArray[np.uint8]) -> bool:
    """Whether nothing stands there, and all of it is on the picture."""
    height, width, _ = pixels.shape
    if box.bottom > height or box.right > width:
        return False
    part = pixels[box.top : box.bottom, box.left : box.right]
    return int((part.max((0, 1)) - part.min((0, 1))).max()) <= _PLAIN
