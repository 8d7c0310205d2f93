"""What the hands know of a Windows desktop beyond its picture: whether a target is still what the
model saw, what the gate must know of it, and what a person chose to hide.

Programs that draw their controls themselves say nothing of them here: there the words in the
picture count.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.desktop.widget import Widget
from uitars_runtime.desktop.win32 import controls, windows
from uitars_runtime.desktop.win32.processes import ancestors, executable
from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.element import Control
from uitars_runtime.gate.facts import NO_FACTS, Facts
from uitars_runtime.geometry import on_screenshot
from uitars_runtime.hands.bound_secrets import BoundSecrets
from uitars_runtime.hands.concealing import Concealer
from uitars_runtime.hands.crops import crop_around, differs
from uitars_runtime.hands.hidden_windows import HiddenWindows
from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.privacy.vault import Vault
from uitars_runtime.types import (
    Action,
    Box,
    Click,
    Drag,
    KeyDown,
    Move,
    OpenWindow,
    Place,
    Point,
    Press,
    Scroll,
    Type,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uitars_runtime.frame import Frame
    from uitars_runtime.protocols import Desktop


class Win32Target:
    """Implements `Target`."""

    def __init__(self, desktop: Desktop) -> None:
        self._desktop = desktop
        self._then: tuple[Frame, WindowInfo | None, dict[int, Box]] | None = None

    def remember(self, seen: Frame, /) -> None:
        """Note the windows at the time of this screenshot."""
        boxes = {one.id: one.box for one in windows.every()}
        self._then = (seen, windows.active(), boxes)

    @property
    def origin(self) -> Point:
        """Where the last screenshot's corner lies on the device."""
        return self._then[0].origin if self._then else Point(0, 0)

    def place(self) -> Place:
        """The window that had the keyboard at the time of the last screenshot."""
        window = self._then[1] if self._then else None
        return Place() if window is None else Place(window.wm_class, window.title)

    def windows(self) -> tuple[OpenWindow, ...]:
        """Those that are open, oldest first."""
        return windows.opened()

    def changed(self, action: Action, seen: Frame, /) -> str:
        """Empty when the target is the same; else what is different, in one sentence."""
        if self._then is None or self._then[0].grab != seen.grab:
            return "that is not the last screenshot."
        match action:
            case Click(at=point) | Scroll(at=point):
                return self._point_changed((point,), seen)
            case Drag(start=start, end=end):
                return self._point_changed((start, end), seen)
            case Type() | Press() | KeyDown():
                if _number(self._then[1]) != _number(windows.active()):
                    return "another window has the keyboard."
                return ""
            case _:
                return ""

    def _point_changed(self, points: tuple[Point, ...], seen: Frame) -> str:
        then = {} if self._then is None else self._then[2]
        now = self._desktop.observe()
        for point in points:
            if not seen.size.contains(point):
                return "the target lies outside the screenshot."
            if now.size != seen.size:
                return "the screen changed size."
            found = windows.at(_on_device(point, seen.origin))
            if found is not None and then.get(found[0].id) != found[0].box:
                return "another window lies under the target."
            crop = crop_around(point, seen)
            part = (slice(crop.top, crop.bottom), slice(crop.left, crop.right))
            if differs(seen.pixels[part], now.pixels[part]):
                return "the screen changed under the target."
        return ""


class Win32Surroundings:
    """Implements the gate's `Surroundings`."""

    def __init__(self, origin: Callable[[], Point]) -> None:
        """`origin`: where the last screenshot's corner lies on the device."""
        self._origin = origin
        self._own = (os.getpid(), *ancestors(os.getpid()))

    def facts(self, action: Action, /) -> Facts:
        """What is known now."""
        match action:
            case Drag(start=start, end=end):
                return msgspec.structs.replace(self._at(start), others=(self._at(end),))
            case Click(at=place) | Move(at=place) | Scroll(at=place):
                return self._at(place)
            case Type() | Press() | KeyDown():
                return self._with_keyboard()
            case _:
                return NO_FACTS

    def controls(self, facts: Facts, /) -> tuple[Control, ...]:
        """The buttons of the program's windows."""
        own = [one for one in windows.every() if one.pid == facts.pid]
        return tuple(control for one in own for control in controls.told(one.id))

    def _at(self, place: Point) -> Facts:
        found = windows.at(_on_device(place, self._origin()))
        if found is None:
            return Facts(window="the desktop")
        window, control = found
        return self._about(window, controls.widget(control), menu=windows.has_menu(window.pid))

    def _with_keyboard(self) -> Facts:
        keyboard = windows.keyboard()
        if keyboard is None:
            return Facts(front=True)  # the task bar, a switcher, or nothing
        menu = keyboard.menu or windows.has_menu(keyboard.window.pid)
        return self._about(keyboard.window, controls.widget(keyboard.control), menu=menu)

    def _about(self, window: WindowInfo, widget: Widget | None, *, menu: bool) -> Facts:
        return Facts(
            window=window.title,
            application=window.wm_class,
            program=executable(window.pid),
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
        having = {one.pid for one in windows.every()} | {process}
        return next(one for one in self._own if one in having) == process


def concealer(settings: PrivacySettings) -> Concealer:
    """What these settings hide on a Windows desktop."""
    from uitars_runtime.eyes.text.secrets import ReadSecrets

    hidden = HiddenWindows(windows.every, settings.hide_windows, executable)
    finders: list[Callable[[Frame], Iterable[Box]]] = [hidden.find]
    if settings.hide_passwords:
        finders.append(_passwords)
    if settings.read_screen:
        finders.append(ReadSecrets().find)
    return Concealer(settings, finders, hidden.hides)


def secrets() -> BoundSecrets:
    """Stored secrets, each for the windows that it is meant for."""
    return BoundSecrets(Vault(), windows.active, executable)


def _passwords(seen: Frame) -> list[Box]:
    return [on_screenshot(box, seen.origin) for box in controls.passwords()]


def _on_device(point: Point, origin: Point) -> Point:
    return Point(point.x + origin.x, point.y + origin.y)


def _number(window: WindowInfo | None) -> int:
    return 0 if window is None else window.id
