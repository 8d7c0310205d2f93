"""What the programs of a display say is on the screen (AT-SPI): an element for each visible widget.

All programs are asked at once and level by level: the questions about a level go out together, so
that the number of round trips is the depth of the tree and not its size. It is never switched on
here; where no bus runs, nothing is said.
"""

# jeepney is typed in part only.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from jeepney import DBusAddress, HeaderFields, Message, MessageType, Properties, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from uitars_runtime.desktop.accessibility import Node, bus_address
from uitars_runtime.desktop.managed import reached
from uitars_runtime.eyes.element import Element, Role
from uitars_runtime.types import Box, Point

if TYPE_CHECKING:
    from Xlib.display import Display

    from uitars_runtime.frame import Frame

PATIENCE = 0.35
"""Seconds for the whole outline; what has not been said by then stays unknown."""
_MOST = 1500
"""Objects asked at most: a long table has one for each of its rows."""
_ACCESSIBLE = "org.a11y.atspi.Accessible"
_COMPONENT = "org.a11y.atspi.Component"
_TEXT = "org.a11y.atspi.Text"
_REGISTRY = Node("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")

_ROLES: dict[int, Role] = {
    7: Role.CHECKBOX,
    8: Role.MENU_ITEM,
    10: Role.HEADER,
    11: Role.COMBO,
    29: Role.TEXT,
    32: Role.ITEM,
    33: Role.MENU,
    35: Role.MENU_ITEM,
    37: Role.TAB,
    40: Role.FIELD,
    43: Role.BUTTON,
    44: Role.RADIO,
    45: Role.MENU_ITEM,
    48: Role.SCROLLBAR,
    51: Role.SLIDER,
    52: Role.FIELD,
    56: Role.ITEM,
    57: Role.HEADER,
    60: Role.FIELD,
    61: Role.FIELD,
    62: Role.BUTTON,
    73: Role.TEXT,
    79: Role.FIELD,
    83: Role.TEXT,
    88: Role.LINK,
    91: Role.ITEM,
    116: Role.TEXT,
    129: Role.BUTTON,
}
"""AtspiRole (atspi-constants.h) -> role; others are structure, not things to point at."""
_PASSWORD, _TOGGLE, _LABEL, _MENU_BAR = 40, 62, 29, 34
_CHECKED, _EDITABLE, _FOCUSED, _PRESSED, _SELECTED, _SENSITIVE, _SHOWING = 4, 7, 12, 20, 23, 24, 25
"""AtspiStateType: bits of an object's state."""


class _Told(NamedTuple):
    """What one object said about itself."""

    node: Node
    role: int
    states: int
    name: str
    box: Box
    children: list[Node]
    parent: int = 0
    """Role of the object it lies in."""

    def has(self, bit: int) -> bool:
        return bool(self.states >> bit & 1)


class ScreenOutline:
    """Implements `Outline` of the hands with the accessibility bus of a display."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self._address = ""

    def read(self, seen: Frame, /) -> tuple[Element, ...]:
        """The visible widgets inside a screenshot, in its pixels; empty where nothing is said."""
        screen, origin = Box(0, 0, seen.size.width, seen.size.height), seen.origin
        elements = (_element(one, text, origin) for one, text in self._told())
        return tuple(element for element in elements if element and _inside(element.box, screen))

    def passwords(self, seen: Frame, /) -> list[Box]:
        """Where the visible password fields are, in pixels of a screenshot."""
        left, top = seen.origin.x, seen.origin.y
        return [
            Box(box.left - left, box.top - top, box.right - left, box.bottom - top)
            for one, _ in self._told()
            if (box := one.box) and one.role == _PASSWORD
        ]

    def _told(self) -> list[tuple[_Told, str]]:
        # The first program that is asked starts the bus, often after this process.
        self._address = self._address or reached(lambda: bus_address(self._display))
        if not self._address:
            return []
        try:
            with open_dbus_connection(bus=self._address) as connection:
                return _Walk(connection).told()
        except (OSError, TimeoutError):
            return []  # the bus is gone


class _Walk:
    """Asks the objects of all programs until the time is over; keeps what was said by then."""

    def __init__(self, connection: DBusConnection) -> None:
        self._connection = connection
        self._deadline = time.monotonic() + PATIENCE

    def told(self) -> list[tuple[_Told, str]]:
        """The visible objects that can be pointed at, each with the text it holds."""
        found: list[_Told] = []
        try:
            level = [node for one in self._ask([_REGISTRY]) for node in one.children]
            programs = self._ask(level)
            within = {node: program.role for program in programs for node in program.children}
            while within and len(found) < _MOST:
                told = [
                    one._replace(parent=within[one.node])
                    for one in self._ask(list(within)[:_MOST])
                    if one.has(_SHOWING)
                ]
                found += told
                within = {node: one.role for one in told for node in one.children}
            things = [one for one in found if one.role in _ROLES]
            return list(zip(things, self._texts(things), strict=True))
        except TimeoutError:
            return [(one, "") for one in found if one.role in _ROLES]

    def _ask(self, nodes: Sequence[Node]) -> list[_Told]:
        """What these objects say; those that do not answer are left out."""
        questions: list[Message] = []
        for node in nodes:
            whole = DBusAddress(node.path, node.owner, _ACCESSIBLE)
            part = DBusAddress(node.path, node.owner, _COMPONENT)
            questions += [
                new_method_call(whole, "GetRole"),
                new_method_call(whole, "GetState"),
                Properties(whole).get("Name"),
                new_method_call(part, "GetExtents", "u", (0,)),
                new_method_call(whole, "GetChildren"),
            ]
        answers = self._answers(questions)
        told: list[_Told] = []
        for index, node in enumerate(nodes):
            role, states, name, extents, children = answers[5 * index : 5 * index + 5]
            if role is None or states is None:
                continue
            told.append(
                _Told(
                    node,
                    int(role[0]),
                    int(states[0][0]),
                    str(name[0][1]) if name else "",
                    _box(extents),
                    [Node(*child) for child in children[0]] if children else [],
                )
            )
        return told

    def _texts(self, things: Sequence[_Told]) -> list[str]:
        """The content of fields; nothing of passwords."""
        fields = [
            index
            for index, one in enumerate(things)
            if _ROLES[one.role] is Role.FIELD and one.role != _PASSWORD
        ]
        answers = self._answers(
            [
                new_method_call(
                    DBusAddress(things[index].node.path, things[index].node.owner, _TEXT),
                    "GetText",
                    "ii",
                    (0, -1),
                )
                for index in fields
            ]
        )
        texts = [""] * len(things)
        for index, answer in zip(fields, answers, strict=True):
            texts[index] = str(answer[0]) if answer else ""
        return texts

    def _answers(self, questions: Sequence[Message]) -> list[Any]:
        """Send all, then collect; None for a question that was refused."""
        waiting: dict[int, int] = {}
        for index, question in enumerate(questions):
            serial = next(self._connection.outgoing_serial)
            self._connection.send(question, serial=serial)
            waiting[serial] = index
        answers: list[Any] = [None] * len(questions)
        while waiting:
            left = self._deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            answer = self._connection.receive(timeout=left)
            index = waiting.pop(_asked(answer), -1)
            if index >= 0 and answer.header.message_type is MessageType.method_return:
                answers[index] = answer.body
        return answers


def _asked(answer: Any) -> int:
    """The serial of the question that is answered."""
    return int(answer.header.fields.get(HeaderFields.reply_serial, 0))


def _box(extents: Any) -> Box:
    if not extents:
        return Box(0, 0, 0, 0)
    left, top, width, height = extents[0]
    return Box(left, top, left + width, top + height)


def _element(one: _Told, text: str, origin: Point) -> Element | None:
    """An object as an element of the screenshot; None for one that cannot be pointed at."""
    role, box = _ROLES[one.role], one.box
    if role in (Role.MENU, Role.MENU_ITEM):
        role = Role.MENU if one.parent == _MENU_BAR else Role.MENU_ITEM
    if one.role == _LABEL and not one.name.strip():
        return None
    if role is Role.FIELD and not one.has(_EDITABLE) and one.role != _PASSWORD:
        role, text = Role.TEXT, text or one.name
    name = " ".join(one.name.split())
    words = text if role is Role.FIELD else name
    return Element(
        Box(box.left - origin.x, box.top - origin.y, box.right - origin.x, box.bottom - origin.y),
        role,
        text=words,
        name=name,
        checked=one.has(_CHECKED) or (one.role == _TOGGLE and one.has(_PRESSED)),
        selected=one.has(_SELECTED),
        focused=one.has(_FOCUSED),
        disabled=not one.has(_SENSITIVE),
    )


def _inside(box: Box, screen: Box) -> bool:
    return box.width > 0 and box.height > 0 and screen.contains(box.center)
