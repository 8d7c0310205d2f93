"""Whether the programs of a session stand still, and who has it alone to make a checkpoint.

Not here: who holds it (`lease.py`), and who else may not be there meanwhile (`host.py`).
"""

from __future__ import annotations

import socket

from uitars_runtime.errors import TakenError, UsageError
from uitars_runtime.sessions.kept import KeptDesktop


class Standstill:
    """Of one session. Methods raise `DesktopError`."""

    def __init__(self, session: str, kept: KeptDesktop) -> None:
        self._session = session
        self._kept = kept
        self._keeper: socket.socket | None = None
        self._was_paused = False
        """Before it was kept."""
        self.paused = False

    def pause(self) -> None:
        """Freeze the programs."""
        self._kept.freeze()
        self.paused = True

    def resume(self, caller: socket.socket) -> None:
        """Let them go on. Raises `TakenError`."""
        self.expect_nobody_keeps(caller)
        self._kept.thaw()
        self.paused = False

    def keep(self, caller: socket.socket) -> None:
        """Have it alone. Raises `TakenError`."""
        self.expect_nobody_keeps(caller)
        self._keeper, self._was_paused = caller, self.paused

    def leave(self, caller: socket.socket) -> bool:
        """Make it what it was where this one kept it; whether it did."""
        if caller is not self._keeper:
            return False
        self._keeper = None
        if self.paused and not self._was_paused:
            self.resume(caller)
        elif self._was_paused and not self.paused:
            self.pause()
        return True

    def gone(self) -> None:
        """The programs that stood still are no more."""
        self.paused = self._was_paused = False

    def expect_nobody_keeps(self, caller: socket.socket) -> None:
        """Raises `TakenError` where another one makes a checkpoint."""
        if self._keeper not in (None, caller):
            raise TakenError(
                f"A checkpoint of the session {self._session} is being made.", "Wait for its end."
            )

    def expect_awake(self, caller: socket.socket) -> None:
        """Raises `UsageError` where the programs stand still, `TakenError`."""
        self.expect_nobody_keeps(caller)
        if self.paused:
            raise UsageError(
                f"The session {self._session} is paused.",
                f"Let it go on: uitars sandbox resume {self._session}",
            )
