"""An environment that is opened anew when it dies: for whoever plays it one episode after the other
and keeps count of what was lost.

Not here: actors that play while the decoder learns (`actors.py`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple, TypeVar

from uitars_runtime.errors import UitarsError
from uitars_train.data.sample import Sample
from uitars_train.network.rollout import Decide, sample_of
from uitars_train.rl.environment import SEEDS, Environment, LostError, Place, opened

_IN_A_ROW: Final = 5
"""Deaths after which it is not opened again."""

T = TypeVar("T")


class Played(NamedTuple):
    """An episode to its end."""

    steps: tuple[Sample, ...]
    """What was shown and decided at each step."""
    reward: float

    @property
    def done(self) -> bool:
        """Whether it earned all there is."""
        return self.reward >= 1


class Arena:
    """One environment; used by one thread."""

    def __init__(self, place: Place) -> None:
        """Raises `UsageError` for an environment that cannot be had here."""
        self.place = place
        self.lost: Counter[str] = Counter()
        """By task, episodes that a dead environment took."""
        self._environment: Environment | None = opened(place)
        self.tasks = self._environment.tasks
        self.is_seeded = self._environment.is_seeded
        self._deaths = 0

    def drawn(self, chance: random.Random) -> tuple[str, int]:
        """A task and a seed to learn from; all tasks alike."""
        return chance.choice(self.tasks), chance.choice(SEEDS)

    def rounds(self, seeds: Sequence[int]) -> list[tuple[str, int]]:
        """Every task with one seed after the other; with the first alone where all begin alike."""
        telling = seeds if self.is_seeded else seeds[:1]
        return [(task, seed) for seed in telling for task in self.tasks]

    def play(self, task: str, seed: int, decide: Decide) -> Played | None:
        """An episode; None where this seed holds no task, or the environment died."""
        return self._alive(task, lambda here: play(here, task, seed, decide))

    def shown(self, task: str, seed: int) -> list[Sample]:
        """What the expert does; nothing where it fails, or the environment died."""
        return self._alive(task, lambda here: here.shown(task, seed)) or []

    def close(self) -> None:
        """End what was started for it; one that is dead has nothing to say to that."""
        ended, self._environment = self._environment, None
        if ended is not None:
            with suppress(UitarsError):
                ended.close()

    def _alive(self, task: str, work: Callable[[Environment], T]) -> T | None:
        """Raises `LostError` where it died again and again."""
        try:
            self._environment = self._environment or opened(self.place)
            found = work(self._environment)
        except LostError:
            self.lost[task] += 1
            self._deaths += 1
            self.close()
            if self._deaths >= _IN_A_ROW:
                raise
            return None
        self._deaths = 0
        return found


def play(environment: Environment, task: str, seed: int, decide: Decide) -> Played | None:
    """An episode; None where this seed holds no task."""
    if not environment.reset(task, seed):
        return None
    steps: list[Sample] = []
    goes_on = True
    while goes_on:
        seen = environment.look()
        decision = decide(seen)
        steps.append(sample_of(seen, decision))
        goes_on = environment.act(decision)
    return Played(tuple(steps), environment.reward())
