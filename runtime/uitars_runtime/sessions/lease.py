"""Who holds a session and whether a term of the lease is broken. Knows the time, nothing else."""

from __future__ import annotations

import time

import msgspec

from uitars_runtime.errors import TakenError
from uitars_runtime.sessions.record import Lease, Why
from uitars_runtime.sessions.terms import LeaseTerms


class HeldLease:
    """One holder's lease."""

    def __init__(self, terms: LeaseTerms, holder: str, process: int) -> None:
        self._terms = terms
        self._since = self._heard = self._back = time.monotonic()
        self._idle = 0.0
        self._resting: float | None = None
        """Since when a person works there."""
        now = time.time()
        self.record = Lease(holder, process, now, now + terms.seconds)

    def beat(self, idle: float) -> None:
        """The holder gave a sign of life; `idle` seconds ago it did something."""
        self._heard, self._idle = time.monotonic(), idle

    def rest(self) -> None:
        """A person works there: the time does not count."""
        self._resting = time.monotonic()

    def go_on(self) -> None:
        """The holder works again, with as much time as it had left."""
        if self._resting is not None:
            now = time.monotonic()
            rested, self._resting = now - self._resting, None
            self._since += rested
            self._back = self._heard = now
            until = self.record.until + rested
            self.record = msgspec.structs.replace(self.record, until=until)

    def broken(self) -> Why | None:
        """Which term is broken now."""
        now = time.monotonic()
        if self._resting is not None:
            return None
        if now - self._since > self._terms.seconds:
            return "overdue"
        if now - self._heard > self._terms.silent:
            return "silent"
        return "idle" if min(self._idle, now - self._back) > self._terms.idle else None

    def taken(self, session: str) -> TakenError:
        """What another one who wants the session is told."""
        age = time.monotonic() - self._since
        rest = max(0.0, self._terms.seconds - age)
        holder = f"the run {self.record.holder}" if self.record.holder else "somebody"
        return TakenError(
            f"The session {session} is taken: {holder} (process {self.record.process}) has held it"
            f" for {age:.0f} s, and its lease lasts {rest:.0f} s more.",
            "Wait, stop the run (uitars stop), or start another session: uitars sandbox start",
        )
