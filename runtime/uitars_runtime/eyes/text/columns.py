"""What stands in the columns of a line, and between its letters. Pure: only ink is looked at.

Not here: where a line is cut (`splitting.py`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.geometry import Box

BORDER: Final = 0.95
"""Share of a row that is drawn where it is a border. Ours."""
LONG: Final = 1.6
"""Width of a frame in its height, at least: letters are not as long."""


def stands_apart(inked: NDArray[np.bool_], left: int, right: int, space: int) -> bool:
    """Whether so many columns on either side of a shape are blank, one with a faint edge aside."""
    before, after = _beside(inked, left, right, space)
    return not before[:-1].any() and not after[1:].any()


def is_all(inked: NDArray[np.bool_], left: int, right: int) -> bool:
    """Whether a shape is all that stands in the line.

    Worth 12 right elements of 7,023, 6 of them on 3 of 48 pictures of programs, where none is lost.
    """
    return not inked[: max(0, left - 1)].any() and not inked[right + 1 :].any()


def between_letters(inked: NDArray[np.bool_], side: int) -> bool:
    """Whether the side of a faint frame is a stem with a letter close to it on either hand.

    Worth 1 right element of 1,867 (0 to 3).
    """
    return all(near.any() for near in _beside(inked, side - 1, side + 2, 3))


def is_spaced(inked: NDArray[np.bool_], left: int, right: int, space: float) -> bool:
    """Whether ink is near on both sides of a shape, as beside a word; a tick box has room before
    it.

    Worth no step and -1 right element of 1,867 (-3 to 0), but the letters of "to" touch and have an
    outline like a box: GTK settings in `tests/runtime/test_eyes_look.py` need it.
    """
    return all(near.any() for near in _beside(inked, left, right, int(space) + 1))


def is_bordered(mask: NDArray[np.bool_], box: Box, frame: Box) -> bool:
    """Whether a line is drawn along the top and the bottom of a frame, as of short lists with round
    corners; the tops of letters are none."""
    round_ = frame.height // 4
    left, right = frame.left - box.left + round_, frame.right - box.left - round_

    def is_drawn(edge: int) -> bool:
        rows = mask[max(0, edge - 2) : max(0, edge + 2), max(0, left) : max(0, right)]
        return rows.size > 0 and bool((rows.mean(axis=1) >= BORDER).any())

    wide = frame.width >= LONG * frame.height
    return wide and is_drawn(frame.top - box.top) and is_drawn(frame.bottom - box.top)


def _beside(
    inked: NDArray[np.bool_], left: int, right: int, reach: int
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """So many columns before a shape and behind it, as far as the line goes."""
    return (
        inked[max(0, left - reach) : max(0, left)],
        inked[max(0, right) : max(0, right + reach)],
    )
