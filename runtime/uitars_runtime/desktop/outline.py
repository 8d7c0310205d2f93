"""What the programs of a display say is on the screen (AT-SPI): an element for each visible widget.

It is never switched on here; where no bus runs, nothing is said.
"""

# jeepney is typed in part only.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final

from jeepney import DBusAddress, Message, new_method_call
from jeepney.io.blocking import open_dbus_connection

from uitars_runtime.desktop.accessibility import bus_address
from uitars_runtime.desktop.managed import reached
from uitars_runtime.desktop.walk import Told, Walk
from uitars_runtime.element import Element, Role
from uitars_runtime.geometry import on_screenshot
from uitars_runtime.types import Box, Point, Size

if TYPE_CHECKING:
    from Xlib.display import Display

    from uitars_runtime.frame import Frame

_TEXT = "org.a11y.atspi.Text"

ROLES: dict[int, Role] = {
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
PASSWORD_FIELD: Final = 40
_TOGGLE, _MENU_BAR = 62, 34
_CHECKED, _EDITABLE, _FOCUSED, _PRESSED, _SELECTED, _SENSITIVE = 4, 7, 12, 20, 23, 24
"""AtspiStateType: bits of an object's state."""


class ToldOutline(ABC):
    """Implements `Outline` by what the programs of a session tell; heirs know how they are asked.

    About one picture they are asked once, for widgets and passwords together.
    """

    def __init__(self) -> None:
        self._heard: tuple[Frame, list[tuple[Told, str]]] | None = None
        """What was told about a screenshot, until its passwords were looked for."""

    def read(self, seen: Frame, /) -> tuple[Element, ...]:
        """The visible widgets inside a screenshot, in its pixels; empty where nothing is said."""
        told = self._told()
        self._heard = seen, told
        found = (element_of(one, text, seen.origin) for one, text in told)
        return tuple(element for element in found if element and shown(element.box, seen.size))

    def passwords(self, seen: Frame, /) -> list[Box]:
        """Where the visible password fields are, in pixels of a screenshot."""
        heard, self._heard = self._heard, None
        # What was told is put on a frame of its own, with the same pixels.
        same = heard is not None and heard[0].pixels is seen.pixels
        told = heard[1] if heard is not None and same else self._told()
        return [
            on_screenshot(one.box, seen.origin) for one, _ in told if one.role == PASSWORD_FIELD
        ]

    @abstractmethod
    def _told(self) -> list[tuple[Told, str]]:
        """The visible objects that can be pointed at now, each with the text it holds."""


class ScreenOutline(ToldOutline):
    """With the accessibility bus of an X display."""

    def __init__(self, display: Display) -> None:
        super().__init__()
        self._display = display
        self._address = ""

    def _told(self) -> list[tuple[Told, str]]:
        # The first program that is asked starts the bus, often after this process.
        self._address = self._address or reached(lambda: bus_address(self._display))
        if not self._address:
            return []
        try:
            with open_dbus_connection(bus=self._address) as connection:
                return everything(Walk(connection))
        except OSError:
            return []  # the bus is gone


def everything(walk: Walk) -> list[tuple[Told, str]]:
    """The visible objects that can be pointed at, each with the text it holds."""
    told = [(one, text) for one, text in walk.collect(_content) if one.role in ROLES]
    return [(one, str(text[0]) if text else "") for one, text in told]


def _content(one: Told) -> Message | None:
    """What a field holds; nothing is asked of passwords."""
    if ROLES.get(one.role) is not Role.FIELD or one.role == PASSWORD_FIELD:
        return None
    holder = DBusAddress(one.node.path, one.node.owner, _TEXT)
    return new_method_call(holder, "GetText", "ii", (0, -1))


def element_of(one: Told, text: str, origin: Point) -> Element | None:
    """An object as an element of the screenshot; None for one that cannot be pointed at."""
    role, box = ROLES[one.role], one.box
    if role in (Role.MENU, Role.MENU_ITEM):
        role = Role.MENU if one.parent == _MENU_BAR else Role.MENU_ITEM
    if role is Role.FIELD and not one.has(_EDITABLE) and one.role != PASSWORD_FIELD:
        role, text = Role.TEXT, text or one.name
    name = " ".join(one.name.split())
    words = text if role is Role.FIELD else name
    if role is Role.TEXT and not words:
        return None  # a paragraph, whose words lie in it as texts of their own, or an empty one
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


def shown(box: Box, screen: Size) -> bool:
    """Whether a box can be pointed at on a screenshot of that size."""
    return box.width > 0 and box.height > 0 and screen.contains(box.center)
