"""Whether a yes came from a person: only a press on a real device counts, where that can be told.

On X11 the devices that the agent itself works are known, and their presses do not count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from PySide6.QtGui import QGuiApplication, QInputEvent, QKeyEvent, QMouseEvent

from uitars_app.widgets.build import ThemedButton
from uitars_runtime.guard.physical import PhysicalPresses, Press
from uitars_runtime.guard.real_input import Kind

_CLOCK = (1 << 32) - 1
"""The X server's clock has so many milliseconds; Qt's has more room."""

_Event = TypeVar("_Event", bound=QInputEvent)


class Presses(Protocol):
    """Knows of presses on devices of this computer."""

    def persons(self, press: Press | None, since: float, /) -> bool:
        """Whether a person made this very press, and not before `since` (`time.monotonic()`); None
        is one that no device made."""
        ...

    def recent(self, seconds: float, /) -> bool:
        """Whether the last press of all was a person's, in the last seconds."""
        ...

    def close(self) -> None: ...


class AnyPresses:
    """Where devices cannot be told apart every press counts; the documentation says where."""

    def persons(self, _press: Press | None, _since: float, /) -> bool:
        return True

    def recent(self, _seconds: float, /) -> bool:
        return True

    def close(self) -> None:
        """Nothing is held."""


def open_presses() -> Presses:
    """The presses on the display that the window is on. Raises `DesktopError`."""
    if QGuiApplication.platformName() != "xcb":
        return AnyPresses()
    import os

    return PhysicalPresses(os.environ["DISPLAY"])


class YesButton(ThemedButton):
    """A button that knows by which press it went down."""

    press: Press | None = None
    """While it is down, and while it says that it was clicked."""

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        self._note(Kind.BUTTON, event, super().mousePressEvent)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        super().mouseReleaseEvent(event)
        self._forget()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        self._note(Kind.KEY, event, super().keyPressEvent)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        super().keyReleaseEvent(event)
        self._forget()

    def _note(self, kind: Kind, event: _Event, handle: Callable[[_Event], None]) -> None:
        """A press of something else while it is down is not the one that it went down by."""
        was_down = self.isDown()
        handle(event)
        if self.isDown() and not was_down:
            self.press = Press(kind, event.timestamp() & _CLOCK)

    def _forget(self) -> None:
        if not self.isDown():
            self.press = None
