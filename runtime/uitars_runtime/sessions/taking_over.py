"""A person works in a session: the run that holds it keeps still meanwhile, and goes on after."""

from __future__ import annotations

from typing import Self

from uitars_runtime import orders
from uitars_runtime.errors import TakenError, UitarsError
from uitars_runtime.holding import Hold
from uitars_runtime.sessions.folder import find
from uitars_runtime.sessions.link import HostLink
from uitars_runtime.sessions.messages import Done, TakeOver
from uitars_runtime.sessions.record import Lease


class TakenOver:
    """Lasts until it is closed. When this process ends without that, the session is given back and
    its run stays paused, saying why: whoever sits at it lets it go on."""

    def __init__(self, session: str) -> None:
        """Raises `TakenError` where another person works there or the holder cannot be paused,
        `UsageError` where it is paused or has ended."""
        self._hold: Hold | None = None
        self._link = HostLink(session)
        try:
            self._link.ask(TakeOver(), Done)
            lease = find(session).lease
            if lease is not None:
                self._hold = _held(session, lease)
        except UitarsError:
            self._link.close()
            raise

    @property
    def over(self) -> bool:
        """Whether the session has ended."""
        return self._link.hung_up()

    def close(self) -> None:
        """Give it back; the run looks at the screen afresh and goes on, unless it is paused."""
        self._link.close()
        if self._hold is not None:
            self._hold.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _held(session: str, lease: Lease) -> Hold:
    if lease.holder not in orders.under_way():
        raise TakenError(
            f"The session {session} is held by the process {lease.process}, which is no run"
            " that could be paused.",
            "It can be watched, and taken over once it is given back.",
        )
    return Hold(orders.folder_of(lease.holder))
