"""Sessions on the nodes of a Ray cluster: work goes to where its session is.

Each session has a keeper of its own, an actor of Ray's with a `LocalPool` of one; a node that dies
takes its keepers with it, and what they were at is done again by others elsewhere. Work and what it
returns go between processes of the cluster as Ray carries them, pickled: whoever may start work
there may do anything there, which is why a cluster that is started here listens on loopback only.
"""

from __future__ import annotations

import itertools
import os
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any, Final, Self, TypeVar

import msgspec

from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.installing import install_extra
from uitars_runtime.sessions.pool import ATTEMPTS, LocalPool, Metrics
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.terms import SessionOrder

_ADDRESS: Final = "RAY_ADDRESS"
"""Where Ray itself looks for a cluster that is there already."""
_MANY_MACHINES: Final = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""Whether a cluster may span machines; Ray asks so on other systems, and listens accordingly."""
_OURS: Final = "UITARS_"
"""Variables that keepers share with this process."""
_MEMORY: Final = 1 << 28
"""Bytes that a cluster of our own keeps results in; they are small."""
_END_SECONDS: Final = 60.0
_PATIENCE_SECONDS: Final = 120.0
_PAUSE_SECONDS: Final = 0.5
_LOOK: Final = "Look at the cluster: ray status"

_Result = TypeVar("_Result")


class Keeper:
    """Keeps one warm session, in a process of its own on some node."""

    def __init__(self, order: SessionOrder, environment: dict[str, str]) -> None:
        os.environ.update(environment)
        self._pool = LocalPool(order, 1)

    def ready(self) -> None:
        """Answers once there is a keeper."""

    def work(self, job: Callable[[SessionRecord], _Result]) -> _Result:
        """Do it in the session."""
        return self._pool.work(job)

    def close(self) -> None:
        """End the session."""
        self._pool.close()


class RayPool:
    """Implements `Pool` on a Ray cluster: the one at RAY_ADDRESS or that this process is part of,
    else one of its own. Every node needs this package, and the programs that work stands on."""

    def __init__(self, order: SessionOrder, sessions: int) -> None:
        """Raises `UsageError` where Ray is not installed."""
        self._ray = library()
        self._owned = not self._ray.is_initialized()
        if self._owned:
            _join(self._ray)
        self.sessions = sessions
        self._order = order
        self._turns = itertools.count()
        self._counting = threading.Lock()
        self._metrics = Metrics()
        self._lost: type[Exception] = self._ray.exceptions.RayError
        self._raised: type[Exception] = self._ray.exceptions.RayTaskError
        self._free: queue.SimpleQueue[Any] = queue.SimpleQueue()
        """Keepers that do nothing; None for one that died and could not be replaced."""
        for _ in range(sessions):
            self._free.put(self._keeper())

    @property
    def metrics(self) -> Metrics:
        """What was done so far; sessions that a keeper replaced by itself are not counted."""
        return self._metrics

    def work(self, job: Callable[[SessionRecord], _Result], /) -> _Result:
        """Do it in a fresh session on some node."""
        asked = time.monotonic()
        keeper = self._free.get()
        self._count(leased=1, waited=time.monotonic() - asked)
        try:
            for _ in range(ATTEMPTS):
                keeper = keeper or self._another()
                try:
                    result: _Result = self._ray.get(keeper.work.remote(job))
                except self._raised as error:
                    raise getattr(error, "cause", error) from error
                except self._lost:
                    # What it had done is not known here, so it does not count.
                    keeper = None
                    self._count(repeated=1)
                else:
                    return result
        finally:
            self._free.put(keeper)
        raise DesktopError(f"The nodes of {ATTEMPTS} sessions died under one piece of work.", _LOOK)

    def close(self) -> None:
        """End all sessions, and the cluster where it is our own."""
        keepers: list[Any] = []
        while not self._free.empty():
            keepers += filter(None, [self._free.get()])
        ending = [keeper.close.remote() for keeper in keepers]
        with suppress(self._lost):
            self._ray.wait(ending, num_returns=len(ending), timeout=_END_SECONDS)
        for keeper in keepers:
            self._ray.kill(keeper)
        if self._owned:
            self._ray.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _another(self) -> Any:
        """A keeper in the place of one that died. Before Ray knows that a node is dead it may still
        choose it. Raises `DesktopError`."""
        self._count(replaced=1)
        until = time.monotonic() + _PATIENCE_SECONDS
        while True:
            keeper = self._keeper()
            try:
                self._ray.get(keeper.ready.remote())
            except self._lost as error:
                if time.monotonic() > until:
                    raise DesktopError(f"No node keeps a session: {error}.", _LOOK) from error
                time.sleep(_PAUSE_SECONDS)
            else:
                return keeper

    def _keeper(self) -> Any:
        """Another keeper, on the next node in turn; it needs no processor of Ray's count, and those
        that need none Ray itself does not spread."""
        ours = {name: value for name, value in os.environ.items() if name.startswith(_OURS)}
        nodes = sorted(node["NodeID"] for node in self._ray.nodes() if node["Alive"])
        node = nodes[next(self._turns) % len(nodes)]
        strategies: Any = import_module("ray.util.scheduling_strategies")
        # Soft: where the node is gone meanwhile, another one will do.
        there = strategies.NodeAffinitySchedulingStrategy(node, soft=True)
        actor = self._ray.remote(num_cpus=0, scheduling_strategy=there)(Keeper)
        self._count(started=1)
        return actor.remote(self._order, ours)

    def _count(self, **more: float) -> None:
        with self._counting:
            now = msgspec.structs.asdict(self._metrics)
            changed = {name: now[name] + added for name, added in more.items()}
            self._metrics = msgspec.structs.replace(self._metrics, **changed)


def library() -> Any:
    """The library, which tells nobody that it is used. Raises `UsageError`."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    if not os.environ.get(_ADDRESS):
        # Read when it is imported: a cluster of our own is then reached through loopback only.
        os.environ.setdefault(_MANY_MACHINES, "0")
    try:
        ray: Any = import_module("ray")
        import_module("ray.exceptions")
    except ImportError as error:
        raise UsageError("Ray is not installed.", install_extra("pool")) from error
    return ray


def _join(ray: Any) -> None:
    """Become part of a cluster. Raises `UsageError`."""
    address = os.environ.get(_ADDRESS)
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    if not address:
        ray.init(
            address="local",
            include_dashboard=False,
            object_store_memory=_MEMORY,
            **quiet,
        )
        return
    try:
        ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise UsageError(f"No Ray cluster answers at {address}: {error}.") from error
