"""Whether a yes came from a person: only a press on a real device counts, where that can be told.

On X11 the devices that the agent itself works are known, and their presses do not count.
"""

from __future__ import annotations

from typing import Protocol

from PySide6.QtGui import QGuiApplication

_RECENT = 2.0
"""Seconds between the press and the answer it gives."""


class Presses(Protocol):
    """Knows of presses on devices of this computer."""

    def recent(self, seconds: float, /) -> bool:
        """Whether a key or button of a real device was pressed in the last seconds."""
        ...

    def close(self) -> None: ...


class AnyPresses:
    """Where devices cannot be told apart every press counts; the documentation says where."""

    def recent(self, _seconds: float, /) -> bool:
        return True

    def close(self) -> None:
        """Nothing is held."""


def open_presses() -> Presses:
    """The presses on the display that the window is on. Raises `DesktopError`."""
    if QGuiApplication.platformName() != "xcb":
        return AnyPresses()
    import os

    from uitars_runtime.guard.physical import PhysicalPresses

    return PhysicalPresses(os.environ["DISPLAY"])


def pressed(presses: Presses) -> bool:
    """Whether the answer that is being given was pressed by a person."""
    return presses.recent(_RECENT)
