"""The monitors of a Windows desktop and how large each shows things."""

from __future__ import annotations

import ctypes
from typing import Any

import msgspec

from uitars_runtime.desktop.win32.libraries import EnumMonitorsCall, shcore, user32
from uitars_runtime.types import Box

_EFFECTIVE = 0
"""`MDT_EFFECTIVE_DPI`"""
_UNSCALED = 96


class Monitor(msgspec.Struct, frozen=True):
    """One monitor."""

    box: Box
    """In device pixels."""
    percent: int
    """100 where nothing is enlarged."""


def monitors() -> tuple[Monitor, ...]:
    """Those of this desktop."""
    found: list[Monitor] = []

    def take(handle: int, _context: int, box: Any, _data: int) -> bool:
        place = box.contents
        across, down = ctypes.c_uint(_UNSCALED), ctypes.c_uint(_UNSCALED)
        shcore().GetDpiForMonitor(handle, _EFFECTIVE, ctypes.byref(across), ctypes.byref(down))
        percent = round(100 * across.value / _UNSCALED)
        found.append(Monitor(Box(place.left, place.top, place.right, place.bottom), percent))
        return True

    user32().EnumDisplayMonitors(None, None, EnumMonitorsCall(take), 0)
    return tuple(found)
