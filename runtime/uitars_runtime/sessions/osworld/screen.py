"""What of a session's screen its server is asked: the picture with the pointer, windows, and what
the programs say."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from uitars_runtime.desktop.capture import Capture
from uitars_runtime.desktop.managed import ManagedWindows, hang_up, reached
from uitars_runtime.sessions.folder import find
from uitars_runtime.types import Box, Point, Size

if TYPE_CHECKING:
    from Xlib.display import Display


class SessionScreen:
    """One session's. Methods raise `UsageError` where it ended, `DesktopError`."""

    def __init__(self, session: str) -> None:
        self._session = session

    def size(self) -> Size:
        """Of the screen, in pixels."""
        return find(self._session).order.size

    def picture(self) -> bytes:
        """The screen with its pointer, as a PNG file."""
        record = find(self._session)
        os.environ["XAUTHORITY"] = record.desktop.environment["XAUTHORITY"]
        size = record.order.size
        whole = Box(0, 0, size.width, size.height)
        capture = Capture(lambda: whole, display=record.desktop.display, with_cursor=True)
        try:
            return capture.grab().frame().png()
        finally:
            capture.close()

    def pointer(self) -> Point:
        """Where the pointer is."""
        with self.display() as display:
            found = reached(display.screen().root.query_pointer)
            return Point(int(found.root_x), int(found.root_y))

    def window_size(self, application: str) -> Size | None:
        """Of the newest window of this kind; None where there is none."""
        with self.display() as display:
            windows = ManagedWindows(display)
            for window in reversed(windows.ids()):
                if windows.application(window).lower() == application.lower():
                    return windows.size(window)
        return None

    def activate(self, name: str, *, strict: bool, by_class: bool) -> bool:
        """Raise the first window that is named so; whether there was one."""
        with self.display() as display:
            windows = ManagedWindows(display)
            window = _named(windows, name, strict=strict, by_class=by_class)
            if window is not None:
                windows.focus(window)
            return window is not None

    def close(self, name: str, *, strict: bool, by_class: bool) -> bool:
        """Ask the first window that is named so to close; whether there was one."""
        with self.display() as display:
            windows = ManagedWindows(display)
            window = _named(windows, name, strict=strict, by_class=by_class)
            if window is not None:
                windows.close(window)
            return window is not None

    @contextmanager
    def display(self) -> Generator[Display]:
        """A connection to the session's display."""
        from Xlib.display import Display

        desktop = find(self._session).desktop
        os.environ["XAUTHORITY"] = desktop.environment["XAUTHORITY"]
        display = reached(lambda: Display(desktop.display))
        try:
            yield display
        finally:
            hang_up(display)


def _named(windows: ManagedWindows, name: str, *, strict: bool, by_class: bool) -> int | None:
    """As `wmctrl -a` looks for one: a part of its title in any case, or the whole title."""
    for window in windows.ids():
        said = windows.application(window) if by_class else windows.title(window)
        if name == said if strict else name.lower() in said.lower():
            return window
    return None
