"""A compositor of wlroots (sway, labwc, river), worked through its own protocols."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uitars_runtime.desktop.keyboard import Keyboard
from uitars_runtime.desktop.wayland.connection import Connection
from uitars_runtime.desktop.wayland.input import Input
from uitars_runtime.desktop.wayland.outputs import Canvas, Outputs
from uitars_runtime.desktop.wayland.screen import Screen
from uitars_runtime.desktop.wayland.sway import SwayWindows, socket_path
from uitars_runtime.desktop.wayland.text_entry import KeymapEntry
from uitars_runtime.desktop.wayland.toplevels import Toplevels
from uitars_runtime.desktop.wayland.windows import Windows
from uitars_runtime.errors import UsageError

if TYPE_CHECKING:
    from uitars_runtime.desktop.capture import Grab


class Wlroots:
    """Implements `Way`."""

    quiet = 0.026
    """Its pictures come with its frames: two of a 60 Hz screen, less what comparing one takes, so
    that no third one is waited for."""

    def __init__(self, connection: Connection) -> None:
        """`connection`: to a compositor that has all `missing_protocols`. Raises `DesktopError`,
        and `UsageError` where nobody tells which windows are open."""
        self._connection = connection
        self._outputs = Outputs(connection)
        self._screen = Screen(connection, self._outputs)
        self.input = Input(connection, self._outputs)
        self.windows = _windows(connection, self._outputs)

    def grab(self) -> Grab:
        """The pixels now."""
        return self._screen.grab()

    def canvas(self) -> Canvas:
        """The monitors now."""
        return self._outputs.canvas()

    def entry(self, keyboard: Keyboard) -> KeymapEntry:
        """A keyboard whose keys mean what is to be entered."""
        return KeymapEntry(self.input, keyboard)

    def close(self) -> None:
        """Give everything back but the connection."""
        self.windows.close()
        self._screen.close()


def missing_protocols(connection: Connection) -> list[str]:
    """What a compositor would have to offer and does not, by name."""
    from uitars_runtime.desktop.wayland import protocols

    needed = (protocols.SCREENCOPY, protocols.POINTERS, protocols.KEYBOARDS)
    return [one.name for one in needed if not connection.offers(one.name)]


def _windows(connection: Connection, outputs: Outputs) -> Windows:
    """Sway's own word where it is sway; else what its protocol tells. Raises `UsageError`."""
    from uitars_runtime.desktop.wayland import protocols

    if path := socket_path():
        return SwayWindows(path, outputs)
    if connection.offers(protocols.TOPLEVELS.name):
        return Toplevels(connection, outputs)
    raise UsageError(
        "This Wayland compositor tells no program which windows are open.",
        "Use --desktop sandbox, or a session of sway, labwc or river.",
    )
