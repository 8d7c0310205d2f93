"""What the controls of a window are and say, where they are controls of Windows' own classes.

Programs that draw theirs themselves (browsers, Qt, WPF) say nothing here.
"""

from __future__ import annotations

import ctypes

from uitars_runtime.desktop.widget import PASSWORD, Widget
from uitars_runtime.desktop.win32 import windows
from uitars_runtime.desktop.win32.libraries import user32
from uitars_runtime.element import Control
from uitars_runtime.types import Box

_HIDES_TEXT = 0x20
"""`ES_PASSWORD`"""
_GET_TEXT, _GET_MARK = 0x0D, 0xD2
"""`WM_GETTEXT`, `EM_GETPASSWORDCHAR`"""
_NO_WAIT = 0x2
"""`SMTO_ABORTIFHUNG`: a program that hangs is not waited for."""
_MILLISECONDS = 200
_LONGEST = 1024
_BUTTONS = {
    **dict.fromkeys((2, 3, 5, 6), "check box"),
    **dict.fromkeys((4, 9), "radio button"),
    7: "panel",
}
"""Lowest four bits of a button's style -> role; all others are pushed."""
_ROLES = (
    ("combobox", "combo box"),
    ("listbox", "list"),
    ("syslistview", "list"),
    ("systreeview", "tree"),
    ("systabcontrol", "page tab list"),
    ("toolbarwindow", "tool bar"),
    ("trackbar", "slider"),
    ("static", "label"),
    ("#32768", "menu"),
)
"""Beginnings of class names -> role."""


def widget(control: int) -> Widget | None:
    """What a control is; None where its class says nothing. What stands in a field is not read."""
    if not control:
        return None
    role = _role(control)
    if not role:
        return None
    field = role in ("text", PASSWORD)
    return Widget(role, "" if field else _words(control), windows.box_of(control))


def told(window: int) -> tuple[Control, ...]:
    """The buttons of a window, with the keys that work them."""
    found: list[Control] = []
    for child in windows.children(window):
        role = _role(child)
        name = _text(child) if role in ("push button", "check box", "radio button") else ""
        if name.strip():
            found.append(Control(role, _plain(name), _chords(name)))
    return tuple(found)


def passwords() -> list[Box]:
    """Where fields lie that hide what is typed."""
    return [
        windows.box_of(child)
        for window in windows.every()
        for child in windows.children(window.id)
        if _role(child) == PASSWORD
    ]


def _role(control: int) -> str:
    name = windows.class_of(control).casefold()
    bits = windows.style(control)[0]
    if "edit" in name:
        return PASSWORD if bits & _HIDES_TEXT or _asked(control, _GET_MARK) else "text"
    if "button" in name:
        return _BUTTONS.get(bits & 0xF, "push button")
    return next((role for start, role in _ROLES if name.startswith(start)), "")


def _words(control: int) -> str:
    return _plain(_text(control))


def _plain(name: str) -> str:
    return name.replace("&&", "\0").replace("&", "").replace("\0", "&")


def _chords(name: str) -> tuple[str, ...]:
    """`&Save` is worked by Alt+S, and inside a dialog by the letter alone."""
    mark = name.replace("&&", "").partition("&")[2][:1].lower()
    return (f"alt+{mark}",) if mark.isalnum() else ()


def _text(control: int) -> str:
    """Its words; those of another program's control are asked for with a message."""
    text = ctypes.create_unicode_buffer(_LONGEST)
    _asked(control, _GET_TEXT, _LONGEST, ctypes.cast(text, ctypes.c_void_p))
    return text.value


def _asked(
    control: int, message: int, first: int = 0, second: ctypes.c_void_p | None = None
) -> int:
    answer = ctypes.c_size_t()
    user32().SendMessageTimeoutW(
        control, message, first, second, _NO_WAIT, _MILLISECONDS, ctypes.byref(answer)
    )
    return int(answer.value)
