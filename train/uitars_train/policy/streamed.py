"""What a run has been shown: which streams of samples, and how many of them were different.

Kept beside the checkpoint (`streamed.npz`) and carried on when a run is resumed. Samples shown
before the file existed are not in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

import msgspec
import numpy as np

from uitars_train.policy.sample import Sample

FILE = "streamed.npz"


def mark(sample: Sample) -> int:
    """A number of 63 bits that tells samples apart: all that is shown, and what is right."""
    digest = blake2b(msgspec.json.encode(sample), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


class Streamed:
    """The marks of every sample so far, and the seeds that their streams began with."""

    def __init__(self, folder: Path) -> None:
        """Goes on from the folder's file where there is one."""
        self._path = folder / FILE
        self.shown = 0
        self.seeds: list[int] = []
        self._marks: set[int] = set()
        if self._path.exists():
            with np.load(self._path, allow_pickle=False) as kept:
                self.shown = int(kept["shown"])
                self.seeds = [int(seed) for seed in kept["seeds"]]
                self._marks = {int(value) for value in kept["marks"]}

    @property
    def distinct(self) -> int:
        """How many different samples were shown."""
        return len(self._marks)

    def add(self, marks: Iterable[int]) -> None:
        for value in marks:
            self._marks.add(value)
            self.shown += 1

    def save(self) -> None:
        """Written whole, then renamed."""
        part = self._path.with_suffix(".part.npz")
        np.savez(
            part,
            shown=self.shown,
            seeds=np.array(self.seeds, np.int64),
            marks=np.fromiter(self._marks, np.int64, len(self._marks)),
        )
        part.replace(self._path)
