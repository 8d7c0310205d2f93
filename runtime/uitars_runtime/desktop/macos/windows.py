"""The windows of a macOS desktop: which, whose, where. Places are points, which are the pixels of
our screenshots there."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import msgspec

from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.types import Box, OpenWindow, Point

_NOBODY = 0
"""`kCGNullWindowID`"""
_DIALOGS = 8
"""`kCGModalPanelWindowLevel`: above it lie the Dock, menus and notices, no windows of documents."""
_MENUS = 101
"""`kCGPopUpMenuWindowLevel`"""
_POINTER = 2147483630
"""`kCGCursorWindowLevel`: the pointer is a window, too."""


class Layered(msgspec.Struct, frozen=True):
    """A window and how far up it lies."""

    window: WindowInfo
    layer: int


def every() -> tuple[Layered, ...]:
    """All that can be seen, the topmost first: windows, menus, the menu bar, the Dock."""
    quartz: Any = importlib.import_module("Quartz")
    wanted = quartz.kCGWindowListOptionOnScreenOnly | quartz.kCGWindowListExcludeDesktopElements
    told: list[Mapping[str, Any]] = quartz.CGWindowListCopyWindowInfo(wanted, _NOBODY) or []
    found = [_layered(quartz, one) for one in told if float(one.get(quartz.kCGWindowAlpha, 1)) > 0]
    return tuple(one for one in found if one.layer < _POINTER and one.window.box.area > 0)


def documents() -> tuple[WindowInfo, ...]:
    """The windows of programs, the topmost first."""
    return tuple(one.window for one in every() if 0 <= one.layer <= _DIALOGS)


def opened() -> tuple[OpenWindow, ...]:
    """As a screenshot carries them, oldest first."""
    told = [
        OpenWindow(one.window.id, one.window.title, one.window.wm_class, one.layer == _DIALOGS)
        for one in every()
        if 0 <= one.layer <= _DIALOGS
    ]
    return tuple(sorted(told, key=lambda one: one.id))


def has_menu(process: int) -> bool:
    """Whether a menu of a process is open anywhere."""
    return any(one.window.pid == process and one.layer == _MENUS for one in every())


def of(process: int, place: Point) -> WindowInfo | None:
    """The topmost window of a process at a place."""
    return next(
        (
            one.window
            for one in every()
            if one.window.pid == process and one.window.box.contains(place)
        ),
        None,
    )


def topmost(place: Point) -> WindowInfo | None:
    """Whatever lies on top at a place."""
    return next((one.window for one in every() if one.window.box.contains(place)), None)


def _layered(quartz: Any, told: Mapping[str, Any]) -> Layered:
    bounds: Mapping[str, float] = told.get(quartz.kCGWindowBounds) or {}
    left, top = round(bounds.get("X", 0)), round(bounds.get("Y", 0))
    width, height = round(bounds.get("Width", 0)), round(bounds.get("Height", 0))
    window = WindowInfo(
        int(told.get(quartz.kCGWindowNumber, 0)),
        str(told.get(quartz.kCGWindowName) or ""),
        str(told.get(quartz.kCGWindowOwnerName) or ""),
        int(told.get(quartz.kCGWindowOwnerPID, 0)),
        Box(left, top, left + width, top + height),
    )
    return Layered(window, int(told.get(quartz.kCGWindowLayer, 0)))
