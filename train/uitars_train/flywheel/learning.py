"""How a candidate learns in a turn of the flywheel: steps by heart, then by what comes of its own
episodes.

Not here: where the steps come from (`traces.py`), the algorithms (`rl/`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import torch

from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
from uitars_runtime.errors import Stopped, UsageError
from uitars_train.data.encoding import Example, collate, example
from uitars_train.data.sample import Sample, varied
from uitars_train.network.model import Decoder
from uitars_train.network.training import CHECKPOINT, update
from uitars_train.network.weights import load
from uitars_train.rl.algorithms import PPO, Pace
from uitars_train.rl.environment import THREADS, Place
from uitars_train.rl.training import Settings, train

_SIZE: Final = 32
_REINFORCED: Final = Pace(rate=2e-4, size=48, rounded=True)
"""Ours: in the product's four-bit weights a slower pace leaves nothing."""


def learn(
    model: Decoder, episodes: Sequence[Sequence[Sample]], updates: int, rate: float, seed: int
) -> list[float]:
    """Some updates on steps drawn alike, seen a little otherwise each time; their losses. The rate
    falls to nothing."""
    chance = random.Random(seed)
    steps = [step for episode in episodes for step in episode]
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, betas=(0.9, 0.98), fused=True)
    losses: list[float] = []
    for number in range(updates):
        batch = collate(_drawn(steps, chance), chance)
        losses.append(update(model, optimizer, batch, rate * (1 - number / updates))[0])
    model.eval()
    return losses


def _drawn(steps: Sequence[Sample], chance: random.Random) -> list[Example]:
    """A batch. Raises `UsageError` where next to nothing can be said."""
    made: list[Example] = []
    encoder = sentence_encoder()
    for _ in range(100 * _SIZE):
        found = example(varied(chance.choice(steps), chance), encoder)
        if found is not None:
            made.append(found)
        if len(made) == _SIZE:
            return made
    raise UsageError("These steps cannot be said.", "They lie beyond what the network reads.")


def reinforced(start: Path, place: Place, minutes: float, seed: int, out: Path) -> Decoder:
    """Exported weights after PPO for some minutes of wall time; the run stays in `out`. Raises
    `UsageError` where the policy learned nothing in so short a time, `Stopped`."""
    settings = Settings(
        out, minutes, PPO(), start, place, pace=_REINFORCED, threads=THREADS[place.kind], seed=seed
    )
    came_to = train(settings)
    if came_to.ended:
        raise Stopped
    if not came_to.updates:
        raise UsageError(
            f"In {minutes:g} minutes the policy learned nothing: its critic learns first.",
            "Give --reinforce more.",
        )
    return load(out / CHECKPOINT)
