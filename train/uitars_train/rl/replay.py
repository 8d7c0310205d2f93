"""What is replayed beside what was played: what the expert showed, and kept steps that are not to
be forgotten, and what of them is lost. Not here: what it counts for (`learner.py`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from torch import Tensor

from uitars_runtime.backends.embedded.network.affinity import Encoder
from uitars_train.data.encoding import Example, collate, example
from uitars_train.data.sample import Own, Sample
from uitars_train.network.model import Decoder, Teacher, log_odds, surprises
from uitars_train.rl.traces import Lesson

_TOGETHER: Final = 32
"""Steps that are replayed in one step of the optimizer. Ours."""


class Replay:
    """Steps to replay, a step of the optimizer after the other."""

    def __init__(self, encoder: Encoder, kept: Path | None = None) -> None:
        """`kept`: a file as of `instructions samples`. Raises `UsageError` where it holds none."""
        self._encoder = encoder
        self._kept = None if kept is None else Own.of(kept)

    def shown(self, lessons: Sequence[Lesson]) -> list[Example]:
        """All that the expert showed."""
        return self._examples(sample for lesson in lessons for sample in lesson.samples)

    def drawn(self, shown: Sequence[Example], rng: random.Random) -> list[Example]:
        """Of both, half and half where there are both: others each time, as what is looked at again
        and again is learned by heart and keeps nothing else from being forgotten."""
        count = min(len(shown), _TOGETHER if self._kept is None else _TOGETHER // 2)
        return [*rng.sample(shown, count), *self._kept_ones(_TOGETHER - count, rng)]

    def _kept_ones(self, count: int, rng: random.Random) -> list[Example]:
        kept = self._kept
        return [] if kept is None else self._examples(kept.draw(rng) for _ in range(count))

    def _examples(self, samples: Iterable[Sample]) -> list[Example]:
        made = (example(one, self._encoder) for one in samples)
        return [one for one in made if one is not None]


def forgotten(
    decoder: Decoder, replayed: Sequence[Example], teacher: Teacher | None, rng: random.Random
) -> tuple[Tensor, float]:
    """What the decoder is to lose of replayed steps, and how unlikely it finds what is right.
    `teacher`: the weights at the start, whose answers are to stay where they are right."""
    batch = collate(list(replayed), rng)
    odds = log_odds(decoder(batch)[0], batch)
    unlike = surprises(odds, batch)
    missed = unlike[batch["scored"]].mean().item()
    if teacher is not None:
        unlike = teacher.mixed(unlike, odds, teacher.log_odds(batch), batch)
    return unlike[batch["scored"]].mean(), missed
