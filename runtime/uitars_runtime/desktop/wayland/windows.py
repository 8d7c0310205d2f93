"""Windows as a Wayland compositor tells them: what is asked of either way to be told."""

from __future__ import annotations

from typing import Protocol

from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.types import Box, OpenWindow, Point


class WaylandWindow(WindowInfo, frozen=True):
    """A window with what only Wayland needs. Its box is empty while it is not shown, and the whole
    canvas where nobody says where it lies."""

    outer: Box = Box(0, 0, 0, 0)
    """With the title bar that the compositor draws."""
    corner: Point | None = None
    """Pixel of the canvas where the program counts from: it does not know where it is. None where
    nobody does."""
    active: bool = False
    """Whether it has the keyboard."""
    dialog: bool = False
    """Whether it lies over other windows."""

    @property
    def told(self) -> OpenWindow:
        """As a screenshot carries it."""
        return OpenWindow(self.id, self.title, self.wm_class, self.dialog)


class Windows(Protocol):
    """The windows of one compositor. Raises `DesktopError`."""

    @property
    def placed(self) -> bool:
        """Whether it is known where they lie, and whose they are."""
        ...

    def all(self) -> tuple[WaylandWindow, ...]:
        """Every window, oldest first."""
        ...

    def at(self, place: Point, /) -> WaylandWindow | None:
        """The topmost window at a pixel of the canvas; None for none, or where it is not known.
        Menus and launchers are no windows."""
        ...

    def close(self) -> None: ...


def active(windows: tuple[WaylandWindow, ...]) -> WaylandWindow | None:
    """The window with the keyboard; None where a launcher or nothing has it."""
    return next((window for window in windows if window.active), None)
