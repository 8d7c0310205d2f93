"""What the hands know of a desktop of Windows or macOS beyond its picture: whether a target is
still what the model saw, what the gate must know of it, and what a person chose to hide.

Programs that draw their controls themselves say nothing of them here: there the words in the
picture count.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from uitars_runtime.desktop.widget import Widget
from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.element import Control
from uitars_runtime.gate.facts import Facts
from uitars_runtime.geometry import on_device, on_screenshot
from uitars_runtime.hands.aimed import AimedSurroundings
from uitars_runtime.hands.bound_secrets import BoundSecrets
from uitars_runtime.hands.concealing import Concealer
from uitars_runtime.hands.hidden_windows import HiddenWindows, hiding
from uitars_runtime.hands.picture_target import PictureTarget
from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.privacy.vault import Vault
from uitars_runtime.types import (
    Box,
    OpenWindow,
    Place,
    Point,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from uitars_runtime.desktop.system import System
    from uitars_runtime.frame import Frame
    from uitars_runtime.protocols import Desktop


class SystemTarget(PictureTarget):
    """Implements `Target` by windows, focus and pixels."""

    def __init__(self, desktop: Desktop, system: System) -> None:
        super().__init__(desktop)
        self._system = system
        self._active: WindowInfo | None = None
        self._boxes: dict[int, Box] = {}

    def remember(self, seen: Frame, /) -> None:
        """Note the windows at the time of this screenshot."""
        boxes = {one.id: one.box for one in self._system.windows()}
        self._active, self._boxes = self._system.active(), boxes
        super().remember(seen)

    @property
    def origin(self) -> Point:
        """Where the last screenshot's corner lies on the device."""
        return self._last.origin if self._last else Point(0, 0)

    def place(self) -> Place:
        """The window that had the keyboard at the time of the last screenshot."""
        window = self._active
        return Place() if window is None else Place(window.wm_class, window.title)

    def windows(self) -> tuple[OpenWindow, ...]:
        """Those that are open, oldest first."""
        return self._system.opened()

    def _covered(self, point: Point, seen: Frame) -> bool:
        found = self._system.at(on_device(point, seen.origin))
        return found is not None and self._boxes.get(found[0].id) != found[0].box

    def _keyboard_changed(self) -> str:
        if _number(self._active) == _number(self._system.active()):
            return ""
        return "another window has the keyboard."


class SystemSurroundings(AimedSurroundings):
    """Implements the gate's `Surroundings`."""

    def __init__(self, system: System, origin: Callable[[], Point]) -> None:
        """`origin`: where the last screenshot's corner lies on the device."""
        self._system = system
        self._origin = origin
        self._own = (os.getpid(), *system.above(os.getpid()))

    def controls(self, facts: Facts, /) -> tuple[Control, ...]:
        """The buttons of the program's windows."""
        own = [one for one in self._system.windows() if one.pid == facts.pid]
        return tuple(control for one in own for control in self._system.controls(one))

    def _at(self, place: Point) -> Facts:
        found = self._system.at(on_device(place, self._origin()))
        if found is None:
            return Facts(window="the desktop")
        window, widget = found
        return self._about(window, widget, menu=self._system.has_menu(window.pid))

    def _with_keyboard(self) -> Facts:
        focus = self._system.focus()
        if focus is None:
            return Facts(front=True)  # the task bar, a switcher, or nothing
        menu = focus.menu or self._system.has_menu(focus.window.pid)
        return self._about(focus.window, focus.widget, menu=menu)

    def _about(self, window: WindowInfo, widget: Widget | None, *, menu: bool) -> Facts:
        return Facts(
            window=window.title,
            application=window.wm_class,
            program=self._system.program(window.pid),
            pid=window.pid or None,
            role="" if widget is None else widget.role,
            name="" if widget is None else widget.name,
            spot=None if widget is None else widget.box,
            menu=menu,
            area=window.box,
            own=self._is_own(window.pid),
        )

    def _is_own(self, process: int) -> bool:
        """Whether it belongs to the nearest of the processes from ours up that has windows."""
        if process not in self._own:
            return False
        having = {one.pid for one in self._system.windows()} | {process}
        return next(one for one in self._own if one in having) == process


def concealer(settings: PrivacySettings, system: System) -> Concealer:
    """What these settings hide on such a desktop."""

    def passwords(seen: Frame) -> list[Box]:
        return [on_screenshot(box, seen.origin) for box in system.passwords()]

    hidden = HiddenWindows(system.windows, settings.hide_windows, system.program)
    return hiding(settings, hidden, passwords)


def secrets(system: System) -> BoundSecrets:
    """Stored secrets, each for the windows that it is meant for."""
    return BoundSecrets(Vault(), system.active, system.program)


def _number(window: WindowInfo | None) -> int:
    return 0 if window is None else window.id
