"""What the hands know of a Wayland session beyond its picture: whether a target is still what the
model saw, and what the gate must know of it.

Menus and launchers are no windows there. A launcher is told by the keyboard that no window has; an
open menu by nothing but the picture, and by the program where it says what has the focus.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.desktop.wayland.windows import WaylandWindow, active
from uitars_runtime.desktop.widget import Widget
from uitars_runtime.gate.facts import Facts
from uitars_runtime.geometry import on_device
from uitars_runtime.hands.about import WindowSurroundings, about
from uitars_runtime.hands.concealing import Concealer
from uitars_runtime.hands.hidden_windows import HiddenWindows, hiding
from uitars_runtime.hands.picture_target import PictureTarget
from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.types import (
    OpenWindow,
    Place,
    Point,
)

if TYPE_CHECKING:
    from uitars_runtime.desktop.capture import Grab
    from uitars_runtime.desktop.wayland.desktop import WaylandDesktop
    from uitars_runtime.frame import Frame

_OWN = "uitars"
"""How the window of the agent calls itself, where nobody says whose a window is."""


class WaylandTarget(PictureTarget):
    """Implements `Target` by windows, focus and pixels. Raises `DesktopError` when the compositor
    is gone."""

    def __init__(self, desktop: WaylandDesktop) -> None:
        super().__init__(desktop)
        self._session = desktop
        self._then: tuple[WaylandWindow, ...] = ()

    def remember(self, seen: Frame, /) -> None:
        """Note the windows at the time of this screenshot."""
        self._then = self._session.windows.all()
        super().remember(seen)

    def place(self) -> Place:
        """The window that had the keyboard at the time of the last screenshot."""
        window = active(self._then)
        return Place() if window is None else Place(window.wm_class, window.title)

    def windows(self) -> tuple[OpenWindow, ...]:
        """Those that are open, oldest first."""
        return tuple(window.told for window in self._session.windows.all())

    def _look(self) -> Grab:
        return self._session.look()

    def _covered(self, point: Point, seen: Frame) -> bool:
        window = self._session.windows.at(on_device(point, seen.origin))
        then = {one.id: one.outer for one in self._then}
        return window is not None and (window.id not in then or then[window.id] != window.outer)

    def _keyboard_changed(self) -> str:
        if _number(active(self._then)) == _number(self._session.active()):
            return ""
        return "another window has the keyboard."


class WaylandSurroundings(WindowSurroundings):
    """Pixels of the device are those of the canvas. Raises `DesktopError` when the compositor is
    gone."""

    def __init__(self, desktop: WaylandDesktop, ancestors: tuple[int, ...] = ()) -> None:
        """`ancestors`: the processes above the hands, the nearest first; the window of one of them
        is where the person talks to the agent."""
        self._desktop = desktop
        self._ancestors = ancestors

    def _at(self, place: Point) -> Facts:
        area = self._desktop.area
        device = on_device(place, Point(area.left, area.top))
        window = self._desktop.windows.at(device)
        placed = self._desktop.windows.placed
        if window is None:
            return Facts(window="the desktop") if placed else self._anywhere()
        told = self._about(window, self._desktop.accessibility.at(window, device))
        if placed:
            return told
        anywhere = self._anywhere()
        return msgspec.structs.replace(told, front=anywhere.front, own=told.own or anywhere.own)

    def _with_keyboard(self) -> Facts:
        window = self._desktop.active()
        if window is None:
            # A launcher, a question or a screen lock of the compositor's, or nothing.
            return Facts(front=True, area=self._desktop.area)
        if not window.pid:
            return self._anywhere()
        return self._about(window, self._desktop.accessibility.focused(window))

    @property
    def _bus(self) -> str:
        return self._desktop.accessibility.address

    def _about(self, window: WaylandWindow, widget: Widget | None) -> Facts:
        pids = {one.pid for one in self._desktop.windows.all()}
        return about(window, window.pid, widget, pids, self._ancestors)

    def _anywhere(self) -> Facts:
        """Nobody says where windows lie: an input may hit any of them."""
        windows = self._desktop.windows.all()
        window = active(windows)
        own = any(one.wm_class.startswith(_OWN) for one in windows)
        return Facts(
            window=window.title if window else "",
            application=window.wm_class if window else "",
            area=self._desktop.area,
            front=window is None,
            own=own or any(self._about(one, None).own for one in windows if one.pid),
        )


def concealer(settings: PrivacySettings, desktop: WaylandDesktop) -> Concealer:
    """What these settings hide on a Wayland session."""
    windows = HiddenWindows(desktop.windows.all, settings.hide_windows)
    return hiding(settings, windows, desktop.outline.passwords)


def _number(window: WaylandWindow | None) -> int:
    return 0 if window is None else window.id
