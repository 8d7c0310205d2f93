"""Whether a person used the mouse or the keyboard since the screen was looked at.

The agent leaves the desktop to the person then. What a person does to answer a question is no
reason: it ends when the answer is there.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from uitars_runtime.desktop.managed import reached
from uitars_runtime.guard.real_input import RealInput
from uitars_runtime.types import Point

_SHAKEN = 3
"""Pixels that a mouse moves on a table that shakes."""


class Touch:
    """Feels a person's own devices on one display. Raises `DesktopError` when it is gone."""

    def __init__(
        self, display: str, pointer: Callable[[], Point], on_touch: Callable[[], None]
    ) -> None:
        """`pointer`: where it is now, asked on the connection that input goes out on. `on_touch`
        is called each time that `felt` finds one."""
        self._input = RealInput(display)
        self._pointer = pointer
        self._on_touch = on_touch
        self._since = time.monotonic()
        self._place = reached(pointer)
        self._pressed = False

    def forget(self) -> None:
        """From here on it counts: the screen is looked at, or a person has answered."""
        self._input.events()
        self._since = time.monotonic()
        self._place = reached(self._pointer)
        self._pressed = False

    def felt(self) -> bool:
        """Whether a person pressed something or moved the pointer since. Never waits for other
        programs, so that it can be asked while the server serves nobody else."""
        self._pressed |= any(event.at >= self._since for event in self._input.arrived())
        touched = self._pressed or self._has_moved()
        if touched:
            self._on_touch()
        return touched

    def close(self) -> None:
        """Give the connection back."""
        self._input.close()

    def _has_moved(self) -> bool:
        """The agent moves the pointer only after it was asked for the last time."""
        now, then = reached(self._pointer), self._place
        return max(abs(now.x - then.x), abs(now.y - then.y)) > _SHAKEN
