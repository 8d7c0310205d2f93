"""A person's desktop on a wlroots compositor, through its own protocols."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from uitars_runtime.desktop.checked_entry import CheckedEntry
from uitars_runtime.desktop.keyboard import Keyboard
from uitars_runtime.desktop.pointer import Pointer
from uitars_runtime.desktop.readback import Field
from uitars_runtime.desktop.settle import Settler
from uitars_runtime.desktop.wayland.accessibility import WaylandAccessibility, WaylandOutline
from uitars_runtime.desktop.wayland.connection import Connection
from uitars_runtime.desktop.wayland.input import Input
from uitars_runtime.desktop.wayland.outputs import Outputs
from uitars_runtime.desktop.wayland.screen import Screen
from uitars_runtime.desktop.wayland.sway import SwayWindows, socket_path
from uitars_runtime.desktop.wayland.text_entry import KeymapEntry
from uitars_runtime.desktop.wayland.toplevels import Toplevels
from uitars_runtime.desktop.wayland.windows import WaylandWindow, Windows, active
from uitars_runtime.desktop.working import Working
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.geometry import common
from uitars_runtime.protocols import Check, no_objection
from uitars_runtime.types import Action, Box, Outcome

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from uitars_runtime.frame import Frame


class WaylandDesktop:
    """Implements `Desktop`. For one thread."""

    def __init__(self, name: str) -> None:
        """`name`: the compositor's socket, for example `wayland-1`. Raises `DesktopError`, and
        `UsageError` for a compositor that lets no program do this."""
        self._connection = Connection(name)
        try:
            missing = missing_protocols(self._connection)
            if missing:
                raise UsageError(
                    f"This Wayland compositor lets no program see and work the whole screen: it has"
                    f" no {' and no '.join(missing)}.",
                    "Use --desktop sandbox, or log in to an Xorg session, or to a session of sway,"
                    " labwc, river or another compositor of wlroots.",
                )
            self._open()
        except BaseException:
            self._connection.close()
            raise

    def _open(self) -> None:
        outputs = Outputs(self._connection)
        self._screen = Screen(self._connection, outputs)
        self._settler = Settler(self._screen.grab)
        self._input = Input(self._connection, outputs)
        self._pointer = Pointer(self._input)
        self._keyboard = Keyboard(self._input)
        self._entry = KeymapEntry(self._input, self._keyboard)
        self.windows = _windows(self._connection, outputs)
        """Those that are open."""
        self.accessibility = WaylandAccessibility(outputs)
        """What their programs say of themselves."""
        self.outline = WaylandOutline(self.accessibility, self.windows, outputs)
        self._outputs = outputs
        self._working = Working(
            self._screen.grab,
            self._settler,
            self._pointer,
            self._keyboard,
            CheckedEntry(self._entry, self._settler, self._field),
        )
        self._input.on_arrival = self._working.look_again

    @property
    def name(self) -> str:
        return self._connection.name

    def observe(self) -> Frame:
        """Grab the screen once it has settled. Raises `DesktopError`."""
        return self._settler.observe().frame()

    def look(self) -> Frame:
        """The screen at this moment, settled or not. Raises `DesktopError`."""
        return self._screen.grab().frame()

    def shows(self, window: int) -> NDArray[np.uint32] | None:
        """The pixels where a window lies, (height, width); None when it is gone or not shown."""
        box = next((one.box for one in self.windows.all() if one.id == window), None)
        grab = self._screen.grab()
        part = common(box, grab.geometry) if box is not None else None
        if part is None:
            return None
        left, top = part.left - grab.geometry.left, part.top - grab.geometry.top
        words = grab.words[top : top + part.height, left : left + part.width]
        return words & np.uint32(0xFFFFFF)

    def execute(self, action: Action, seen: Frame, check: Check = no_objection, /) -> Outcome:
        """Do it and say what changed. What happens between `check` and the input, some
        milliseconds, cannot be held off here.

        Raises `DesktopError`, and `TypeError` for an action that is none of a screen's.
        """
        with self._input.expecting(check):
            return self._working.execute(action, seen)

    def enter_secret(self, secret: str, _seen: Frame, check: Check, /) -> Outcome:
        """Type it with the keyboard, unread. Raises `DesktopError`."""
        with self._input.expecting(check):
            return self._working.enter_secret(lambda: self._entry.enter(secret))

    @property
    def area(self) -> Box:
        """The canvas, in its own pixels."""
        return self._outputs.canvas().box

    def active(self) -> WaylandWindow | None:
        """The window with the keyboard."""
        return active(self.windows.all())

    def close(self) -> None:
        """Let every held key and button go, and give the connection back."""
        try:
            self._pointer.release_all()
            self._keyboard.release_all()
        except DesktopError as error:
            if not error.gone:
                raise
            # With its compositor gone nothing is held any more.
        self.windows.close()
        self._screen.close()
        self._connection.close()

    def _field(self) -> Field | None:
        return self.accessibility.field(self.active())


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
