"""The mouse on an X display: moves, clicks, drags and the wheel. Points are device pixels."""

from __future__ import annotations

import time

from Xlib import X

from uitars_runtime.desktop.xserver import XServer
from uitars_runtime.types import Button, Direction, Point

_BUTTONS = {Button.LEFT: 1, Button.MIDDLE: 2, Button.RIGHT: 3}
_WHEEL = {Direction.UP: 4, Direction.DOWN: 5, Direction.LEFT: 6, Direction.RIGHT: 7}

_BETWEEN_CLICKS = 0.04
"""Seconds between the clicks of a double click; toolkits take up to 0.4 for one."""
_DOUBLE_CLICK = 0.55
"""Seconds after which no toolkit takes two clicks at one place for a double click."""
_DOUBLE_CLICK_REACH = 8
"""Pixels within which two clicks are at one place."""
_DRAG_STEP = 0.008
_DRAG_STEPS = 16
"""Motions of a drag: toolkits begin it after some pixels, and drop targets want to be entered."""
_DRAG_HOLD = 0.06
_NOTCH = 0.004


class Pointer:
    """Moves the pointer and knows which buttons it holds."""

    def __init__(self, server: XServer) -> None:
        self._server = server
        self._held: set[int] = set()
        self._clicked: tuple[Button, Point, float] | None = None

    def move(self, at: Point) -> None:
        """Put the pointer there."""
        with self._server.undisturbed():
            self._server.move(at)

    def click(self, at: Point, button: Button, count: int) -> None:
        """Click `count` times; never part of a double click with the click before."""
        self._wait_out_double_click(at, button)
        with self._server.undisturbed():
            self._server.move(at)
            for index in range(count):
                if index:
                    self._server.pause(_BETWEEN_CLICKS)
                self._down(_BUTTONS[button])
                self._up(_BUTTONS[button])
        self._clicked = (button, at, time.monotonic())

    def drag(self, start: Point, end: Point) -> None:
        """Press the left button, move there in steps, release."""
        with self._server.undisturbed():
            self._server.move(start)
            self._server.pause(_DRAG_STEP)
            self._down(1)
        time.sleep(_DRAG_HOLD)
        for step in range(1, _DRAG_STEPS + 1):
            self._server.move(
                Point(
                    start.x + round((end.x - start.x) * step / _DRAG_STEPS),
                    start.y + round((end.y - start.y) * step / _DRAG_STEPS),
                )
            )
            self._server.pause(_DRAG_STEP)
        time.sleep(_DRAG_HOLD)
        self._up(1)
        self._server.sync()

    def scroll(self, at: Point, direction: Direction, amount: int) -> None:
        """Turn the wheel by `amount` notches."""
        with self._server.undisturbed():
            self._server.move(at)
            self._notch(direction)
        for _ in range(amount - 1):
            self._server.pause(_NOTCH)
            self._notch(direction)
        self._server.sync()

    def release_all(self) -> None:
        """Let every held button go."""
        for number in tuple(self._held):
            self._up(number)
        self._server.sync()

    def forget(self) -> None:
        """The server is another one: it holds nothing."""
        self._held.clear()
        self._clicked = None

    def _notch(self, direction: Direction) -> None:
        self._down(_WHEEL[direction])
        self._up(_WHEEL[direction])

    def _down(self, number: int) -> None:
        self._held.add(number)
        self._server.send(X.ButtonPress, number)

    def _up(self, number: int) -> None:
        self._server.send(X.ButtonRelease, number)
        self._held.discard(number)

    def _wait_out_double_click(self, at: Point, button: Button) -> None:
        if self._clicked is None:
            return
        last, place, when = self._clicked
        near = max(abs(at.x - place.x), abs(at.y - place.y)) <= _DOUBLE_CLICK_REACH
        if last is button and near:
            time.sleep(max(0.0, when + _DOUBLE_CLICK - time.monotonic()))
