"""Implements `System` by what user32 tells."""

from __future__ import annotations

from uitars_runtime.desktop.system import Focus
from uitars_runtime.desktop.widget import Widget
from uitars_runtime.desktop.win32 import controls, windows
from uitars_runtime.desktop.win32.processes import ancestors, executable
from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.element import Control
from uitars_runtime.types import Box, OpenWindow, Point


class Win32System:
    """The desktop of this session."""

    def windows(self) -> tuple[WindowInfo, ...]:
        return windows.every()

    def opened(self) -> tuple[OpenWindow, ...]:
        return windows.opened()

    def active(self) -> WindowInfo | None:
        return windows.active()

    def at(self, point: Point, /) -> tuple[WindowInfo, Widget | None] | None:
        found = windows.at(point)
        return None if found is None else (found[0], controls.widget(found[1]))

    def focus(self) -> Focus | None:
        found = windows.keyboard()
        if found is None:
            return None
        return Focus(found.window, controls.widget(found.control), found.menu)

    def has_menu(self, process: int, /) -> bool:
        return windows.has_menu(process)

    def controls(self, window: WindowInfo, /) -> tuple[Control, ...]:
        return controls.told(window.id)

    def passwords(self) -> list[Box]:
        return controls.passwords()

    def program(self, process: int, /) -> str:
        return executable(process)

    def above(self, process: int, /) -> tuple[int, ...]:
        return ancestors(process)
