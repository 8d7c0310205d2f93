"""A person works in a session: the run that holds it keeps still meanwhile, and goes on after."""

from __future__ import annotations

from contextlib import suppress
from typing import Self

from uitars_runtime import orders
from uitars_runtime.errors import TakenError, UitarsError, UsageError
from uitars_runtime.orders import Order
from uitars_runtime.sessions.folder import find
from uitars_runtime.sessions.link import HostLink
from uitars_runtime.sessions.messages import Done, TakeOver
from uitars_runtime.sessions.record import Lease


class TakenOver:
    """Lasts until it is closed. When this process ends without that, the session is given back and
    the run stays paused: whoever sits at it lets it go on."""

    def __init__(self, session: str) -> None:
        """Raises `TakenError` where another person works there or the holder cannot be paused,
        `UsageError` where it is paused or has ended."""
        self._run = ""
        self._link = HostLink(session)
        try:
            self._link.ask(TakeOver(), Done)
            lease = find(session).lease
            if lease is not None:
                self._pause(session, lease)
        except UitarsError:
            self._link.close()
            raise

    @property
    def over(self) -> bool:
        """Whether the session has ended."""
        return self._link.hung_up()

    def close(self) -> None:
        """Give it back; the run looks at the screen afresh and goes on."""
        self._link.close()
        if self._run:
            with suppress(UsageError):  # it ended meanwhile
                orders.give(Order.RESUME, self._run)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _pause(self, session: str, lease: Lease) -> None:
        if lease.holder not in orders.under_way():
            raise TakenError(
                f"The session {session} is held by the process {lease.process}, which is no run"
                " that could be paused.",
                "It can be watched, and taken over once it is given back.",
            )
        orders.give(Order.PAUSE, lease.holder)
        self._run = lease.holder
