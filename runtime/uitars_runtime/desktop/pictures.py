"""Grabs from pictures that another machine or a device encoded."""

from __future__ import annotations

import numpy as np

from uitars_runtime.desktop.capture import Grab
from uitars_runtime.errors import DesktopError
from uitars_runtime.types import Box


def grab_of(data: bytes, width: int = 0) -> Grab:
    """The grab of a PNG or JPEG file. `width`: of the screen in the units that its pointer counts
    in; 0 for pixels. Raises `DesktopError` for what is no picture."""
    import cv2

    encoded = np.frombuffer(data, np.uint8)
    pixels = cv2.imdecode(encoded, cv2.IMREAD_COLOR_BGR) if encoded.size else None
    if pixels is None:
        raise DesktopError("The screen came as no picture.", "Look at it over there.", gone=True)
    four = cv2.cvtColor(pixels, cv2.COLOR_BGR2BGRA)
    height, wide = four.shape[:2]
    scale = wide / width if width else 1.0
    return Grab(bytearray(four.tobytes()), Box(0, 0, wide, height), scale)
