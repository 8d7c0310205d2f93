"""Implements `System` by Quartz and the accessibility interface."""

from __future__ import annotations

from uitars_runtime.desktop.macos import controls, windows
from uitars_runtime.desktop.macos.processes import ancestors, executable
from uitars_runtime.desktop.system import Focus
from uitars_runtime.desktop.widget import Widget
from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.element import Control
from uitars_runtime.types import Box, OpenWindow, Point


class MacSystem:
    """The desktop of this session."""

    def windows(self) -> tuple[WindowInfo, ...]:
        return windows.documents()

    def opened(self) -> tuple[OpenWindow, ...]:
        return windows.opened()

    def active(self) -> WindowInfo | None:
        focus = self.focus()
        return None if focus is None else focus.window

    def at(self, point: Point, /) -> tuple[WindowInfo, Widget | None] | None:
        """The program that is hit says so itself; who says nothing is known by its place."""
        told = controls.at(point)
        process, widget = told or (0, None)
        # The menu bar is a program's, its window the system's.
        window = windows.of(process, point) or windows.topmost(point)
        return None if window is None else (window, widget)

    def focus(self) -> Focus | None:
        told = controls.focused()
        if told is None:
            return None
        process, widget = told
        title = controls.front(process)
        own = [one for one in windows.documents() if one.pid == process]
        named = [one for one in own if one.title == title]
        if title is None or not own:
            return None
        return Focus((named or own)[0], widget, windows.has_menu(process))

    def has_menu(self, process: int, /) -> bool:
        return windows.has_menu(process)

    def controls(self, window: WindowInfo, /) -> tuple[Control, ...]:
        return controls.buttons(window)

    def passwords(self) -> list[Box]:
        return controls.passwords(windows.documents())

    def program(self, process: int, /) -> str:
        return executable(process)

    def above(self, process: int, /) -> tuple[int, ...]:
        return ancestors(process)
