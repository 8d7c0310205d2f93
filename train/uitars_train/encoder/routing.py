"""Learning which requests are for changing a text: the router of the product's two decoders.

A logistic regression (L-BFGS) on the sentence encoder's vectors of whole requests: those of the
symbolic desktop, of which it is known what they are for; people's sentences on real programs, of
which hardly one changes a text; and requests that people wrote down as one or the other. Not here:
how the product asks it (`uitars_runtime/backends/embedded/network/routing.py`).
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
from uitars_runtime.errors import UsageError
from uitars_runtime.replacing import replaced
from uitars_train.data.episodes import player_of
from uitars_train.data.sample import SEEN
from uitars_train.instructions import reading
from uitars_train.tasks.text_goals import EDITING

REQUESTS: Final = reading.FOLDER / "requests"
"""What people wrote down, one file an author: `edits` or `other`, a tab, the request."""
JUDGE: Final = "s"
"""The author that nothing is learned from."""
_SMALL: Final = 3e-5
"""Weight of the squared weights."""
_ROUNDS: Final = 300


class Request(NamedTuple):
    """What is asked, and whether that changes a text."""

    text: str
    edits: bool
    weight: float = 1.0
    """How much it counts in learning."""


class Judged(NamedTuple):
    """What a router makes of requests."""

    found: float
    """Share of those for changing a text that it takes for such."""
    mistaken: float
    """Share of the others that it takes for such, too."""

    @property
    def told(self) -> str:
        """In a sentence."""
        return (
            f"Of an author who was not learned from: {self.found:.0%} of the requests for "
            f"changing a text are found, {self.mistaken:.0%} of the others taken for such.\n"
        )


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


def written(folder: Path = REQUESTS) -> dict[str, list[Request]]:
    """What people wrote down, by author. Raises `UsageError` for a line that is no request."""
    paths = reading.files_of([folder], ".tsv")
    return {path.stem: list(_lines_of(path)) for path in paths}


def _lines_of(path: Path) -> Iterator[Request]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        kind, _, text = line.partition("\t")
        if kind not in ("edits", "other") or not text:
            raise UsageError(
                f"{path}:{number} is no request.", "Write `edits` or `other`, a tab, what is asked."
            )
        yield Request(text, edits=kind == "edits")


def fit(requests: Sequence[Request], encoder: Encoder) -> NDArray[np.float32]:
    """(numbers of a vector + 1,): the weights, and last the log-odds where all of it is 0."""
    texts = [request.text for request in requests]
    vectors = torch.tensor(encoder.vectors(texts))
    edits = torch.tensor([float(request.edits) for request in requests])
    counts = torch.tensor([request.weight for request in requests])
    counts /= counts.mean()
    weights = torch.zeros(vectors.shape[1] + 1, requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=_ROUNDS, line_search_fn="strong_wolfe")

    def loss() -> float:
        optimizer.zero_grad()
        odds = vectors @ weights[:-1] + weights[-1]
        found = functional.binary_cross_entropy_with_logits(odds, edits, counts)
        found = found + _SMALL * (weights[:-1] ** 2).sum()
        found.backward()  # type: ignore[no-untyped-call]
        return float(found.detach())

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    return weights.detach().numpy()


def judged(weights: NDArray[np.float32], requests: Sequence[Request], encoder: Encoder) -> Judged:
    """How well a router tells requests of both kinds apart."""
    vectors = encoder.vectors([request.text for request in requests])
    taken = vectors @ weights[:-1] + weights[-1] > 0
    edits = np.array([request.edits for request in requests])
    return Judged(float(taken[edits].mean()), float(taken[~edits].mean()))


def write(out: Path, each: int, encoder: Encoder, seed: int = 1) -> Judged:
    """Learn from so many requests of either kind of the symbolic desktop, all of people's sentences
    and what people wrote down, which counts as much as all others together; write `routing.npy`
    into a folder. The router as judged by the author left out. Raises `UsageError`.
    """
    # First, as to imagine takes minutes: a line that is no request is said at once.
    by_author, people = written(), said()
    judge = by_author.pop(JUDGE)
    stream = imagined(seed)
    kinds: dict[bool, list[Request]] = {True: [], False: []}
    while any(len(found) < each for found in kinds.values()):
        request = next(stream)
        if len(kinds[request.edits]) < each:
            kinds[request.edits].append(request)
    others = [*kinds[True], *kinds[False], *people]
    wrote = [request for requests in by_author.values() for request in requests]
    weight = len(others) / len(wrote)
    weights = fit([*others, *(one._replace(weight=weight) for one in wrote)], encoder)
    out.mkdir(parents=True, exist_ok=True)
    with replaced(out / FILE) as file:
        np.save(file, weights)
    return judged(weights, judge, encoder)
