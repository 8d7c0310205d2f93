"""What is replayed beside what was played: what the expert showed, and kept steps that are not to
be forgotten. Not here: what it counts for (`learner.py`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from uitars_runtime.backends.embedded.network.affinity import Encoder
from uitars_train.data.encoding import Example, example
from uitars_train.data.recorded import Own
from uitars_train.data.sample import Sample
from uitars_train.rl.traces import Lesson

_KEPT: Final = 64
"""Kept steps in an update. Ours."""


class Replay:
    """Steps to replay, an update after the other."""

    def __init__(self, encoder: Encoder, kept: Path | None = None) -> None:
        """`kept`: a file as of `instructions samples`. Raises `UsageError` where it holds none."""
        self._encoder = encoder
        self._kept = None if kept is None else Own.of(kept)

    def examples(self, lessons: Sequence[Lesson], step: int) -> list[Example]:
        """All that is shown, and some of what is kept, others in each update."""
        shown = (sample for lesson in lessons for sample in lesson.samples)
        made = (example(one, self._encoder) for one in (*shown, *self._drawn(step)))
        return [one for one in made if one is not None]

    def _drawn(self, step: int) -> Iterator[Sample]:
        if self._kept is not None:
            chance = random.Random(step)
            yield from (self._kept.draw(chance) for _ in range(_KEPT))
