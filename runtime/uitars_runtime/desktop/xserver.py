"""One connection to an X server: live geometry, properties, and one translation of its failures.

Not here: pixels (capture.py), input (pointer.py, keyboard.py), windows (windows.py).
"""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager

from Xlib import X
from Xlib.display import Display
from Xlib.error import ConnectionClosedError, DisplayError, XauthError
from Xlib.ext import xtest

from uitars_runtime.desktop.expecting import Expecting
from uitars_runtime.desktop.managed import hang_up
from uitars_runtime.errors import DesktopError
from uitars_runtime.types import Button, Direction, Point, Size

_BUTTONS = {Button.LEFT: 1, Button.MIDDLE: 2, Button.RIGHT: 3}
_WHEEL = {Direction.UP: 4, Direction.DOWN: 5, Direction.LEFT: 6, Direction.RIGHT: 7}


class XServer(Expecting):
    """A connection that can be opened again after the server came back. Not for two threads."""

    def __init__(self, name: str) -> None:
        """`name`: the display, for example `:0`. Raises `DesktopError`."""
        super().__init__()
        self.name = name
        self.display = connect(name)
        if self.display.query_extension("XTEST") is None:
            self.display.close()
            raise DesktopError(
                f"The display {name} has no XTEST extension, so it cannot be worked.",
                "Start its X server with XTEST enabled (it is, unless switched off).",
            )

    def reconnect(self) -> None:
        """Connect again. Raises `DesktopError` while the server is away."""
        self.close()
        self.display = connect(self.name)

    @contextmanager
    def calls(self) -> Generator[None]:
        """Around calls to the server: raises `DesktopError(gone=True)` when it went away."""
        try:
            yield
        except (ConnectionClosedError, OSError) as error:
            raise _gone(self.name, error) from error

    @contextmanager
    def undisturbed(self) -> Generator[None]:
        """Around input: no other program is served, so that what was checked is what it meets.

        Raises `Refused` with the objection before anything is sent.
        """
        self.display.grab_server()
        try:
            self.refuse_objection()
            yield
        finally:
            self.display.ungrab_server()
            self.sync()

    def size(self) -> Size:
        """The size of the whole screen at this moment, in pixels."""
        geometry = self.display.screen().root.get_geometry()
        return Size(width=int(geometry.width), height=int(geometry.height))

    def pointer(self) -> Point:
        """Where the pointer is, in device pixels."""
        found = self.display.screen().root.query_pointer()
        return Point(int(found.root_x), int(found.root_y))

    def modifiers(self) -> int:
        """The core state: modifier and button bits, the keyboard group in bits 13 and 14."""
        return int(self.display.screen().root.query_pointer().mask)

    def key(self, keycode: int, *, down: bool) -> None:
        """Press or release a key."""
        xtest.fake_input(self.display, X.KeyPress if down else X.KeyRelease, keycode)

    def button(self, button: Button, *, down: bool) -> None:
        """Press or release a button."""
        kind = X.ButtonPress if down else X.ButtonRelease
        xtest.fake_input(self.display, kind, _BUTTONS[button])

    def notch(self, direction: Direction) -> None:
        """Turn the wheel by one."""
        for kind in (X.ButtonPress, X.ButtonRelease):
            xtest.fake_input(self.display, kind, _WHEEL[direction])

    def move(self, point: Point) -> None:
        """Put the pointer on a device pixel."""
        xtest.fake_input(self.display, X.MotionNotify, x=point.x, y=point.y)

    def arrive(self, point: Point) -> None:
        """The same: no picture has the pointer in it."""
        self.move(point)

    def sync(self) -> None:
        """Return once the server has processed everything sent so far; drop its notices."""
        self.display.sync()
        while self.display.pending_events():
            self.display.next_event()

    def pause(self, seconds: float) -> None:
        """Let programs see what was sent so far before more follows."""
        self.sync()
        time.sleep(seconds)

    def close(self) -> None:
        """Give the connection back; a dead one too."""
        hang_up(self.display)


def connect(name: str) -> Display:
    try:
        return Display(name)
    except (DisplayError, XauthError, ConnectionClosedError, OSError) as error:
        raise _gone(name, error) from error


def _gone(name: str, error: Exception) -> DesktopError:
    return DesktopError(
        f"The display {name} cannot be reached.",
        f"Is its X server running, and may this user use it? ({error})",
        gone=True,
    )
