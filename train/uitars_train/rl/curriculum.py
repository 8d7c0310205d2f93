"""Which tasks are played: those that are sometimes done and sometimes not, most of all.

A task that is never done, or once by luck, is shown by the expert, for nothing can be learned from
failures alone (DART-GUI 2509.23866 and ARPO 2505.16282 replay successes there). Of a group of
episodes that came to the same end nothing is learned either: beginnings that came to different ends
are played again (Jiang et al. 2021, Prioritized Level Replay, arXiv 2010.03934).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from uitars_runtime.replacing import replaced
from uitars_train.rl.environment import SEEDS
from uitars_train.rl.traces import Trace

_KEEPS: Final = 0.9
"""Share of a task's counts that stays at every update: what the policy did long ago says little.
Ours."""
_FLOOR: Final = 0.1
"""What a task weighs at least, where one that is done half of the time weighs 0.35. Ours."""
_TRIED: Final = 6.0
"""Tries from which on a task without success is shown. Ours."""
_LUCK: Final = 0.02
"""Rate of success below which a task counts as never done: an old success fades and never ends.
Ours."""
_SHOWN: Final = 0.25
"""Share of its turns in which it is shown and not played. Ours."""


_AGAIN: Final = 0.5
"""Share of a task's turns in which it begins as a group did that came to different ends. Ours."""
_BEGINNINGS: Final = 64
"""Such beginnings of a task that are remembered. Ours."""


class Drawn(NamedTuple):
    """What is played next."""

    task: str
    seed: int
    shown: bool
    """By the expert."""


class Tally(msgspec.Struct, frozen=True):
    """Of each task how often it was tried and done, old tries counting less."""

    tried: dict[str, float] = {}
    done: dict[str, float] = {}
    divided: dict[str, tuple[int, ...]] = {}
    """Of each task the seeds whose last group came to different ends."""
    shows: bool = True
    """Whether what is never done is shown: not while the critic learns alone, as nobody learns from
    it then."""

    def with_traces(self, traces: Iterable[Trace]) -> Tally:
        """After more of them."""
        tried = {name: count * _KEEPS for name, count in self.tried.items()}
        done = {name: count * _KEEPS for name, count in self.done.items()}
        ends: dict[tuple[str, int], set[float]] = {}
        for trace in traces:
            tried[trace.task] = tried.get(trace.task, 0.0) + 1
            done[trace.task] = done.get(trace.task, 0.0) + trace.reward
            ends.setdefault((trace.task, trace.seed), set()).add(trace.reward)
        divided = dict(self.divided)
        for (task, seed), rewards in ends.items():
            others = tuple(one for one in divided.get(task, ()) if one != seed)
            divided[task] = (*others, seed)[-_BEGINNINGS:] if len(rewards) > 1 else others
        return Tally(tried, done, divided, self.shows)

    def rates(self) -> Mapping[str, float]:
        """Success of the tasks that were tried."""
        return {name: self.done.get(name, 0.0) / count for name, count in self.tried.items()}

    def is_hopeless(self, task: str) -> bool:
        """Whether it was tried enough and never done, or once by luck."""
        tried = self.tried.get(task, 0.0)
        return tried >= _TRIED and self.done.get(task, 0.0) < _LUCK * tried

    def drawn(self, tasks: Sequence[str], rng: random.Random) -> Drawn:
        """One of the tasks. One never tried weighs as one half done."""
        rates = self.rates()
        weights = [_FLOOR + rate * (1 - rate) for rate in (rates.get(task, 0.5) for task in tasks)]
        task = rng.choices(tasks, weights)[0]
        shown = self.shows and self.is_hopeless(task) and rng.random() < _SHOWN
        known = self.divided.get(task, ())
        seeds = known if known and not shown and rng.random() < _AGAIN else SEEDS
        return Drawn(task, rng.choice(seeds), shown)


def write(path: Path, tally: Tally) -> None:
    """For the actors. Raises `UsageError` where the disk does not take it."""
    with replaced(path) as file:
        file.write(msgspec.json.encode(tally))


def read(path: Path) -> Tally:
    """What the learner wrote last."""
    return msgspec.json.decode(path.read_bytes(), type=Tally)
