"""The symbolic desktop as an environment: judged by its world, with its expert as teacher.

A task is how many parts somebody asks for, at most. A world in which nothing can be reached from
the start holds no task. Not here: how an episode is judged (`network/rollout.py`).
"""

from __future__ import annotations

import random
from typing import Final

from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_train.data.episodes import PARTS, Player, player_of
from uitars_train.data.sample import SEEN, Sample, Variety
from uitars_train.network.rollout import Episode
from uitars_train.rl.environment import LostError
from uitars_train.tasks.goals import Unreachable

_PARTS: Final = {"1 part": 1} | {f"{count} parts": count for count in sorted(set(PARTS))[1:]}


class Symbolic:
    """Implements `Environment`."""

    is_seeded = True

    def __init__(self, variety: Variety = SEEN) -> None:
        self._variety = variety
        self._episode: Episode | None = None

    @property
    def tasks(self) -> tuple[str, ...]:
        return tuple(_PARTS)

    def reset(self, task: str, seed: int, /) -> bool:
        self._episode = None
        player = self._player(task, seed)
        if player is None:
            return False
        try:
            self._episode = Episode(player)
        except Unreachable:
            return False
        return True

    def look(self) -> Situation:
        return self._begun().look()

    def act(self, decision: Decision, /) -> bool:
        """`finished` is right where every part is done, `call_user` where the expert would ask."""
        return self._begun().act(decision)

    def reward(self) -> float:
        return self._begun().reward

    def shown(self, task: str, seed: int, /) -> list[Sample]:
        player = self._player(task, seed)
        try:
            return [] if player is None else player.run()
        except Unreachable:
            return []

    def close(self) -> None:
        self._episode = None

    def _player(self, task: str, seed: int) -> Player | None:
        return player_of(random.Random(f"{task} {seed}"), self._variety, _PARTS[task])

    def _begun(self) -> Episode:
        if self._episode is None:
            raise LostError("No episode was begun on the symbolic desktop.")
        return self._episode
