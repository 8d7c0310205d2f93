"""Learning which requests are for changing a text: the router of the product's two decoders.

A logistic regression (L-BFGS) on the sentence encoder's vectors of whole requests: those of the
symbolic desktop, of which it is known what they are for, and people's sentences on real programs,
of which hardly one changes a text. Not here: how the product asks it
(`uitars_runtime/backends/embedded/network/routing.py`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from uitars_runtime.backends.embedded.network.affinity import Encoder
from uitars_runtime.backends.embedded.network.routing import FILE
from uitars_train.data.episodes import player_of
from uitars_train.data.sample import SEEN
from uitars_train.instructions import reading
from uitars_train.replacing import replaced
from uitars_train.tasks.text_goals import EDITING

_SMALL: Final = 3e-4
"""Weight of the squared weights."""
_ROUNDS: Final = 300


class Request(NamedTuple):
    """What is asked, and whether that changes a text."""

    text: str
    edits: bool


def imagined(seed: int) -> Iterator[Request]:
    """Endless requests of the symbolic desktop; the same seed gives the same ones."""
    rng = random.Random(seed)
    while True:
        player = player_of(random.Random(rng.getrandbits(62)), SEEN)
        if player is not None:
            edits = any(goal.kind in EDITING for goal in player.goals)
            yield Request(player.asked[0], edits)


def said() -> list[Request]:
    """People's sentences that may be learned from. Raises `UsageError`."""
    held = reading.read_held_out(reading.HELD_OUT, reading.VALIDATION)
    lines = reading.read_lines(())
    return [Request(line.item.say, edits=False) for line in lines if not held.holds(line)]


def fit(requests: Sequence[Request], encoder: Encoder) -> NDArray[np.float32]:
    """(numbers of a vector + 1,): the weights, and last the log-odds where all of it is 0."""
    texts = [request.text for request in requests]
    vectors = torch.tensor(encoder.vectors(texts))
    edits = torch.tensor([float(request.edits) for request in requests])
    weights = torch.zeros(vectors.shape[1] + 1, requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=_ROUNDS, line_search_fn="strong_wolfe")

    def loss() -> float:
        optimizer.zero_grad()
        odds = vectors @ weights[:-1] + weights[-1]
        found = functional.binary_cross_entropy_with_logits(odds, edits)
        found = found + _SMALL * (weights[:-1] ** 2).sum()
        found.backward()  # type: ignore[no-untyped-call]
        return float(found.detach())

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    return weights.detach().numpy()


def write(out: Path, each: int, encoder: Encoder, seed: int = 1) -> None:
    """Learn from so many requests of either kind of the symbolic desktop and half as many of
    people's; write `routing.npy` into a folder. Raises `UsageError`.

    As many of either kind, though an edit is rarer: to miss one costs more than to give the
    specialist another request, as it knows something of these, too.
    """
    people = said()
    random.Random(seed).shuffle(people)
    stream = imagined(seed)
    kinds: dict[bool, list[Request]] = {True: [], False: []}
    while any(len(found) < each for found in kinds.values()):
        request = next(stream)
        if len(kinds[request.edits]) < each:
            kinds[request.edits].append(request)
    weights = fit([*kinds[True], *kinds[False], *people[: each // 2]], encoder)
    out.mkdir(parents=True, exist_ok=True)
    with replaced(out / FILE) as file:
        np.save(file, weights)
