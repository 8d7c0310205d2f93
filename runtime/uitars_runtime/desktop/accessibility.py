"""Asking programs about their widgets over the accessibility bus (AT-SPI), where one runs.

It is never switched on here. Where there is no bus, or a program does not answer in time, nothing
is known, and nothing is claimed.
"""

# jeepney is typed in part only.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from jeepney import DBusAddress, MessageType, Properties, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.wrappers import DBusErrorResponse

from uitars_runtime.desktop.widget import Widget
from uitars_runtime.errors import DesktopError
from uitars_runtime.types import Box, Point

if TYPE_CHECKING:
    from Xlib.display import Display

_PATIENCE = 0.4
"""Seconds for all questions about the whole tree: a browser has more objects than can be asked."""
_PATIENCE_AT = 2.0
"""Seconds for all questions about one place: some fifty objects lie above it, and the gate is to
know what a click presses though the program is busy (a browser under load took longer than 0.4)."""
_START_SECONDS = 10.0
_ACCESSIBLE = "org.a11y.atspi.Accessible"
_COMPONENT = "org.a11y.atspi.Component"
_TEXT = "org.a11y.atspi.Text"
_ACTIVE, _FOCUSED, _SHOWING = 1, 12, 25
"""Bits of an object's state (atspi-constants.h)."""
_ON_SCREEN = 0
"""Coordinates of the whole screen (AtspiCoordType)."""
_DEEPEST = 40
_CLIMB = 5
"""Objects from a word or a picture up to the control that it is on."""
_CONTROLS = (
    *("push button", "button", "toggle button", "check box", "radio button", "combo box", "link"),
    *("menu", "check menu", "radio menu", "page tab", "list item", "tree item", "table cell"),
    "icon",
)
"""Beginnings of the roles of what is pressed."""
_ROWS = ("list item", "table cell", "tree item")
"""Beginnings of the roles of rows: Qt says of the current one that it has the keyboard, whether or
not its list has (qtbase, QAccessibleTableCell)."""
_PARTS = ("static", "label", "image", "text", "section", "paragraph", "panel", "filler", "unknown")
"""Beginnings of the roles of what can lie on a control."""
_WHOLES = ("document", "frame", "window", "dialog", "application", "alert", "desktop")

_Answer = TypeVar("_Answer")


class Node(msgspec.Struct, frozen=True):
    """An object of a program's tree."""

    owner: str
    path: str


class Accessibility:
    """One accessibility bus."""

    def __init__(self, address: str) -> None:
        """`address`: where it listens; empty where none runs."""
        self._address = address

    def ask(
        self,
        pid: int,
        question: Callable[[Tree], _Answer | None],
        patience: float = _PATIENCE,
    ) -> _Answer | None:
        """The answer of a process's tree; None where it cannot be known within `patience`
        seconds."""
        if not self._address or not pid:
            return None
        try:
            with open_dbus_connection(bus=self._address) as connection:
                return question(Tree(connection, pid, patience))
        except (OSError, TimeoutError, DBusErrorResponse):
            # The bus is gone, the program does not answer, or the object closed meanwhile.
            return None

    def focused(self, pid: int) -> Widget | None:
        """The widget of the active window that has the keyboard."""
        return self.ask(pid, lambda tree: tree.widget(tree.focused()))

    def at(self, pid: int, device: Point) -> Widget | None:
        """The innermost widget at a device pixel."""
        return self.ask(pid, lambda tree: tree.widget(tree.at(device)), _PATIENCE_AT)


def bus_address(display: Display) -> str:
    """Where the accessibility bus of an X display listens; empty where none runs."""
    from Xlib import X

    atom = display.intern_atom("AT_SPI_BUS")
    found = display.screen().root.get_full_property(atom, X.AnyPropertyType)
    return "" if found is None else bytes(found.value).decode()


def start_bus(session: str) -> None:
    """Have the accessibility bus of a session bus started; only for a desktop of our own.

    Raises `DesktopError` where it cannot be.
    """
    address = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
    try:
        with open_dbus_connection(bus=session) as connection:
            answer = connection.send_and_get_reply(
                new_method_call(address, "GetAddress"), timeout=_START_SECONDS
            )
    except (OSError, TimeoutError, ValueError) as error:
        raise _no_bus(str(error)) from error
    if answer.header.message_type is MessageType.error:
        raise _no_bus("it answers with an error")


def _no_bus(why: str) -> DesktopError:
    return DesktopError(
        f"The accessibility bus of the private desktop does not start: {why}",
        "Install at-spi2-core and dbus, or leave accessibility off.",
    )


class Tree:
    """The objects of one process. Raises `TimeoutError`, `DBusErrorResponse`, `OSError`."""

    def __init__(self, connection: DBusConnection, pid: int, patience: float) -> None:
        self._connection = connection
        self._pid = pid
        self._deadline = time.monotonic() + patience

    def focused(self) -> Node | None:
        """The object with the keyboard; the innermost one where several say so. The current row of
        a list counts where the list says so too, or nobody else does."""
        found: Node | None = None
        row: Node | None = None
        windows = [(window, self._states(window)) for window in self._windows()]
        level = [(node, states, False) for node, states in windows if states >> _ACTIVE & 1]
        while level:
            saying = [(node, listed) for node, states, listed in level if states >> _FOCUSED & 1]
            for node, listed in reversed(saying):
                if listed or not self._role(node).startswith(_ROWS):
                    found = node
                else:
                    row = node
            below = [
                (child, self._states(child), bool(states >> _FOCUSED & 1))
                for node, states, _ in level
                for child in self._children(node)
            ]
            level = [one for one in below if one[1] >> _SHOWING & 1]
        return found or row

    def at(self, device: Point) -> Node | None:
        """The innermost object at a device pixel."""
        for window in self._windows():
            if not self._states(window) >> _SHOWING & 1:
                continue
            node: Node | None = None
            inner = self._inside(window, device)
            for _ in range(_DEEPEST):
                if inner is None or inner == node:
                    break
                node, inner = inner, self._inside(inner, device)
            if node is not None:
                return node
        return None

    def widget(self, node: Node | None) -> Widget | None:
        """Role and name of an object; of words and pictures on a control the control's, too."""
        if node is None:
            return None
        names: list[str] = []
        first = self._role(node)
        inner, role = node, first
        for _ in range(_CLIMB):
            if name := str(self._property(inner, _ACCESSIBLE, "Name")):
                names.append(name)
            if role.startswith(_CONTROLS):
                return Widget(role, "\n".join(dict.fromkeys(names)), self._box(inner))
            if not first.startswith(_PARTS):
                break
            inner = Node(*self._property(inner, _ACCESSIBLE, "Parent"))
            if inner.path.endswith("/null") or (role := self._role(inner)).startswith(_WHOLES):
                break
        return Widget(first, names[0] if names else "", self._box(node))

    def _role(self, node: Node) -> str:
        return str(self._call(node, _ACCESSIBLE, "GetRoleName")[0])

    def _box(self, node: Node) -> Box | None:
        if _COMPONENT not in self._call(node, _ACCESSIBLE, "GetInterfaces")[0]:
            return None
        left, top, width, height = self._call(node, _COMPONENT, "GetExtents", "u", _ON_SCREEN)[0]
        return Box(left, top, left + width, top + height)

    def text(self, node: Node) -> str | None:
        """The text that an object holds; None for one without."""
        if _TEXT not in self._call(node, _ACCESSIBLE, "GetInterfaces")[0]:
            return None
        count = self._property(node, _TEXT, "CharacterCount")
        return str(self._call(node, _TEXT, "GetText", "ii", 0, count)[0])

    def _windows(self) -> list[Node]:
        registry = Node("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
        return [
            window
            for program in self._children(registry)
            if self._process(program.owner) == self._pid
            for window in self._children(program)
        ]

    def _inside(self, node: Node, device: Point) -> Node | None:
        if _COMPONENT not in self._call(node, _ACCESSIBLE, "GetInterfaces")[0]:
            return None
        answer = self._call(
            node, _COMPONENT, "GetAccessibleAtPoint", "iiu", device.x, device.y, _ON_SCREEN
        )
        owner, path = answer[0]
        return None if path.endswith("/null") else Node(owner or node.owner, path)

    def _children(self, node: Node) -> list[Node]:
        return [Node(*one) for one in self._call(node, _ACCESSIBLE, "GetChildren")[0]]

    def _states(self, node: Node) -> int:
        """The lower 32 bits of its state."""
        low, _high = self._call(node, _ACCESSIBLE, "GetState")[0]
        return int(low)

    def _process(self, owner: str) -> int:
        bus = Node("org.freedesktop.DBus", "/org/freedesktop/DBus")
        return int(self._call(bus, bus.owner, "GetConnectionUnixProcessID", "s", owner)[0])

    def _property(self, node: Node, interface: str, name: str) -> Any:
        address = DBusAddress(node.path, node.owner, interface)
        return self._send(Properties(address).get(name))[0][1]

    def _call(
        self, node: Node, interface: str, method: str, kinds: str = "", *values: object
    ) -> Any:
        address = DBusAddress(node.path, node.owner, interface)
        return self._send(new_method_call(address, method, kinds or None, values))

    def _send(self, message: Any) -> Any:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        answer = self._connection.send_and_get_reply(message, timeout=left)
        if answer.header.message_type is MessageType.error:
            raise DBusErrorResponse(answer)
        return answer.body
