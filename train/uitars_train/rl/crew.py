"""The processes beside the learner: the policy's server and the actors. One that dies is started
again; what it had not finished is lost."""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from multiprocessing.context import SpawnProcess
from typing import Final

import msgspec

from uitars_runtime.errors import ModelError
from uitars_train.data.stream import beside
from uitars_train.rl.actors import Order, act
from uitars_train.rl.server import Service, serve

_MOST_DEATHS: Final = 5
"""Deaths of a process without a finished episode between them: it is a defect then."""


class Crew:
    """Started at once, ended by `close`."""

    def __init__(self, service: Service, order: Order, actors: int) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._starts: list[Callable[[int], SpawnProcess]] = [partial(self._server, service)]
        self._starts += [partial(self._actor, order, index) for index in range(actors)]
        self.deaths = 0
        """How often a process was started again."""
        self._in_vain = Counter[int]()
        self._processes = [self._begun(start) for start in self._starts]

    @property
    def pids(self) -> tuple[int, ...]:
        """Of the server, then of the actors."""
        return tuple(process.pid or 0 for process in self._processes)

    def tend(self, *, progress: bool) -> None:
        """Start again who died. `progress`: whether an episode was finished since the last call.
        Raises `ModelError` where they die and die."""
        if progress:
            self._in_vain.clear()
        for place, process in enumerate(self._processes):
            if process.is_alive():
                continue
            self.deaths += 1
            self._in_vain[place] += 1
            if self._in_vain[place] > _MOST_DEATHS:
                raise ModelError(
                    "A process that plays ends again and again.",
                    "Its errors stand above; `--resume` goes on from the last checkpoint.",
                )
            self._processes[place] = self._begun(self._starts[place])

    def close(self) -> None:
        for process in self._processes:
            process.terminate()
            process.join()

    def _begun(self, start: Callable[[int], SpawnProcess]) -> SpawnProcess:
        with beside():
            process = start(time.time_ns())
            process.start()
        return process

    def _server(self, service: Service, now: int) -> SpawnProcess:
        given = msgspec.structs.replace(service, seed=(service.seed + now) % 2**63)
        return self._context.Process(target=serve, args=(given,), daemon=True)

    def _actor(self, order: Order, index: int, now: int) -> SpawnProcess:
        """With seeds of its own: what was played before is not played again."""
        given = msgspec.structs.replace(order, seed=hash((order.seed, index, now)))
        return self._context.Process(target=act, args=(given,), daemon=True)
