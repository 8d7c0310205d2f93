"""Whether a person pressed something with a device of their own: what a yes on screen needs.

On the display where the question is shown; an agent that acts there cannot say yes to itself, not
even right after a person pressed something else.
"""

from __future__ import annotations

import time

from uitars_runtime.guard.real_input import RealInput


class PhysicalPresses:
    """Knows when a real button or key last went down on a display. For one thread."""

    def __init__(self, display: str) -> None:
        """`display`: for example `:0`. Raises `DesktopError`."""
        self._input = RealInput(display, agents_too=True)
        self._last = float("-inf")
        """When the last press was, where it was a person's."""

    def recent(self, seconds: float) -> bool:
        """Whether the last press of all was a person's, in the last `seconds`. Raises
        `DesktopError` when the X server is gone."""
        for event in self._input.events():
            self._last = event.at if event.real else float("-inf")
        return time.monotonic() - self._last <= seconds

    def close(self) -> None:
        """Give the connection back."""
        self._input.close()
