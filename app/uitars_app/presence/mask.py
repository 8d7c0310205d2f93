"""Our own windows in a screenshot: covered, and not to be hit. Pure functions on pixels."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from uitars_app.transcript.marks import places
from uitars_runtime.frame import Frame
from uitars_runtime.types import Action, Box, KeyDown, KeyUp, Press, Type

_STRIPE = 8
_DARK, _LIGHT = 96, 128


def covered(frame: Frame, windows: Iterable[Box]) -> Frame:
    """The picture with a grey pattern over these rectangles (device pixels); the same object where
    there are none."""
    boxes = [box for window in windows if (box := _inside(frame, window)) is not None]
    if not boxes:
        return frame
    pixels = frame.pixels.copy()
    for box in boxes:
        rows, columns = np.mgrid[box.top : box.bottom, box.left : box.right]
        stripes = np.where((rows + columns) // _STRIPE % 2, _DARK, _LIGHT).astype(np.uint8)
        pixels[box.top : box.bottom, box.left : box.right] = stripes[:, :, None]
    return Frame(pixels, frame.origin)


def hit(action: Action, frame: Frame, windows: Iterable[Box]) -> bool:
    """Whether an action aims at one of these rectangles (device pixels)."""
    boxes = [box for window in windows if (box := _inside(frame, window)) is not None]
    return any(box.contains(point) for box in boxes for point in places(action))


def types(action: Action) -> bool:
    """Whether an action goes to the window that has the keyboard."""
    return isinstance(action, (Type, Press, KeyDown, KeyUp))


def _inside(frame: Frame, window: Box) -> Box | None:
    """A rectangle of the device as part of the picture."""
    left, top = window.left - frame.origin.x, window.top - frame.origin.y
    right, bottom = window.right - frame.origin.x, window.bottom - frame.origin.y
    left, top = max(0, left), max(0, top)
    right, bottom = min(frame.size.width, right), min(frame.size.height, bottom)
    return Box(left, top, right, bottom) if left < right and top < bottom else None
