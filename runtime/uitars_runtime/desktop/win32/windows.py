"""The windows of a Windows desktop: which, whose, where, and what has the keyboard."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import wintypes

import msgspec

from uitars_runtime.desktop.win32.libraries import (
    EnumWindowsCall,
    GuiThread,
    dwmapi,
    user32,
)
from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.types import Box, OpenWindow, Point

_ROOT = 2
"""`GA_ROOT`"""
_OWNER = 4
"""`GW_OWNER`"""
_STYLE, _EXTENDED = -16, -20
_TOOL, _TRANSPARENT = 0x80, 0x20
_CLOAKED = 14
"""`DWMWA_CLOAKED`: of another virtual desktop, or of a program of the store that sleeps."""
_IN_MENU = 0x4 | 0x10
"""`GUI_INMENUMODE`, `GUI_POPUPMENUMODE`"""
_MENU_CLASS = "#32768"
_SHELL = frozenset({"Progman", "WorkerW", "#32769"})
"""The bare desktop, which lies under everything."""
_LONGEST = 1024


class Keyboard(msgspec.Struct, frozen=True):
    """Where keys go to now."""

    window: WindowInfo
    control: int
    """Handle of the control inside that has them; 0 where the window itself has."""
    menu: bool
    """Whether a menu of it is open, which takes them first."""


def every() -> tuple[WindowInfo, ...]:
    """The windows of programs that can be seen, the topmost first."""
    return tuple(info(handle) for handle in _found(user32().EnumWindows) if _is_shown(handle))


def opened() -> tuple[OpenWindow, ...]:
    """As a screenshot carries them, oldest first."""
    told = [
        OpenWindow(one.id, one.title, one.wm_class, bool(user32().GetWindow(one.id, _OWNER)))
        for one in every()
        if not style(one.id)[1] & _TOOL
    ]
    return tuple(sorted(told, key=lambda one: one.id))


def at(point: Point) -> tuple[WindowInfo, int] | None:
    """The topmost window at a device pixel and the control of it there; None for the bare
    desktop."""
    control = user32().WindowFromPoint(wintypes.POINT(point.x, point.y))
    top = user32().GetAncestor(control, _ROOT) if control else None
    if not top or class_of(top) in _SHELL:
        return None
    return info(top), int(control)


def active() -> WindowInfo | None:
    """The window in front that has the keyboard; None where there is none."""
    handle = user32().GetForegroundWindow()
    return info(handle) if handle and class_of(handle) not in _SHELL else None


def keyboard() -> Keyboard | None:
    """What keys go to; None where nothing has them."""
    window = active()
    if window is None:
        return None
    told = GuiThread()
    told.size = ctypes.sizeof(told)
    thread = user32().GetWindowThreadProcessId(window.id, None)
    if not user32().GetGUIThreadInfo(thread, ctypes.byref(told)):
        return Keyboard(window, 0, menu=False)
    return Keyboard(window, int(told.focus or 0), bool(told.flags & _IN_MENU))


def has_menu(process: int) -> bool:
    """Whether a menu of a process is open anywhere."""
    return any(one.pid == process and one.wm_class == _MENU_CLASS for one in every())


def info(handle: int) -> WindowInfo:
    """All about one window; empty where it closed meanwhile."""
    return WindowInfo(handle, _title(handle), class_of(handle), process_of(handle), box_of(handle))


def children(handle: int) -> tuple[int, ...]:
    """The controls inside a window that can be seen, at any depth."""
    found = _found(lambda call, data: user32().EnumChildWindows(handle, call, data))
    return tuple(one for one in found if user32().IsWindowVisible(one))


def class_of(handle: int) -> str:
    text = ctypes.create_unicode_buffer(_LONGEST)
    user32().GetClassNameW(handle, text, _LONGEST)
    return text.value


def process_of(handle: int) -> int:
    found = wintypes.DWORD()
    user32().GetWindowThreadProcessId(handle, ctypes.byref(found))
    return int(found.value)


def box_of(handle: int) -> Box:
    """Where it lies on the screen, in device pixels."""
    found = wintypes.RECT()
    user32().GetWindowRect(handle, ctypes.byref(found))
    return Box(found.left, found.top, found.right, found.bottom)


def style(handle: int) -> tuple[int, int]:
    """The bits of its style, and of its extended style."""
    told = user32().GetWindowLongPtrW
    return int(told(handle, _STYLE)) & 0xFFFFFFFF, int(told(handle, _EXTENDED)) & 0xFFFFFFFF


def _title(handle: int) -> str:
    """As the window manager knows it: a program that hangs is not waited for."""
    text = ctypes.create_unicode_buffer(_LONGEST)
    user32().GetWindowTextW(handle, text, _LONGEST)
    return text.value


def _is_shown(handle: int) -> bool:
    if not user32().IsWindowVisible(handle) or user32().IsIconic(handle):
        return False
    cloaked = wintypes.DWORD()
    size = ctypes.sizeof(cloaked)
    failed = dwmapi().DwmGetWindowAttribute(handle, _CLOAKED, ctypes.byref(cloaked), size)
    box = box_of(handle)
    return (
        (bool(failed) or not cloaked.value)
        and box.left < box.right
        and box.top < box.bottom
        and not style(handle)[1] & _TRANSPARENT
        and class_of(handle) not in _SHELL
    )


def _found(enumerate_into: Callable[[object, int], object]) -> list[int]:
    found: list[int] = []

    def take(handle: int | None, _data: int) -> bool:
        found.append(handle or 0)
        return True

    enumerate_into(EnumWindowsCall(take), 0)
    return found
