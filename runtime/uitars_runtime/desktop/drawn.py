"""Waiting until a window that has just appeared shows what it is going to show.

A window is mapped before its program has drawn into it; a browser can stay empty for seconds. Later
looks wait for the screen to settle (settle.py); only the first one has to know that an empty window
is not finished.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from Xlib import X
from Xlib.error import BadDrawable, BadMatch, BadWindow

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from Xlib.display import Display

QUIET_SECONDS = 0.3
BLANK_SECONDS = 8.0
"""How long a window of one colour is taken for one that is still being drawn."""
RESTLESS_SECONDS = 4.0
"""How long a window that keeps changing is waited for once it shows something."""
_POLL_SECONDS = 0.04
_CARET_SHARE = 0.001


Look = Callable[[], "NDArray[np.uint32] | None"]
"""What a window shows now, a number for each pixel, (height, width); None when it is gone."""


def await_drawn(display: Display, window: int) -> None:
    """The same for a window of an X display."""
    await_shown(lambda: _pixels(display, window))


def await_shown(look: Look) -> None:
    """Return once a window shows something and is quiet, or after a while; or when it closed."""
    began = quiet_since = time.monotonic()
    shown_since = 0.0
    previous: NDArray[np.uint32] | None = None
    while True:
        pixels = look()
        instant = time.monotonic()
        if pixels is None:
            return
        if bool((pixels == pixels[0, 0]).all()):
            if instant - began > BLANK_SECONDS:
                return
            quiet_since = instant
        else:
            shown_since = shown_since or instant
            if previous is None or not _same(previous, pixels):
                quiet_since = instant
            if instant - quiet_since >= QUIET_SECONDS or instant - shown_since >= RESTLESS_SECONDS:
                return
        previous = pixels
        time.sleep(min(_POLL_SECONDS, quiet_since + QUIET_SECONDS - instant))


def _same(one: NDArray[np.uint32], other: NDArray[np.uint32]) -> bool:
    if one.shape != other.shape:
        return False
    return int((one != other).sum()) <= one.size * _CARET_SHARE


def _pixels(display: Display, window: int) -> NDArray[np.uint32] | None:
    """What the window shows, (height, width); None when it is gone or off the screen."""
    handle = display.create_resource_object("window", window)
    root = display.screen().root
    try:
        size = handle.get_geometry()
        place = root.translate_coords(handle, 0, 0)
        screen = root.get_geometry()
        left, top = max(0, place.x), max(0, place.y)
        right = min(screen.width, place.x + size.width)
        bottom = min(screen.height, place.y + size.height)
        if right <= left or bottom <= top:
            return None
        image = root.get_image(left, top, right - left, bottom - top, X.ZPixmap, 0xFFFFFFFF)
    except (BadDrawable, BadMatch, BadWindow):
        return None
    words = np.frombuffer(image.data, np.uint32)
    return words.reshape(bottom - top, right - left) & np.uint32(0xFFFFFF)
