"""A screen inside a screen: XTEST on the outer one is a person to the inner one.

Xephyr takes what arrives at its window for its own mouse and keyboard, so that a test can press
real keys; XTEST on the inner screen itself is an agent.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from helpers.desks import connection, until
from helpers.screens import display_environment, screen, window_manager
from uitars_runtime.desktop.managed import ManagedWindows
from uitars_runtime.desktop.windows import Windows

if TYPE_CHECKING:
    from Xlib.display import Display

_TITLE = "nested screen"


class Hand:
    """Presses on one display by XTEST; `left` and `top` are where its own pixels begin."""

    def __init__(self, display: Display, left: int = 0, top: int = 0) -> None:
        self._display = display
        self._left, self._top = left, top

    def move(self, x: int, y: int) -> None:
        from Xlib import X
        from Xlib.ext import xtest

        xtest.fake_input(self._display, X.MotionNotify, x=self._left + x, y=self._top + y)
        self._display.sync()

    def click(self, x: int, y: int) -> None:
        from Xlib import X
        from Xlib.ext import xtest

        self.move(x, y)
        xtest.fake_input(self._display, X.ButtonPress, 1)
        xtest.fake_input(self._display, X.ButtonRelease, 1)
        self._display.sync()

    def press(self, *names: str) -> None:
        """Press and release each key in turn, by the name of its symbol."""
        from Xlib import XK, X
        from Xlib.ext import xtest

        for name in names:
            code = self._display.keysym_to_keycode(XK.string_to_keysym(name))
            xtest.fake_input(self._display, X.KeyPress, code)
            xtest.fake_input(self._display, X.KeyRelease, code)
        self._display.sync()


class Nested:
    """The inner display, and who can press on it."""

    def __init__(self, display: str, person: Hand, agent: Hand) -> None:
        self.display = display
        self.person = person
        self.agent = agent

    @property
    def environment(self) -> dict[str, str]:
        return display_environment(self.display)


@contextmanager
def nested(size: str = "640x480", outer_size: str = "800x600") -> Generator[Nested]:
    """An Xephyr in an Xvfb, its window in front."""
    with screen(outer_size) as outer, window_manager(outer):
        reading, writing = os.pipe()
        process = subprocess.Popen(
            [
                *("Xephyr", "-screen", size, "-noreset", "-nolisten", "tcp"),
                *("-title", _TITLE, "-displayfd", str(writing)),
            ],
            env=outer.environment,
            pass_fds=(writing,),
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as pipe:
            display = f":{pipe.readline().strip()}"
        try:
            with connection(outer.name) as above, connection(display) as inside:
                yield _settled(above, inside, display)
        finally:
            process.terminate()
            process.wait()


def _settled(above: Display, inside: Display, display: str) -> Nested:
    windows = Windows(above)

    until(lambda: any(_TITLE in one.title for one in windows.all()), "the nested screen's window")
    window = next(one for one in windows.all() if _TITLE in one.title)

    def in_front() -> bool:
        # The window manager may still be busy with placing it.
        ManagedWindows(above).focus(window.id)
        active = windows.active()
        return active is not None and active.id == window.id

    until(in_front, "the nested screen has the keyboard")
    person = Hand(above, window.box.left, window.box.top)

    def follows() -> bool:
        # Until its window is drawn and entered, the nested server hears nothing.
        person.move(31, 37)
        pointer = inside.screen().root.query_pointer()
        person.move(33, 39)
        return (pointer.root_x, pointer.root_y) == (31, 37)

    until(follows, "the nested pointer follows")
    return Nested(display, person, Hand(inside))
