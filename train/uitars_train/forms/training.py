"""Learning to read requests for filling forms.

Not here: the samples (`samples.py`), the network (`model.py`).
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from uitars_runtime.backends.embedded.network.encoder import Pieces, word_pieces
from uitars_runtime.backends.embedded.network.form_reader import (
    DEEDS,
    FILE,
    SEEN,
    SMOOTHED,
    Read,
    decided,
    read,
)
from uitars_runtime.backends.embedded.network.graph import HIDDEN
from uitars_runtime.forms.asked import MORE, Deed, Meant
from uitars_train.encoder.adapted import Learning, learned_into, parted
from uitars_train.encoder.adapted_export import start_from
from uitars_train.forms import written
from uitars_train.forms.model import Points, Said
from uitars_train.forms.samples import Pool, Sample, plain, pool_of, varied, viewed
from uitars_train.forms.written import FOLDER, Form

BATCH: Final = 16
_OUTSIDE: Final = -100
"""What is no control, and what has no value."""
JUDGE: Final = "fg"
"""The author that nothing is learned from."""


class Example(NamedTuple):
    """A sample as numbers."""

    sample: Sample
    told: Read
    deeds: tuple[int, ...]
    """For each mark."""
    begins: tuple[int, ...]
    ends: tuple[int, ...]
    """The first and last piece of a value, for each mark."""


class Score(NamedTuple):
    """Of so many wishes, how many are read rightly, all that is meant; and of those of which the
    network is sure; on forms as they were written, or as eyes saw them."""

    right: int
    sure: int
    sure_and_right: int
    wishes: int


def learn(
    forms: Sequence[Form],
    judges: Sequence[Form],
    rounds: int,
    seed: int,
    tell: Callable[[int, float, tuple[Score, Score]], None],
    kept: Path | None = None,
    start: Path | None = None,
) -> Points:
    """A network that learned from forms, so many times each; `tell` hears of each round: the loss,
    and how well it does on those that judge. `kept`: as of `Learning`. `start`: a file to
    go on from. Raises `UsageError`."""
    torch.manual_seed(seed)  # pyright: ignore[reportUnknownMemberType]
    model, pool, pieces = Points(), pool_of(forms), word_pieces()
    if start is not None:
        start_from(model, start, "forms")
    wishes = sum(len(form.wishes) + 1 for form in forms)  # one of each by rule
    learning = Learning(model, rounds * (1 + wishes // BATCH), seed, kept, start)
    for number in range(learning.rounds, rounds):
        drawn = _drawn(forms, pool, pieces, random.Random(f"{seed} {number}"))
        loss = learning.learn(_missed(model, batch, pieces) for batch in drawn)
        tell(number, loss, (score(model, judges), score(model, judges, seen=True)))
    return model.eval()


def _drawn(
    forms: Sequence[Form], pool: Pool, pieces: Pieces, rng: random.Random
) -> list[list[Example]]:
    """A round in batches of like length."""
    examples = [*_examples(varied(forms, pool, rng), pieces)]
    examples.sort(key=lambda one: len(one.told.pieces) + 12 * rng.random())
    batches = [examples[at : at + BATCH] for at in range(0, len(examples), BATCH)]
    rng.shuffle(batches)
    return batches


def _examples(samples: Iterator[Sample], pieces: Pieces) -> Iterator[Example]:
    for sample in samples:
        told = read(sample.text, sample.form, pieces)
        if told is not None:
            yield _example(sample, told)


def _example(sample: Sample, told: Read) -> Example:
    count = len(sample.form) + 1
    deeds, begins, ends = [0] * count, [_OUTSIDE] * count, [_OUTSIDE] * count
    deeds[0] = DEEDS.index(Deed.ON) if sample.more else 0
    for one in sample.meant:
        row = one.control + 1
        deeds[row] = DEEDS.index(one.deed)
        if one.deed is Deed.VALUE:
            inside = [
                at
                for at, piece in enumerate(told.asked)
                if piece.start < one.end and piece.end > one.start
            ]
            if inside:
                begins[row], ends[row] = inside[0], inside[-1]
    return Example(sample, told, tuple(deeds), tuple(begins), tuple(ends))


class _Batch(NamedTuple):
    """What the network reads."""

    words: Tensor
    mask: Tensor
    told: Tensor
    places: Tensor
    marks: Tensor
    asked: Tensor
    said: Tensor
    """How many pieces of the request there are."""


def _batched(examples: Sequence[Example], pieces: Pieces) -> _Batch:
    rows = len(examples)
    longest = max(len(one.told.pieces) for one in examples)
    marked = max(len(one.told.marks) for one in examples)
    said = max(len(one.told.asked) for one in examples)
    found, places = np.zeros((rows, longest), np.int64), np.zeros((rows, longest), np.int64)
    looks = np.full((rows, 1, longest, longest), HIDDEN, np.float32)
    told, marks = np.zeros((rows, longest, SEEN), np.float32), np.zeros((rows, marked), np.int64)
    asked = np.zeros((rows, said), np.int64)
    for row, one in enumerate(examples):
        count = len(one.told.pieces)
        found[row, :count], places[row, :count] = one.told.pieces, one.told.places
        looks[row, 0, :count, :count] = one.told.looks
        looks[row, 0, count:, 0] = 0  # nothing is no distribution
        told[row, :count] = one.told.told
        marks[row, : len(one.told.marks)] = one.told.marks
        asked[row, : len(one.told.asked)] = range(1, len(one.told.asked) + 1)
    counts = torch.tensor([len(one.told.asked) for one in examples])
    words, hidden, besides = (torch.tensor(one) for one in (pieces.rows(found), looks, told))
    where = (torch.tensor(one) for one in (places, marks, asked))
    return _Batch(words, hidden, besides, *where, counts)  # type: ignore[call-arg]


def _missed(model: Points, examples: Sequence[Example], pieces: Pieces) -> Tensor:
    found: Said = model(*_batched(examples, pieces))
    wide = found.deeds.shape[1]

    def wanted(rows: Sequence[tuple[int, ...]]) -> Tensor:
        return torch.tensor([[*row, *[_OUTSIDE] * (wide - len(row))] for row in rows]).flatten()

    smooth = nn.CrossEntropyLoss(label_smoothing=SMOOTHED, reduction="sum")
    exact = nn.NLLLoss(reduction="sum")
    loss: Tensor = smooth(found.deeds.flatten(0, 1), wanted([one.deeds for one in examples]))
    loss += exact(found.begins.flatten(0, 1), wanted([one.begins for one in examples]))
    loss += exact(found.ends.flatten(0, 1), wanted([one.ends for one in examples]))
    return loss / len(examples)


def score(model: Points, forms: Sequence[Form], *, seen: bool = False) -> Score:
    """How well a network reads forms as they were written, as the product decides; `seen`: as eyes
    saw each of them first."""
    pieces = word_pieces()
    model.eval()
    samples = (
        viewed(wish, form.views[0], form) if seen else plain(form, wish)
        for form in forms
        for wish in form.wishes
        if form.views or not seen
    )
    examples = [*_examples(samples, pieces)]
    right = sure = both = 0
    for at in range(0, len(examples), BATCH):
        some = examples[at : at + BATCH]
        with torch.no_grad():
            found: Said = model(*_batched(some, pieces))
        for row, one in enumerate(some):
            odds = (part[row].numpy()[:, : len(one.told.asked)] for part in found[1:])
            said = decided(
                one.sample.text, one.sample.form, one.told, found.deeds[row].numpy(), *odds
            )
            fits = _words(said.meant, one.sample.text) == _words(one.sample.meant, one.sample.text)
            fits = fits and (said.more >= MORE) == one.sample.more
            right, sure = right + fits, sure + said.is_sure
            both += fits and said.is_sure
    return Score(right, sure, both, len(examples))


def _words(meant: Sequence[Meant], text: str) -> list[tuple[int, Deed, str]]:
    return [(one.control, one.deed, text[one.start : one.end]) for one in meant]


def write(out: Path, rounds: int, seed: int = 1, start: Path | None = None) -> None:
    """Learn from all authors but the one who judges and write `forms.onnx` into a folder; how well
    it does is told after each round. Raises `UsageError`."""
    from uitars_train.forms.export import export

    missing = f"{FOLDER} holds no forms of several authors."
    forms, judges = parted(written.read(), JUDGE, missing)

    def tell(number: int, loss: float, found: tuple[Score, Score]) -> None:
        said = (
            f"of {one.wishes} {one.right} are read rightly, of {one.sure} that are sure"
            f" {one.sure_and_right}"
            for one in found
        )
        sys.stdout.write(
            f"round {number + 1}: loss {loss:.3f}; requests of an author who was not learned from:"
            f" {next(said)}; on forms as eyes see them {next(said)}\n"
        )
        sys.stdout.flush()

    def learned(kept: Path) -> Points:
        return learn(forms, judges, rounds, seed, tell, kept, start)

    learned_into(out, FILE, learned, export)
