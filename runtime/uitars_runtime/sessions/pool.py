"""Many sessions at once, warm: leased to one user after the other, each as fresh as the first.

Not here: what is done in them, and where else they could run (a cluster is another `Pool`).
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final, Protocol, Self, TypeVar

import msgspec

from uitars_runtime.errors import UitarsError
from uitars_runtime.sessions.folder import await_end, find
from uitars_runtime.sessions.link import HostLink
from uitars_runtime.sessions.messages import Done, Renew, Stop
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.starting import start
from uitars_runtime.sessions.terms import SessionOrder

ATTEMPTS: Final = 3
"""Sessions that one piece of work may lose."""

_Result = TypeVar("_Result")


class Metrics(msgspec.Struct, frozen=True):
    """What a pool has done so far."""

    started: int = 0
    leased: int = 0
    replaced: int = 0
    """Sessions that were gone and for which others were started."""
    waited: float = 0.0
    """Seconds that leases waited for a session, all together."""
    repeated: int = 0
    """Pieces of work that were done once more, because their session went away meanwhile."""


class Pool(Protocol):
    """Sessions for whoever has work to do in one. For any thread."""

    @property
    def sessions(self) -> int:
        """How many there are: so many can work at a time."""
        ...

    def work(self, job: Callable[[SessionRecord], _Result], /) -> _Result:
        """Do it in a fresh session; what it returns or raises. Where the session goes away
        meanwhile it is done again in another: a job counts by what it returns and by nothing else.
        Raises `DesktopError` where no session can be had."""
        ...

    @property
    def metrics(self) -> Metrics: ...

    def close(self) -> None:
        """End all of them."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class LocalPool:
    """Implements `Pool` on this machine. Its sessions end with this process, however it ends."""

    def __init__(self, order: SessionOrder, sessions: int) -> None:
        """Starts them, all at once. Raises `UsageError`, `DesktopError`."""
        self.sessions = sessions
        self._order = msgspec.structs.replace(order, owner=os.getpid())
        self._ready: queue.SimpleQueue[SessionRecord | Exception | None] = queue.SimpleQueue()
        """Fresh ones, and for each that could not be started why; None once that was said."""
        self._counting = threading.Lock()
        self._metrics = Metrics()
        self._workers = ThreadPoolExecutor(sessions, thread_name_prefix="pool")
        for _ in range(sessions):
            self._workers.submit(self._prepare, None)

    @property
    def metrics(self) -> Metrics:
        """What was done so far."""
        return self._metrics

    def work(self, job: Callable[[SessionRecord], _Result], /) -> _Result:
        """Do it in a fresh session."""
        for attempt in range(1, ATTEMPTS + 1):
            with self.lease() as session:
                last = attempt == ATTEMPTS
                try:
                    result = job(session)
                except UitarsError:
                    if last or not _went_away(session):
                        raise
                else:
                    if last or not _went_away(session):
                        return result
            self._count(repeated=1)
        raise AssertionError("the last attempt returns or raises")

    @contextmanager
    def lease(self) -> Generator[SessionRecord]:
        """A fresh session; given back it is made anew while others work."""
        asked = time.monotonic()
        record = self._taken()
        self._count(leased=1, waited=time.monotonic() - asked)
        try:
            yield record
        finally:
            self._workers.submit(self._prepare, record)

    def close(self) -> None:
        """End all that were given back, and wait for it."""
        self._workers.shutdown()
        ending: list[str] = []
        while not self._ready.empty():
            record = self._ready.get()
            if isinstance(record, SessionRecord):
                with contextlib.suppress(UitarsError), HostLink(record.id) as link:
                    link.ask(Stop(), Done)
                    ending.append(record.id)
        for session in ending:
            await_end(session)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _taken(self) -> SessionRecord:
        """One that is ready and still there."""
        while True:
            record = self._ready.get()
            if isinstance(record, Exception):
                self._ready.put(None)
                raise record
            if record is not None:
                with contextlib.suppress(UitarsError):
                    return find(record.id)
            self._workers.submit(self._prepare, record)

    def _prepare(self, used: SessionRecord | None) -> None:
        """Put a fresh session among those that are ready; whoever waits hears of a failure."""
        try:
            self._ready.put(self._fresh(used))
        except Exception as error:
            self._ready.put(error)

    def _fresh(self, used: SessionRecord | None) -> SessionRecord:
        if used is not None:
            with contextlib.suppress(UitarsError), HostLink(used.id) as link:
                link.ask(Renew(), Done)
                return find(used.id)
            with contextlib.suppress(UitarsError), HostLink(used.id) as link:
                link.ask(Stop(), Done)
            self._count(replaced=1)
        self._count(started=1)
        return start(self._order)

    def _count(self, **more: float) -> None:
        with self._counting:
            now = msgspec.structs.asdict(self._metrics)
            changed = {name: now[name] + added for name, added in more.items()}
            self._metrics = msgspec.structs.replace(self._metrics, **changed)


def _went_away(session: SessionRecord) -> bool:
    """Whether it ended or was made anew since it was leased: what was seen there says nothing."""
    try:
        return find(session.id).resets != session.resets
    except UitarsError:
        return True
