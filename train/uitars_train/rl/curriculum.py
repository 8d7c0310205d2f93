"""Which tasks are played: those that are sometimes done and sometimes not, most of all.

A task that is never done is shown by the expert, for nothing can be learned from failures alone
(DART-GUI 2509.23866 and ARPO 2505.16282 replay successes there).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from uitars_train.replacing import replaced
from uitars_train.rl.traces import Trace

_KEEPS: Final = 0.9
"""Share of a task's counts that stays at every update: what the policy did long ago says little.
Ours."""
_FLOOR: Final = 0.1
"""What a task weighs at least, where one that is done half of the time weighs 0.35. Ours."""
_TRIED: Final = 6.0
"""Tries from which on a task without success is shown. Ours."""
_SHOWN: Final = 0.25
"""Share of its turns in which it is shown and not played. Ours."""


class Tally(msgspec.Struct, frozen=True):
    """Of each task how often it was tried and done, old tries counting less."""

    tried: dict[str, float] = {}
    done: dict[str, float] = {}
    shows: bool = True
    """Whether what is never done is shown: not while the critic learns alone, as nobody learns from
    it then."""

    def with_traces(self, traces: Iterable[Trace]) -> Tally:
        """After more of them."""
        tried = {name: count * _KEEPS for name, count in self.tried.items()}
        done = {name: count * _KEEPS for name, count in self.done.items()}
        for trace in traces:
            tried[trace.task] = tried.get(trace.task, 0.0) + 1
            done[trace.task] = done.get(trace.task, 0.0) + trace.reward
        return Tally(tried, done, self.shows)

    def rates(self) -> Mapping[str, float]:
        """Success of the tasks that were tried."""
        return {name: self.done.get(name, 0.0) / count for name, count in self.tried.items()}

    def is_hopeless(self, task: str) -> bool:
        """Whether it was tried enough and never done."""
        return self.tried.get(task, 0.0) >= _TRIED and self.done.get(task, 0.0) == 0.0

    def drawn(self, tasks: Sequence[str], rng: random.Random) -> tuple[str, bool]:
        """A task, and whether it is to be shown. One never tried weighs as one half done."""
        rates = self.rates()
        weights = [_FLOOR + rate * (1 - rate) for rate in (rates.get(task, 0.5) for task in tasks)]
        task = rng.choices(tasks, weights)[0]
        return task, self.shows and self.is_hopeless(task) and rng.random() < _SHOWN


def write(path: Path, tally: Tally) -> None:
    """For the actors. Raises `UsageError` where the disk does not take it."""
    with replaced(path) as file:
        file.write(msgspec.json.encode(tally))


def read(path: Path) -> Tally:
    """What the learner wrote last."""
    return msgspec.json.decode(path.read_bytes(), type=Tally)
