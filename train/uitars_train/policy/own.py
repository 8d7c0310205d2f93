"""Episodes on disk, what is right on real programs, one a line; and samples drawn from them.

Not here: which runs count as right (`harvest.py`, `teaching.py`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from uitars_train.policy.sample import Sample
from uitars_train.policy.varied import varied

_SHARE: Final = 0.25
"""Of all samples, at most."""
_ENOUGH: Final = 2000
"""Kept steps from which they take their whole share. With fewer each would be looked at too often:
repeating data is worth little after some sixteen looks (Muennighoff et al. 2023, Scaling
Data-Constrained Language Models)."""
_FEW: Final = 0.5
"""Power of the number of steps of a kind that says how often the kind is drawn: 0 all alike, 1 by
number."""


def read_episodes(path: Path) -> list[list[Sample]]:
    """The episodes of a file. What a killed harvest left of a line is no episode."""
    lines = path.read_bytes().split(b"\n")[:-1]
    return [msgspec.json.decode(line, type=list[Sample]) for line in lines]


def write_episodes(path: Path, episodes: Iterable[list[Sample]]) -> int:
    """Append episodes to a file; how many."""
    count = 0
    with path.open("ab") as file:
        for count, episode in enumerate(episodes, 1):  # noqa: B007
            file.write(msgspec.json.encode(episode) + b"\n")
    return count


class Own:
    """Steps of a file that may grow meanwhile."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._size = 0
        self._kinds: list[list[Sample]] = []
        self._odds: list[float] = []

    @property
    def share(self) -> float:
        """Which share of all samples they are to be."""
        return _SHARE * min(1.0, sum(map(len, self._kinds)) / _ENOUGH)

    def refresh(self) -> None:
        """Read the file again where it has grown."""
        if self._path is None or not self._path.exists():
            return
        size = self._path.stat().st_size
        if size == self._size:
            return
        self._size = size
        kinds: dict[str, list[Sample]] = {}
        for episode in read_episodes(self._path):
            for sample in episode:
                kinds.setdefault(sample.kind, []).append(sample)
        self._kinds = list(kinds.values())
        self._odds = [len(samples) ** _FEW for samples in self._kinds]

    def draw(self, rng: random.Random) -> Sample:
        """A step, rare kinds more often than their number says, seen a little otherwise."""
        (samples,) = rng.choices(self._kinds, self._odds)
        return varied(rng.choice(samples), rng)
