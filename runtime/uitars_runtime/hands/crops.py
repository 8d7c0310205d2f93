"""The pixels around a point, and whether they are still the same: carets blink."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uitars_runtime.types import Box, Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from uitars_runtime.frame import Frame

_HALF = 32
"""Half the edge of the square around a point that is compared, in pixels."""
_NOTICED = 24
"""A channel that differs by this much is a difference; compositors and dithering differ by less."""
_TOLERATED = 0.02
"""Share of pixels that may differ."""
_CARET = (20, 40)
"""Width and height in pixels of what a blinking caret or block cursor can be."""


def differs(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    """Whether two pictures of one place differ by more than a blinking caret."""
    import numpy as np

    if one.shape != other.shape:
        return True
    distance = np.abs(one.astype(np.int16) - other.astype(np.int16)).max(axis=2)
    rows, columns = np.nonzero(distance > _NOTICED)
    if rows.size <= _TOLERATED * distance.size:
        return False
    width, height = _CARET
    return bool(np.ptp(columns) >= width or np.ptp(rows) >= height)


def crop_around(point: Point, seen: Frame) -> Box:
    """The square around a point that is compared, as far as the screenshot reaches."""
    return Box(
        max(0, point.x - _HALF),
        max(0, point.y - _HALF),
        min(seen.size.width, point.x + _HALF),
        min(seen.size.height, point.y + _HALF),
    )
