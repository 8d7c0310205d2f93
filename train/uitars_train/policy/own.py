"""Episodes on disk: what the model was shown and did right on real programs, one episode a line.

Not here: which runs count as right (`harvest.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from uitars_train.policy.sample import Sample


def read_episodes(path: Path) -> list[list[Sample]]:
    """The episodes of a file."""
    with path.open("rb") as file:
        return [msgspec.json.decode(line, type=list[Sample]) for line in file]


def write_episodes(path: Path, episodes: Iterable[list[Sample]]) -> int:
    """Append episodes to a file; how many."""
    count = 0
    with path.open("ab") as file:
        for count, episode in enumerate(episodes, 1):  # noqa: B007
            file.write(msgspec.json.encode(episode) + b"\n")
    return count
