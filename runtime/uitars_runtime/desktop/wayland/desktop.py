"""A person's desktop on a Wayland compositor."""

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
from uitars_runtime.desktop.wayland.outputs import Canvas
from uitars_runtime.desktop.wayland.portal.bus import offered
from uitars_runtime.desktop.wayland.portal.way import PortalWay
from uitars_runtime.desktop.wayland.way import Way
from uitars_runtime.desktop.wayland.windows import WaylandWindow, active
from uitars_runtime.desktop.wayland.wlroots import Wlroots, missing_protocols
from uitars_runtime.desktop.working import Working
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.geometry import common
from uitars_runtime.protocols import Check, no_objection
from uitars_runtime.types import Action, Box, Outcome

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from uitars_runtime.desktop.capture import Grab
    from uitars_runtime.frame import Frame


class WaylandDesktop:
    """Implements `Desktop`. For one thread."""

    def __init__(self, name: str) -> None:
        """`name`: the compositor's socket, for example `wayland-1`. Raises `DesktopError`, and
        `UsageError` for a compositor that lets no program do this."""
        self._connection = Connection(name)
        try:
            self._way = _way(self._connection)
            self._open()
        except BaseException:
            self._connection.close()
            raise

    def _open(self) -> None:
        way = self._way
        self._settler = Settler(way.grab, way.quiet)
        self._pointer = Pointer(way.input)
        self._keyboard = Keyboard(way.input)
        self._entry = way.entry(self._keyboard)
        self.windows = way.windows
        """Those that are open."""
        self.accessibility = WaylandAccessibility(way.canvas)
        """What their programs say of themselves."""
        self.outline = WaylandOutline(self.accessibility, self.windows, way.canvas)
        self._working = Working(
            way.grab,
            self._settler,
            self._pointer,
            self._keyboard,
            CheckedEntry(self._entry, self._settler, self._field),
        )
        way.input.on_arrival = self._working.look_again

    @property
    def name(self) -> str:
        return self._connection.name

    def observe(self) -> Frame:
        """Grab the screen once it has settled. Raises `DesktopError`."""
        return self._settler.observe().frame()

    def look(self) -> Grab:
        """The screen at this moment, settled or not. Raises `DesktopError`."""
        return self._working.look()

    def shows(self, window: int) -> NDArray[np.uint32] | None:
        """The pixels where a window lies, (height, width); None when it is gone or not shown."""
        box = next((one.box for one in self.windows.all() if one.id == window), None)
        grab = self._way.grab()
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
        with self._way.input.expecting(check):
            return self._working.execute(action, seen)

    def enter_secret(self, secret: str, _seen: Frame, check: Check, /) -> Outcome:
        """Type it with the keyboard, unread. Raises `DesktopError`."""
        with self._way.input.expecting(check):
            return self._working.enter_secret(lambda: self._entry.type_only(secret))

    @property
    def area(self) -> Box:
        """The canvas, in its own pixels."""
        return self.canvas().box

    def canvas(self) -> Canvas:
        """The monitors, and the canvas that they make together."""
        return self._way.canvas()

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
        self._way.close()
        self._connection.close()

    def _field(self) -> Field | None:
        return self.accessibility.field(self.active())


def _way(connection: Connection) -> Way:
    """How this compositor can be worked. Raises `UsageError` where it cannot."""
    missing = missing_protocols(connection)
    if not missing:
        return Wlroots(connection)
    portal = offered()
    if portal is not None:
        return PortalWay(portal, connection)
    raise no_way(missing)


def no_way(missing: list[str]) -> UsageError:
    """For a compositor without these protocols, in a session without a portal."""
    return UsageError(
        "This Wayland compositor lets no program see and work the whole screen: it has no"
        f" {' and no '.join(missing)}, and the session no desktop portal for remote control.",
        "Use --desktop sandbox, or log in to an Xorg session, or to one of GNOME, KDE, sway or"
        " another compositor of wlroots.",
    )
