"""Shows and hides the presence, between the run's thread, which waits, and the window's."""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtWidgets import QApplication, QWidget

from uitars_app.context import Context
from uitars_app.presence.overlay import Overlay, TargetMark, WorkingFrame
from uitars_app.presence.pill import Pill
from uitars_app.transcript.marks import places
from uitars_runtime.errors import DesktopError, Stopped
from uitars_runtime.types import Action, Box

if TYPE_CHECKING:
    from uitars_runtime.hands.opening import OpenHands

_PATIENCE = 5.0
"""Seconds that the run waits for the window; a window that hangs must not hang the run."""
_LOOK_SECONDS = 0.1
"""How often a wait looks whether the assistant ends."""


class _Request:
    """What the run's thread asks of the window's thread, and the answer."""

    def __init__(self) -> None:
        self.boxes: tuple[Box, ...] = ()
        self.done = threading.Event()


class Presence(QObject):
    """Implements `Stage`. The methods of the protocol are for the run's thread."""

    _aside = Signal(object)
    _back = Signal(object)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._preferences = context.preferences
        self._theme = context.theme
        self._ends = threading.Event()
        self._working = False
        self._keyboard = False
        self._mark: Action | None = None
        self._frames: list[Overlay] = []
        self._target = TargetMark(context.theme)
        self.pill = Pill(context)
        self._aside.connect(self._hide, Qt.ConnectionType.QueuedConnection)
        self._back.connect(self._show, Qt.ConnectionType.QueuedConnection)
        context.runner.around = self._attend
        context.runner.finished.connect(self._finish)

    @property
    def windows(self) -> tuple[QWidget, ...]:
        """What is only presence."""
        return (*self._frames, self._target, self.pill)

    def step_aside(self) -> tuple[Box, ...]:
        """As the protocol says. Raises `DesktopError` where our windows may still be in the way,
        `Stopped` at the end of the assistant."""
        request = _Request()
        self._aside.emit(request)
        deadline = time.monotonic() + _PATIENCE
        while not request.done.wait(_LOOK_SECONDS):
            if self._ends.is_set():
                raise Stopped
            if time.monotonic() > deadline:
                raise DesktopError(
                    "The assistant's own window does not answer, so it may be in the way.",
                    "Start the task again; if this comes back, start the assistant again.",
                )
        return request.boxes

    def has_keyboard(self) -> bool:
        return self._keyboard

    def come_back(self, action: Action | None) -> None:
        self._back.emit(action)

    @staticmethod
    def attends(hands: OpenHands) -> bool:
        """Whether the agent works on the desktop that our windows are on."""
        if sys.platform in ("darwin", "win32"):
            return True
        ours = QGuiApplication.platformName() == "xcb" and os.environ.get("DISPLAY")
        return hands.environment.get("DISPLAY") == ours

    def let_go(self) -> None:
        """Let a run that waits for the window end: nobody serves the window any more."""
        self._ends.set()

    def close(self) -> None:
        """Take everything off the screen for good."""
        for window in self.windows:
            window.hide()
            window.deleteLater()
        self._frames.clear()

    def _attend(self, hands: OpenHands) -> OpenHands:
        """Stand between loop and hands where both work on one desktop; on the run's thread."""
        from uitars_app.presence.hands import AttendedHands

        return AttendedHands(hands, self) if self.attends(hands) else hands

    def _hide(self, request: _Request) -> None:
        self._working = True
        for window in self.windows:
            window.hide()
        QGuiApplication.sync()
        own = [window for window in QGuiApplication.topLevelWindows() if window.isVisible()]
        request.boxes = tuple(_box(window) for window in own)
        self._keyboard = QApplication.activeWindow() is not None
        request.done.set()

    def _show(self, action: Action | None) -> None:
        if not self._working:
            return
        if action is not None:
            self._mark = action
        if not self._preferences.value.presence:
            return
        if not self._frames:
            self._frames = [
                WorkingFrame(self._theme, screen) for screen in QGuiApplication.screens()
            ]
        for frame in self._frames:
            frame.show()
        at = places(self._mark)[-1:] if self._mark is not None else ()
        for point in at:
            ratio = QGuiApplication.primaryScreen().devicePixelRatio()
            self._target.put(round(point.x / ratio), round(point.y / ratio))
            self._target.show()
        self.pill.appear()

    def _finish(self) -> None:
        self._working = False
        self._mark = None
        for window in self.windows:
            window.hide()


def _box(window: QWindow) -> Box:
    """A window with its frame, in device pixels."""
    place, ratio = window.frameGeometry(), window.devicePixelRatio()
    left, top = round(place.x() * ratio), round(place.y() * ratio)
    return Box(left, top, left + round(place.width() * ratio), top + round(place.height() * ratio))
