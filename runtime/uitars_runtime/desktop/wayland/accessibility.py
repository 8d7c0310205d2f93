"""What the programs of a Wayland session say of themselves (AT-SPI).

A program does not know where its windows lie and counts from a corner of its own; the compositor
says where that corner is. The bus is never switched on here.
"""

# jeepney is typed in part only.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import msgspec
from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection

from uitars_runtime.desktop.accessibility import Accessibility
from uitars_runtime.desktop.outline import ToldOutline, everything
from uitars_runtime.desktop.readback import Field, read_field
from uitars_runtime.desktop.walk import Told, Walk
from uitars_runtime.desktop.wayland.outputs import Canvas
from uitars_runtime.desktop.wayland.windows import WaylandWindow, Windows
from uitars_runtime.desktop.widget import Widget
from uitars_runtime.types import Box, Point

_SECONDS = 0.5


def session_bus_address() -> str:
    """Where the accessibility bus of the session listens; empty where none runs."""
    if told := os.environ.get("AT_SPI_BUS_ADDRESS", ""):
        return told
    if not os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return ""
    bus = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
    launcher = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
    try:
        with open_dbus_connection(bus="SESSION") as connection:

            def answer(message: Any) -> Any:
                said = connection.send_and_get_reply(message, timeout=_SECONDS)
                return None if said.header.message_type is MessageType.error else said.body[0]

            # Asking the launcher would start it.
            if not answer(new_method_call(bus, "NameHasOwner", "s", ("org.a11y.Bus",))):
                return ""
            return str(answer(new_method_call(launcher, "GetAddress")) or "")
    except (OSError, TimeoutError, ValueError):
        return ""


class WaylandAccessibility:
    """Asks about widgets of windows; places are pixels of the canvas."""

    def __init__(self, canvas: Callable[[], Canvas]) -> None:
        self._canvas = canvas
        self._address = ""

    @property
    def address(self) -> str:
        """Of the bus: the first program that is asked starts it, often after this process."""
        self._address = self._address or session_bus_address()
        return self._address

    def at(self, window: WaylandWindow, place: Point) -> Widget | None:
        """The innermost widget of a window at a place."""
        if window.corner is None:
            return None
        scale = self._canvas().scale
        inner = Point(
            int((place.x - window.corner.x) / scale), int((place.y - window.corner.y) / scale)
        )
        return self._placed(window, Accessibility(self.address).at(window.pid, inner), scale)

    def focused(self, window: WaylandWindow) -> Widget | None:
        """The widget of a window that has the keyboard."""
        widget = Accessibility(self.address).focused(window.pid)
        return self._placed(window, widget, self._canvas().scale)

    def field(self, window: WaylandWindow | None) -> Field | None:
        """The field of a window that has the keyboard, and its text."""
        return read_field(Accessibility(self.address), window.pid) if window else None

    @staticmethod
    def _placed(window: WaylandWindow, widget: Widget | None, scale: float) -> Widget | None:
        if widget is None or widget.box is None:
            return widget
        box = None if window.corner is None else on_canvas(widget.box, window.corner, scale)
        return msgspec.structs.replace(widget, box=box)


def on_canvas(box: Box, corner: Point, scale: float) -> Box:
    """A box that a program counts from its corner, in pixels of the canvas."""
    return Box(
        round(corner.x + box.left * scale),
        round(corner.y + box.top * scale),
        round(corner.x + box.right * scale),
        round(corner.y + box.bottom * scale),
    )


class WaylandOutline(ToldOutline):
    """An element for each visible widget of visible windows."""

    def __init__(
        self,
        accessibility: WaylandAccessibility,
        windows: Windows,
        canvas: Callable[[], Canvas],
    ) -> None:
        super().__init__()
        self._accessibility = accessibility
        self._windows = windows
        self._canvas = canvas

    def _told(self) -> list[tuple[Told, str]]:
        """Of a program with several windows each widget is told for each of them: nobody says in
        which it is."""
        address = self._accessibility.address
        if not address:
            return []
        scale = self._canvas().scale
        corners: dict[int, list[Point]] = {}
        for window in self._windows.all():
            if window.pid and window.box.area and window.corner:
                corners.setdefault(window.pid, []).append(window.corner)
        found: list[tuple[Told, str]] = []
        try:
            with open_dbus_connection(bus=address) as connection:
                for pid, places in corners.items():
                    for one, text in everything(Walk(connection, pid)):
                        for corner in places:
                            placed = on_canvas(one.box, corner, scale)
                            found.append((one._replace(box=placed), text))
        except OSError:
            pass  # the bus is gone
        return found
