"""What is pointed at: the network's log-odds of every element, with what nearness in meaning adds
and, where that leaves doubt, what the reranker says of the likeliest.

Not here: nearness (`affinity.py`), how elements are described and compared with what is asked
(`reranker.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final, Protocol

import numpy as np

from uitars_runtime.backends.embedded.network.affinity import Affinity, Encoder, Floats
from uitars_runtime.backends.embedded.network.layout import ordinary_layout
from uitars_runtime.backends.embedded.network.reranker import descriptions
from uitars_runtime.backends.embedded.network.vocabulary import ELEMENTS_MAX
from uitars_runtime.backends.embedded.situation import Situation, Span

CANDIDATES: Final = 12
"""Elements that are compared, the likeliest ones."""
WEIGHT: Final = 1.2
"""What a score counts for among log-odds; chosen on 1,435 first steps for programs that nothing is
learned from and on 452 steps of our own: both have most right from 1 to 1.4."""
SURE: Final = 3.0
"""Log-odds by which the likeliest is ahead, from which nothing else is looked at."""
LIKELY: Final = 0.1
"""How likely an output must be, beside the likeliest, for its elements to be compared."""


class Reranker(Protocol):
    """Which of some elements in words is meant (`reranker.py`)."""

    def scores(self, asked: str, described: Sequence[str], /) -> Floats: ...


class Pointing:
    """The elements of one situation as what may be pointed at."""

    def __init__(
        self, situation: Situation, encoder: Encoder, reranker: Reranker | None = None
    ) -> None:
        self._elements = situation.elements[:ELEMENTS_MAX]
        self.affinity = Affinity(situation, encoder)
        self.layout = ordinary_layout(situation)
        self._reranker = reranker

    def log_odds(self, told: Floats, served: Span | None, *, compared: bool) -> Floats:
        """(elements,) for the network's own. `served`: the part of the task that it is for.
        `compared`: where it leaves doubt, the likeliest are compared."""
        odds = told + self.affinity.log_odds(served)
        if not compared or len(odds) == 1:
            return odds
        second, first = np.partition(odds, -2)[-2:]
        return odds if first - second >= SURE else self._compared(odds, served)

    def meant(self, served: Span | None) -> Floats:
        """(elements,): how much speaks for each by what it is and says, without the network's own.
        What is reckoned for the same words on several screens can be compared."""
        return self._compared(self.affinity.log_odds(served), served)

    def _compared(self, odds: Floats, served: Span | None) -> Floats:
        """With what the reranker says of the likeliest; what is not compared is taken for as little
        meant as the least of what is."""
        if self._reranker is None or not len(odds):
            return odds
        best: list[int] = np.argsort(-odds, kind="stable")[:CANDIDATES].tolist()
        _, asked = self.affinity.asked(served)
        scores = self._reranker.scores(asked, [self._described[at] for at in best])
        added = np.full(len(odds), scores.min(), np.float32)
        added[best] = scores
        return np.asarray(odds + np.float32(WEIGHT) * added, np.float32)

    @cached_property
    def _described(self) -> list[str]:
        return descriptions(self._elements, self.layout)
