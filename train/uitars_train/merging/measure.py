"""How good a model is on the steps of a domain, fed with the right tokens as in training.

A domain is steps that nobody trains on. Not here: whole tasks (`network/rollout.py`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec
import torch

from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
from uitars_runtime.errors import UsageError
from uitars_train.data.encoding import Batch, Example, collate, example
from uitars_train.data.episodes import episodes
from uitars_train.data.sample import UNSEEN, Sample, read_episodes
from uitars_train.network.model import Decoder, knows, log_odds, surprises

SYMBOLIC: Final = "symbolic"
_SEED: Final = 555_557
_SIZE: Final = 64


class Domain(msgspec.Struct, frozen=True):
    """Steps of one kind of work, in batches that hold them in one way."""

    name: str
    batches: tuple[Batch, ...]


class Measured(msgspec.Struct, frozen=True):
    """A model on a domain."""

    loss: float
    """Negative log likelihood of a step, in nats."""
    right: int
    """Steps of which every token is the likeliest."""
    steps: int

    @property
    def share(self) -> float:
        """Of steps that are right, 0 to 1."""
        return self.right / self.steps


def domain(name: str, samples: Iterable[Sample], count: int) -> Domain:
    """The first `count` samples that can be said, as a domain. Raises `UsageError` for none."""
    made: list[Example] = []
    encoder = sentence_encoder()
    for sample in samples:
        found = example(sample, encoder)
        if found is not None:
            made.append(found)
        if len(made) == count:
            break
    if not made:
        raise UsageError(f"The domain {name} has no steps.", "Give a file of steps.")
    made.sort(key=lambda one: len(one.features.sketches))
    cut = (made[at : at + _SIZE] for at in range(0, len(made), _SIZE))
    return Domain(name, tuple(collate(part, random.Random(_SEED)) for part in cut))


def domain_named(told: str, count: int) -> Domain:
    """`symbolic`, the symbolic desktop with wordings and labels that training holds back, or
    `NAME=FILE` of steps as `harvest` and `instructions samples` write them. Raises `UsageError`."""
    if told == SYMBOLIC:
        steps = (sample for episode in episodes(_SEED, UNSEEN) for sample in episode)
        return domain(SYMBOLIC, steps, count)
    name, _, place = told.partition("=")
    if not place:
        raise UsageError(
            f"{told!r} is no domain.", f"Give NAME=FILE with a file of steps, or `{SYMBOLIC}`."
        )
    steps = (sample for episode in read_episodes(Path(place)) for sample in episode)
    return domain(name, steps, count)


@torch.no_grad()
def measured(model: Decoder, on: Domain) -> Measured:
    """The model on all steps of a domain."""
    model.eval()
    total, right, steps = 0.0, 0, 0
    for batch in on.batches:
        odds = log_odds(model(batch)[0], batch)
        said = surprises(odds, batch) * batch["scored"]
        hit = knows(odds, batch) | ~batch["scored"]
        total += float(said.sum())
        right += int(hit.all(-1).sum())
        steps += len(hit)
    return Measured(total / steps, right, steps)


def mean_loss(found: Sequence[Measured]) -> float:
    """Of several domains alike, whatever their sizes."""
    return sum(one.loss for one in found) / len(found)
