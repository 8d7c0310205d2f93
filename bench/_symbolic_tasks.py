"""Whole tasks of the symbolic desktop, done with some rules and without others.

There a program whose fields have no names of their own is as common as in training; of the pictures
of `bench/rules` hardly one is so.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.rules import Rule
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_train.data.sample import SEEN
from uitars_train.network.rollout import Rolled, rollout

_SEED: Final = 777_002


class Tasks:
    """As many tasks, played by the decoder."""

    def __init__(self, count: int, decoder: Decoder) -> None:
        self._decoder = decoder
        self.items = list(islice(self._reachable(), count))

    def verdicts(self, rules: Sequence[Rule]) -> list[bool]:
        """Which tasks are done with these rules."""
        played = (self._play(seed, rules) for seed in self.items)
        return [one is not None and one.done for one in played]

    def milliseconds(self, _rule: Rule) -> float:
        """Not told of tasks: some take more steps than others."""
        return 0.0

    def _reachable(self) -> Iterator[int]:
        rng = random.Random(_SEED)
        while True:
            seed = rng.getrandbits(62)
            if self._play(seed, ()) is not None:
                yield seed

    def _play(self, seed: int, rules: Sequence[Rule]) -> Rolled | None:
        return rollout(random.Random(seed), SEEN, self._decide, rules)

    def _decide(self, situation: Situation) -> Decision:
        return self._decoder.decide(situation).decision
