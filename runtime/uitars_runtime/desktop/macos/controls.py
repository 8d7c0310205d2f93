"""What programs on macOS say of their controls, through the accessibility interface (AX).

A program that hangs is waited for a fifth of a second. What stands in a field is not read.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any, Final

from uitars_runtime.desktop.widget import PASSWORD, Widget
from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.element import Control
from uitars_runtime.types import Box, Point

_SECONDS: Final = 0.2
_MOST: Final = 400
"""Elements of one window that are looked at."""
_FINE: Final = 0
"""`kAXErrorSuccess`"""
_SECURE: Final = "AXSecureTextField"
"""A subrole."""
_ROLES: Final = {
    "AXButton": "push button",
    "AXCheckBox": "check box",
    "AXComboBox": "combo box",
    "AXDisclosureTriangle": "toggle button",
    "AXDockItem": "push button",
    "AXImage": "image",
    "AXIncrementor": "spin button",
    "AXLink": "link",
    "AXList": "list",
    "AXMenu": "menu",
    "AXMenuBarItem": "menu",
    "AXMenuButton": "push button",
    "AXMenuItem": "menu item",
    "AXOutline": "tree",
    "AXPopUpButton": "combo box",
    "AXRadioButton": "radio button",
    "AXSlider": "slider",
    "AXStaticText": "label",
    "AXTabGroup": "page tab list",
    "AXTable": "table",
    "AXTextArea": "text",
    "AXTextField": "text",
    "AXToolbar": "tool bar",
}
"""Roles of AX, and what AT-SPI calls the same."""
_PRESSED: Final = ("push button", "check box", "radio button")
_BY_KEYS: Final = {"AXDefaultButton": "enter", "AXCancelButton": "escape"}
"""What a window says of a button, and the key that works it."""


def at(place: Point) -> tuple[int, Widget | None] | None:
    """The process that would get a click there, and what it says is there; None where nobody
    says."""
    services = _services()
    whole = _patient(services.AXUIElementCreateSystemWide())
    error, element = services.AXUIElementCopyElementAtPosition(whole, place.x, place.y, None)
    return None if error != _FINE or element is None else _owned(element)


def focused() -> tuple[int, Widget | None] | None:
    """The process that keys go to, and what has them there; None where nothing has."""
    whole = _patient(_services().AXUIElementCreateSystemWide())
    program = _told(whole, "AXFocusedApplication")
    if program is None:
        return None
    element = _told(program, "AXFocusedUIElement")
    owned = _owned(program if element is None else element)
    return owned if element is not None or owned is None else (owned[0], None)


def front(process: int) -> str | None:
    """The title of the window of a process that has the keyboard; None where it has none."""
    window = _told(_program(process), "AXFocusedWindow")
    return None if window is None else str(_told(window, "AXTitle") or "")


def buttons(window: WindowInfo) -> tuple[Control, ...]:
    """The buttons of a window, with the keys that work them."""
    found: list[Control] = []
    for one in _windows(window):
        keys = {key: _told(one, name) for name, key in _BY_KEYS.items()}
        for element in _inside(one):
            role, name = _role(element), _name(element)
            if role in _PRESSED and name.strip():
                worked = tuple(key for key, button in keys.items() if button == element)
                found.append(Control(role, name, worked))
    return tuple(found)


def passwords(windows: tuple[WindowInfo, ...]) -> list[Box]:
    """Where fields of these windows lie that hide what is typed."""
    boxes = (
        _box(element)
        for window in windows
        for one in _windows(window)
        for element in _inside(one)
        if _role(element) == PASSWORD
    )
    return [box for box in boxes if box is not None]


def _windows(window: WindowInfo) -> list[Any]:
    """Those of its program that lie where it lies: AX does not know a window by its number."""
    told: list[Any] = _told(_program(window.pid), "AXWindows") or []
    return [one for one in told if _box(one) == window.box]


def _inside(window: Any) -> Iterator[Any]:
    """What is in a window, level by level."""
    waiting: list[Any] = list(_told(window, "AXChildren") or [])
    for _ in range(_MOST):
        if not waiting:
            return
        element = waiting.pop(0)
        yield element
        waiting += _told(element, "AXChildren") or []


def _owned(element: Any) -> tuple[int, Widget | None] | None:
    error, process = _services().AXUIElementGetPid(element, None)
    if error != _FINE:
        return None
    role = _role(element)
    if not role:
        return int(process), None
    field = role in ("text", PASSWORD)
    return int(process), Widget(role, "" if field else _name(element), _box(element))


def _role(element: Any) -> str:
    if _told(element, "AXSubrole") == _SECURE:
        return PASSWORD
    return _ROLES.get(str(_told(element, "AXRole") or ""), "")


def _name(element: Any) -> str:
    return str(_told(element, "AXTitle") or _told(element, "AXDescription") or "")


def _box(element: Any) -> Box | None:
    services = _services()
    frame = _told(element, "AXFrame")
    if frame is None:
        return None
    fine, rect = services.AXValueGetValue(frame, services.kAXValueCGRectType, None)
    if not fine:
        return None
    left, top = round(rect.origin.x), round(rect.origin.y)
    return Box(left, top, left + round(rect.size.width), top + round(rect.size.height))


def _program(process: int) -> Any:
    return _patient(_services().AXUIElementCreateApplication(process))


def _patient(element: Any) -> Any:
    """An element whose program is waited for only so long."""
    _services().AXUIElementSetMessagingTimeout(element, _SECONDS)
    return element


def _told(element: Any, attribute: str) -> Any:
    """What an element says of itself; None where it does not."""
    error, value = _services().AXUIElementCopyAttributeValue(element, attribute, None)
    return value if error == _FINE else None


def _services() -> Any:
    return importlib.import_module("HIServices")
