"""Grabbing the whole screen, with the geometry of that very moment.

Not here: when to grab (settle.py) and what differs between two grabs (changes.py).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from uitars_runtime.errors import DesktopError
from uitars_runtime.frame import Frame
from uitars_runtime.types import Box, Point, Size

if TYPE_CHECKING:
    from mss import MSS
    from numpy.typing import NDArray

_TRIES = 3
"""A screen that is being resized can fail a grab; it is measured again this often."""


class Grab:
    """Raw pixels of one moment; converted to a `Frame` only when somebody wants to look."""

    def __init__(self, raw: bytearray, geometry: Box, scale: float = 1.0) -> None:
        """`raw`: blue, green, red and an unused byte for each pixel, row by row. `geometry`: in
        pixels. `scale`: pixels for each unit that the device counts in; 2 on a Retina display."""
        self.raw = raw
        self.geometry = geometry
        self.scale = scale
        self._frame: Frame | None = None

    @property
    def words(self) -> NDArray[np.uint32]:
        """One number a pixel, (height, width); the upper byte means nothing."""
        return np.frombuffer(self.raw, np.uint32).reshape(self.geometry.height, self.geometry.width)

    def frame(self) -> Frame:
        """The screenshot; always the same object for the same grab."""
        if self._frame is None:
            whole = self.part(Box(0, 0, self.size.width, self.size.height))
            self._frame = Frame(whole, Point(self.geometry.left, self.geometry.top))
        return self._frame

    @property
    def size(self) -> Size:
        """Of the picture, in pixels."""
        return Size(self.geometry.width, self.geometry.height)

    def part(self, box: Box) -> NDArray[np.uint8]:
        """The pixels inside a box of the picture, as a `Frame` has them."""
        shape = self.geometry.height, self.geometry.width, 4
        whole = np.frombuffer(self.raw, np.uint8).reshape(shape)
        bgra = whole[box.top : box.bottom, box.left : box.right]
        # Not by OpenCV, which would be most of the memory of hands that only look.
        rgb = np.empty((*bgra.shape[:2], 3), np.uint8)
        for colour in range(3):
            rgb[..., colour] = bgra[..., 2 - colour]
        return rgb

    def is_blank(self) -> bool:
        """Whether every pixel has the same colour."""
        words = self.words
        first = words[0, 0] & 0xFFFFFF
        # A coarse look settles it for every real screen.
        if ((words[::16, ::16] & 0xFFFFFF) != first).any():
            return False
        return not ((words & 0xFFFFFF) != first).any()


class Capture:
    """Grabs through mss, which caches monitors: a stale list fails or gives a part of the screen.

    So the geometry is asked for before every grab, and a new one means a new mss object.
    """

    def __init__(self, geometry: Callable[[], Box], **options: Any) -> None:
        """`geometry`: the rectangle of the whole screen now, in device pixels; raises
        `DesktopError` when the screen is gone. `options`: for `mss.MSS`."""
        self._geometry = geometry
        self._options = options
        self._mss: MSS | None = None
        self._last: Box | None = None

    def grab(self) -> Grab:
        """The pixels now. Raises `DesktopError`."""
        failures = _failures()
        problem: Exception | None = None
        for _ in range(_TRIES):
            geometry = self._geometry()
            try:
                return self._grab(geometry)
            except failures as error:
                problem = error
                self.close()
        raise DesktopError(
            "The screen cannot be grabbed.",
            f"Check that this user may record the screen. ({problem})",
        ) from problem

    def close(self) -> None:
        """Give the connection back; the next grab opens one."""
        if self._mss is not None:
            self._mss.close()
            self._mss = None

    def _grab(self, geometry: Box) -> Grab:
        from mss import MSS

        if geometry != self._last:
            self.close()
            self._last = geometry
        if self._mss is None:
            self._mss = MSS(**self._options)
        shot = self._mss.grab(
            {
                "left": geometry.left,
                "top": geometry.top,
                "width": geometry.width,
                "height": geometry.height,
            }
        )
        # Where points are not pixels (macOS) the picture is larger than the rectangle.
        width, height = shot.size
        box = Box(geometry.left, geometry.top, geometry.left + width, geometry.top + height)
        return Grab(shot.raw, box, width / geometry.width)


def _failures() -> tuple[type[Exception], ...]:
    """What mss raises for a failed grab; on X11 it lets the protocol's errors through, and asserts
    on a dead connection."""
    from mss.exception import ScreenShotError

    if sys.platform != "linux":
        return (ScreenShotError, OSError)
    from mss.linux.xcbhelpers import XError

    return (ScreenShotError, OSError, XError, AssertionError)
