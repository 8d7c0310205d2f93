"""What the system of a person's desktop tells of windows and of the controls inside them: the same
questions to each system that can answer them (win32/, macos/)."""

from __future__ import annotations

from typing import Protocol

import msgspec

from uitars_runtime.desktop.widget import Widget
from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.element import Control
from uitars_runtime.types import Box, OpenWindow, Point


class Focus(msgspec.Struct, frozen=True):
    """Where keys go to now."""

    window: WindowInfo
    widget: Widget | None
    """What has them inside the window; None where nobody says."""
    menu: bool
    """Whether a menu of its program is open, which takes them first."""


class System(Protocol):
    """Answers for the desktop of the person who runs this, in device pixels."""

    def windows(self) -> tuple[WindowInfo, ...]:
        """The windows of programs that can be seen, the topmost first."""
        ...

    def opened(self) -> tuple[OpenWindow, ...]:
        """As a screenshot carries them, oldest first."""
        ...

    def active(self) -> WindowInfo | None:
        """The window in front that has the keyboard; None where there is none."""
        ...

    def at(self, point: Point, /) -> tuple[WindowInfo, Widget | None] | None:
        """The topmost window at a place and what is there inside it; None for the bare desktop."""
        ...

    def focus(self) -> Focus | None:
        """What keys go to; None where nothing has them."""
        ...

    def has_menu(self, process: int, /) -> bool:
        """Whether a menu of a process is open anywhere."""
        ...

    def controls(self, window: WindowInfo, /) -> tuple[Control, ...]:
        """Its buttons."""
        ...

    def passwords(self) -> list[Box]:
        """Where fields lie that hide what is typed."""
        ...

    def program(self, process: int, /) -> str:
        """Path of the program that a process runs; empty where it cannot be told."""
        ...

    def above(self, process: int, /) -> tuple[int, ...]:
        """The processes above a process, its parent first."""
        ...
