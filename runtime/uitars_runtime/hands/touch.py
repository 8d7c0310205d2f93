"""Whether a person used the mouse or the keyboard since the screen was looked at.

The agent leaves the desktop to the person then. What a person does to answer a question is no
reason: it ends when the answer is there.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from uitars_runtime.guard.real_input import Kind, RealInput

_MOTIONS = 3
"""Movements that are a touch: a single one is a mouse on a table that shakes."""


class Touch:
    """Feels a person's own devices on one display. Raises `DesktopError` when it is gone."""

    def __init__(self, display: str, on_touch: Callable[[], None]) -> None:
        """`on_touch` is called each time that `felt` finds one."""
        self._input = RealInput(display)
        self._on_touch = on_touch
        self._since = time.monotonic()
        self._motions = 0
        self._pressed = False

    def forget(self) -> None:
        """From here on it counts: the screen is looked at, or a person has answered."""
        self._input.events()
        self._since = time.monotonic()
        self._motions, self._pressed = 0, False

    def felt(self) -> bool:
        """Whether a person pressed or moved something since. Never waits for the X server, so that
        it can be asked while the server serves nobody else."""
        for event in self._input.arrived():
            if event.at >= self._since:
                self._motions += event.kind is Kind.MOTION
                self._pressed |= event.kind is not Kind.MOTION
        touched = self._pressed or self._motions >= _MOTIONS
        if touched:
            self._on_touch()
        return touched

    def close(self) -> None:
        """Give the connection back."""
        self._input.close()
