"""Making a session anew: why it was done, how often, and that it is tried again where it fails.

Not here: what ends and begins then (`kept.py`), and who is told (`host.py`).
"""

from __future__ import annotations

import time

from uitars_runtime.sessions.kept import KeptDesktop
from uitars_runtime.sessions.record import Reset, Why

_AGAIN_SECONDS = 5.0
"""Between two attempts, where the X server does not start or the disk is full."""


class Resets:
    """Those of one session."""

    def __init__(self, kept: KeptDesktop) -> None:
        self._kept = kept
        self.count = 0
        self.last: Reset | None = None
        self._owed: tuple[Why, str] | None = None
        """Why, and whose, it is to be made anew, where that has failed so far."""
        self._not_before = 0.0

    def make(self, why: Why, holder: str = "") -> None:
        """Make it anew. Raises `DesktopError`, `UsageError`: it is owed then, and what was to be
        emptied still is."""
        if self._owed is None or self._owed[0] == "crashed":
            self._owed = why, holder
        why, holder = self._owed
        self._not_before = time.monotonic() + _AGAIN_SECONDS
        self._kept.anew(emptied=why != "crashed")
        self._owed, self._not_before = None, 0.0
        self.count += 1
        self.last = Reset(why, time.time(), holder)

    @property
    def due(self) -> bool:
        """Whether the desktop has gone away by itself and may be tried now."""
        return time.monotonic() >= self._not_before and not self._kept.alive()

    @property
    def words(self) -> str:
        """The last one, for whoever held the session before it."""
        return f"It was made anew: its holder was {self.last.why}." if self.last else ""
