"""A screenshot in memory: pixels with the geometry they were grabbed with, encoded once.

Not here: grabbing (desktop/capture.py) and looking for things in the pixels (eyes/).
"""

from __future__ import annotations

import hashlib
import itertools
import secrets
import threading
from typing import TYPE_CHECKING

from uitars_runtime.types import Box, OpenWindow, Point, Size

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from uitars_runtime.element import Element


_CORNER = Point(0, 0)
_PROCESS = secrets.token_hex(4)
"""Frames of two processes are never taken for each other, not even when one replaced the other."""
_COUNT = itertools.count(1)


class Frame:
    """One grab of the screen; immutable. Encoding to PNG happens at most once, in any thread."""

    def __init__(
        self,
        pixels: NDArray[np.uint8],
        origin: Point = _CORNER,
        told: tuple[Element, ...] = (),
        windows: tuple[OpenWindow, ...] | None = None,
        grab: str = "",
        address: str = "",
    ) -> None:
        """`pixels`: uint8, (height, width, 3), red green blue. `origin`: see `Observation`.

        `told`: what the programs say is there, where they were asked (AT-SPI). `windows`: those
        that were open, oldest first; None where nobody knows. `grab`: what another process calls
        it. `address`: of the page that was shown; empty where nobody knows.
        """
        if pixels.ndim != 3 or pixels.shape[2] != 3:
            raise ValueError(f"pixels must be (height, width, 3), not {pixels.shape}")
        self.pixels = pixels
        self.origin = origin
        self.told = told
        self.windows = windows
        self.address = address
        self.grab = grab or f"{_PROCESS}-{next(_COUNT)}"
        """Its name: one grab has one name in every process, and no two grabs have the same."""
        self.elements: tuple[Element, ...] | None = None
        """What eyes found on it; None where none looked yet."""
        self.size = Size(width=int(pixels.shape[1]), height=int(pixels.shape[0]))
        self._png: bytes | None = None
        self._lock = threading.Lock()

    @classmethod
    def of_png(
        cls,
        data: bytes,
        told: tuple[Element, ...] = (),
        windows: tuple[OpenWindow, ...] | None = None,
    ) -> Frame:
        """The picture of a PNG file. Raises `ValueError` where it is none."""
        import cv2
        import numpy as np

        encoded = np.frombuffer(data, np.uint8)
        pixels = cv2.imdecode(encoded, cv2.IMREAD_COLOR_RGB) if encoded.size else None
        if pixels is None:
            raise ValueError("this is no readable PNG file")
        return cls(_uint8(pixels), told=told, windows=windows)

    def part(self, box: Box) -> NDArray[np.uint8]:
        """The pixels inside a box."""
        return self.pixels[box.top : box.bottom, box.left : box.right]

    def png(self) -> bytes:
        """The picture as a PNG file; the first call encodes, later ones return the same bytes."""
        with self._lock:
            if self._png is None:
                import cv2

                # Level 1: a third of the time of the default for a tenth more bytes on screenshots.
                ok, data = cv2.imencode(
                    ".png", self.pixels[:, :, ::-1], [cv2.IMWRITE_PNG_COMPRESSION, 1]
                )
                if not ok:
                    raise ValueError("the screenshot could not be encoded as PNG")
                self._png = data.tobytes()
            return self._png

    def digest(self) -> str:
        """SHA-256 of the PNG file, lower-case hexadecimal."""
        return hashlib.sha256(self.png()).hexdigest()

    def thumbnail(self) -> NDArray[np.uint8]:
        """Grey, at most 160 pixels wide: enough to tell whether two screens are the same."""
        import cv2

        grey = cv2.cvtColor(self.pixels, cv2.COLOR_RGB2GRAY)
        height = max(1, round(self.size.height * 160 / self.size.width))
        return _uint8(cv2.resize(grey, (160, height), interpolation=cv2.INTER_AREA))

    def resized(self, size: Size) -> Frame:
        """The same picture at another size (area interpolation when it shrinks)."""
        if size == self.size:
            return self
        import cv2

        shrinks = size.width * size.height < self.size.width * self.size.height
        pixels = cv2.resize(
            self.pixels,
            (size.width, size.height),
            interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC,
        )
        return Frame(_uint8(pixels), self.origin)


def _uint8(array: object) -> NDArray[np.uint8]:
    """An image that OpenCV made, with the type its stubs leave open."""
    import numpy as np

    return np.asarray(array, dtype=np.uint8)
