"""What every way of sending input to a Wayland session has: its buttons, its wheel, and that nobody
can be held off meanwhile.

Not here: how a way sends, and how it knows what has arrived.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

from uitars_runtime.desktop.expecting import Expecting
from uitars_runtime.types import Button, Direction, Point

BUTTONS: Final = {Button.LEFT: 0x110, Button.RIGHT: 0x111, Button.MIDDLE: 0x112}
"""linux/input-event-codes.h."""
WHEEL: Final = {
    Direction.UP: (0, -1),
    Direction.DOWN: (0, 1),
    Direction.LEFT: (1, -1),
    Direction.RIGHT: (1, 1),
}
"""Axis (0: vertical) and sense."""


class WaylandInput(Expecting):
    """Base of what sends input to a Wayland session."""

    def __init__(self) -> None:
        super().__init__()
        self.on_arrival: Callable[[Point], None] = lambda _point: None
        """Called where the pointer has come to what is about to be pressed."""

    @contextmanager
    def undisturbed(self) -> Generator[None]:
        """Around input. Wayland lets nobody hold the others off: what was checked can change until
        the input arrives, some milliseconds later. Raises `Refused` before anything is sent."""
        self.refuse_objection()
        try:
            yield
        finally:
            self.sync()

    @abstractmethod
    def move(self, point: Point, /) -> None:
        """Put the pointer on a pixel of the canvas."""

    def arrive(self, point: Point, /) -> None:
        """The same; tells who watches the screen once the compositor knows."""
        self.move(point)
        self.sync()
        self.on_arrival(point)

    @abstractmethod
    def sync(self) -> None:
        """Return once what was sent has arrived, as far as the way can know."""
