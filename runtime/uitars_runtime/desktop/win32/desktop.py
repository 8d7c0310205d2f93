"""The desktop of a person on Windows: pictures and input as elsewhere, in device pixels."""

from __future__ import annotations

from typing import Self

from uitars_runtime.desktop.portable import PortableDesktop
from uitars_runtime.desktop.win32.libraries import user32
from uitars_runtime.desktop.win32.processes import end_with_us

_PER_MONITOR = -4
"""`DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2`: no coordinate is scaled for us."""


class Win32Desktop(PortableDesktop):
    """Implements `Desktop`."""

    @classmethod
    def open(cls) -> Self:
        """The desktop of this session. Raises `DesktopError`."""
        # Before anything asks for a size. A program that was told so already keeps what it has.
        user32().SetProcessDpiAwarenessContext(_PER_MONITOR)
        end_with_us()
        return super().open()
