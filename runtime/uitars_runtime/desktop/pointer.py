"""Moves, clicks, drags and turns of the wheel, on any mouse. Points are device pixels."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from typing import Protocol

from uitars_runtime.types import Button, Direction, Point

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


class Mouse(Protocol):
    """A mouse that programs can work."""

    def undisturbed(self) -> AbstractContextManager[None]:
        """Around input that begins an action. Raises `Refused` before anything is sent."""
        ...

    def move(self, point: Point, /) -> None:
        """Put the pointer on a device pixel."""
        ...

    def arrive(self, point: Point, /) -> None:
        """The same, where something is about to be done: what follows shows no more of the way."""
        ...

    def button(self, button: Button, /, *, down: bool) -> None: ...

    def notch(self, direction: Direction, /) -> None:
        """Turn the wheel by one."""
        ...

    def pause(self, seconds: float, /) -> None:
        """Let programs see what was sent so far before more follows."""
        ...

    def sync(self) -> None:
        """Return once all that was sent has arrived."""
        ...


class Pointer:
    """Moves the pointer and knows which buttons it holds."""

    def __init__(self, mouse: Mouse) -> None:
        self._mouse = mouse
        self._held: set[Button] = set()
        self._clicked: tuple[Button, Point, float] | None = None

    def move(self, at: Point) -> None:
        """Put the pointer there."""
        with self._mouse.undisturbed():
            self._mouse.move(at)

    def click(self, at: Point, button: Button, count: int) -> None:
        """Click `count` times; never part of a double click with the click before."""
        self._wait_out_double_click(at, button)
        with self._mouse.undisturbed():
            self._mouse.arrive(at)
            for index in range(count):
                if index:
                    self._mouse.pause(_BETWEEN_CLICKS)
                self._down(button)
                self._up(button)
        self._clicked = (button, at, time.monotonic())

    def drag(self, start: Point, end: Point) -> None:
        """Press the left button, move there in steps, release."""
        with self._mouse.undisturbed():
            self._mouse.arrive(start)
            self._mouse.pause(_DRAG_STEP)
            self._down(Button.LEFT)
        time.sleep(_DRAG_HOLD)
        for step in range(1, _DRAG_STEPS + 1):
            self._mouse.move(
                Point(
                    start.x + round((end.x - start.x) * step / _DRAG_STEPS),
                    start.y + round((end.y - start.y) * step / _DRAG_STEPS),
                )
            )
            self._mouse.pause(_DRAG_STEP)
        time.sleep(_DRAG_HOLD)
        self._up(Button.LEFT)
        self._mouse.sync()

    def scroll(self, at: Point, direction: Direction, amount: int) -> None:
        """Turn the wheel by `amount` notches."""
        with self._mouse.undisturbed():
            self._mouse.arrive(at)
            self._mouse.notch(direction)
        for _ in range(amount - 1):
            self._mouse.pause(_NOTCH)
            self._mouse.notch(direction)
        self._mouse.sync()

    def release_all(self) -> None:
        """Let every held button go."""
        for button in tuple(self._held):
            self._up(button)
        self._mouse.sync()

    def forget(self) -> None:
        """The display is another one: it holds nothing."""
        self._held.clear()
        self._clicked = None

    def _down(self, button: Button) -> None:
        self._held.add(button)
        self._mouse.button(button, down=True)

    def _up(self, button: Button) -> None:
        self._mouse.button(button, down=False)
        self._held.discard(button)

    def _wait_out_double_click(self, at: Point, button: Button) -> None:
        if self._clicked is None:
            return
        last, place, when = self._clicked
        near = max(abs(at.x - place.x), abs(at.y - place.y)) <= _DOUBLE_CLICK_REACH
        if last is button and near:
            time.sleep(max(0.0, when + _DOUBLE_CLICK - time.monotonic()))
