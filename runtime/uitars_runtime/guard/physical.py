"""Whether a press came from a person's own device: what a yes on screen needs.

On the display where the question is shown; an agent that acts there cannot say yes to itself, not
even while a person presses something else.
"""

from __future__ import annotations

import time
from collections import deque

import msgspec

from uitars_runtime.guard.real_input import Kind, RealEvent, RealInput

_KEPT = 256
"""Presses that are remembered; one that is older is nobody's."""


class Press(msgspec.Struct, frozen=True):
    """One press, as the program that was pressed knows it."""

    kind: Kind
    time: int
    """The server's, in milliseconds modulo 2**32. It is the same for all who are told."""


class PhysicalPresses:
    """Knows who pressed the buttons and keys of a display. For one thread."""

    def __init__(self, display: str) -> None:
        """`display`: for example `:0`. Raises `DesktopError`."""
        self._input = RealInput(display, agents_too=True)
        self._presses: deque[RealEvent] = deque(maxlen=_KEPT)

    def persons(self, press: Press | None, since: float) -> bool:
        """Whether a person made this very press, and not before `since` (`time.monotonic()`); None
        is a press that no device made. One in the same millisecond as an agent's is nobody's.
        Raises `DesktopError` when the X server is gone."""
        found = [
            event.real and event.at >= since
            for event in self._known()
            if press is not None and (event.kind, event.time) == (press.kind, press.time)
        ]
        return bool(found) and all(found)

    def recent(self, seconds: float) -> bool:
        """Whether the last press of all was a person's, in the last `seconds`: enough for what
        decides nothing. Raises as `persons` does."""
        known = self._known()
        last = known[-1] if known else None
        return last is not None and last.real and time.monotonic() - last.at <= seconds

    def _known(self) -> deque[RealEvent]:
        self._presses.extend(self._input.events())
        return self._presses

    def close(self) -> None:
        """Give the connection back."""
        self._input.close()
