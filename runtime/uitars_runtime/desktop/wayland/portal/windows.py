"""Windows as their programs tell them (AT-SPI): title, program and whether it has the keyboard.

A portal tells of no window. Whose one is the bus knows, whom the kernel told. Where it lies nobody
says: only one that fills the only monitor, with no other beside it, can lie nowhere else. A program
that tells nothing of itself has no windows here.
"""

# jeepney is typed in part only.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from jeepney import DBusAddress, Properties, new_method_call
from jeepney.io.blocking import open_dbus_connection

from uitars_runtime.desktop.accessibility import Node
from uitars_runtime.desktop.walk import SHOWING, Walk
from uitars_runtime.desktop.wayland.outputs import Canvas
from uitars_runtime.desktop.wayland.windows import WaylandWindow
from uitars_runtime.types import Box, Point

_ACCESSIBLE: Final = "org.a11y.atspi.Accessible"
_REGISTRY: Final = Node("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
_BUS: Final = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
_COMPONENT: Final = "org.a11y.atspi.Component"
_ON_SCREEN: Final = 0
"""Places as the program takes the screen to be (AtspiCoordType)."""
_SAID: Final = ("title", "state", "role", "place")
_ACTIVE: Final = 1
_DIALOGS: Final = frozenset({2, 16})
"""Alert and dialog (AtspiRole)."""
_PATIENCE = 0.3
"""Seconds for each of three rounds of questions."""


class ToldWindows:
    """Implements `Windows`."""

    placed = False

    def __init__(self, address: Callable[[], str], canvas: Callable[[], Canvas]) -> None:
        """`address`: of the accessibility bus; empty while none runs."""
        self._address = address
        self._canvas = canvas
        self._numbers: dict[Node, int] = {}

    def all(self) -> tuple[WaylandWindow, ...]:
        """Every window that is told of, oldest first; each may lie anywhere."""
        address = self._address()
        if not address:
            return ()
        canvas = self._canvas()
        try:
            with open_dbus_connection(bus=address) as connection:
                found, everybody = _windows(Walk(connection, patience=_PATIENCE))
        except OSError:
            return ()  # the bus is gone
        alone = [one for one in found if one.shown] if everybody else []
        told = [
            WaylandWindow(
                id=self._number(one.node),
                title=one.title,
                wm_class=one.program,
                pid=one.pid,
                box=canvas.box if one.shown else Box(0, 0, 0, 0),
                corner=_corner(one, canvas) if alone == [one] else None,
                active=one.active,
                dialog=one.dialog,
            )
            for one in found
        ]
        return tuple(sorted(told, key=lambda window: window.id))

    def at(self, _place: Point, /) -> WaylandWindow | None:
        """The window that fills the screen alone."""
        return next((window for window in self.all() if window.corner is not None), None)

    def close(self) -> None:
        """Nothing is held."""

    def _number(self, node: Node) -> int:
        return self._numbers.setdefault(node, len(self._numbers) + 1)


class _Told:
    """What one window said of itself."""

    def __init__(self, node: Node, program: str, pid: int, answers: dict[str, Any]) -> None:
        self.node, self.program, self.pid = node, program, pid
        self.title = str(answers["title"][0][1]) if "title" in answers else ""
        low = int(answers["state"][0][0]) if "state" in answers else 0
        self.shown = bool(low >> SHOWING & 1)
        self.active = bool(low >> _ACTIVE & 1)
        self.dialog = "role" in answers and int(answers["role"][0]) in _DIALOGS
        self.place: tuple[int, ...] = tuple(answers["place"][0]) if "place" in answers else ()
        """Left, top, width and height, as it counts them."""


def _corner(alone: _Told, canvas: Canvas) -> Point | None:
    """Where the only window that is shown lies, where it fills the only monitor."""
    screen = canvas.outputs[0].box
    if len(canvas.outputs) > 1 or alone.place != (0, 0, screen.width, screen.height):
        return None
    return Point(canvas.box.left, canvas.box.top)


def _windows(walk: Walk) -> tuple[list[_Told], bool]:
    """What windows say of themselves, and whether all were told of and said so much."""
    answer = walk.ask({0: _children(_REGISTRY)}).get(0)
    programs = [Node(*one) for one in answer[0]] if answer else []
    about = walk.ask(
        {(one, "windows"): _children(one) for one in programs}
        | {(one, "name"): _name(one) for one in programs}
        | {
            (one, "pid"): new_method_call(_BUS, "GetConnectionUnixProcessID", "s", (one.owner,))
            for one in programs
        }
    )
    windows = {
        Node(*window): program
        for program in programs
        if (program, "windows") in about
        for window in about[program, "windows"][0]
    }
    said = walk.ask(
        {(one, "title"): _name(one) for one in windows}
        | {(one, "state"): new_method_call(_at(one), "GetState") for one in windows}
        | {(one, "role"): new_method_call(_at(one), "GetRole") for one in windows}
        | {(one, "place"): _place(one) for one in windows}
    )
    found = [
        _Told(
            node,
            str(about[program, "name"][0][1]) if (program, "name") in about else "",
            int(about[program, "pid"][0]) if (program, "pid") in about else 0,
            {what: said[node, what] for what in _SAID if (node, what) in said},
        )
        for node, program in windows.items()
    ]
    everybody = all((one, "windows") in about for one in programs) and all(
        (one, "state") in said for one in windows
    )
    return found, everybody


def _at(node: Node) -> DBusAddress:
    return DBusAddress(node.path, node.owner, _ACCESSIBLE)


def _children(node: Node) -> Any:
    return new_method_call(_at(node), "GetChildren")


def _place(node: Node) -> Any:
    return new_method_call(
        DBusAddress(node.path, node.owner, _COMPONENT), "GetExtents", "u", (_ON_SCREEN,)
    )


def _name(node: Node) -> Any:
    return Properties(_at(node)).get("Name")
