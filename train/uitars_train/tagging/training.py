"""Learning to tag requests: what people wrote and marked, each once as it is and once with other
words in its slots.

Not here: how they are marked (`marked.py`), the network (`model.py`).
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import numpy as np
import torch
from torch import Tensor, nn

from uitars_runtime.backends.embedded.network.encoder import LONGEST, Located, Pieces, word_pieces
from uitars_runtime.backends.embedded.network.tagging import (
    COMMON,
    FILE,
    OPS,
    SEEN,
    SLOTS,
    best_tags,
    features,
    word_at,
)
from uitars_runtime.edits.asked import Op, Slot
from uitars_train.encoder.adapted import Learning, learned_into, parted
from uitars_train.encoder.adapted_export import start_from
from uitars_train.tagging.marked import FOLDER, Marked, read, varied
from uitars_train.tagging.model import Tags

BATCH: Final = 32
_SMALL: Final = (0.15, 0.3)
"""Shares that are put in small letters, of requests as they are and of varied ones."""
_SMOOTHED: Final = 0.03
_OUTSIDE: Final = -100
"""The tag of what is no piece."""
_UNSEEN: Final = 0.15
"""Share of requests of which nobody knows the text."""
_STANDS: Final = {
    **dict.fromkeys((Slot.OLD, Slot.LINE, Slot.OTHER_LINE, Slot.IN), 0.92),
    **dict.fromkeys((Slot.BELOW, Slot.ABOVE), 0.92),
    Slot.NEW: 0.06,
}
"""How often a word of a slot stands in the text; of others `_ELSEWHERE`. Ours."""
_ELSEWHERE: Final = 0.05
JUDGE: Final = "t"
"""The author that nothing is learned from."""


class Example(NamedTuple):
    """A request with the tag of each piece."""

    request: Marked
    pieces: tuple[Located, ...]
    ops: tuple[int, ...]
    slots: tuple[int, ...]


class Score(NamedTuple):
    """Of so many requests, of how many the ops, and of how many all marks are right."""

    ops: int
    exact: int
    requests: int


def learn(
    requests: Sequence[Marked],
    judges: Sequence[Marked],
    rounds: int,
    seed: int,
    tell: Callable[[int, float, Score], None],
    kept: Path | None = None,
    start: Path | None = None,
) -> Tags:
    """A network that learned from requests, so many times each; `tell` hears of each round: the
    loss, and how well it does on those that judge. `kept`: as of `Learning`. `start`: a file to
    go on from. Raises `UsageError`."""
    torch.manual_seed(seed)  # pyright: ignore[reportUnknownMemberType]
    model, pieces = Tags(), word_pieces()
    if start is not None:
        start_from(model, start, "tagger")
    steps = rounds * (1 + -(-2 * len(requests) // BATCH))
    learning = Learning(model, steps, seed, kept, start)
    for number in range(learning.rounds, rounds):
        rng = random.Random(f"{seed} {number}")
        drawn = _drawn(requests, pieces, rng)
        loss = learning.learn(_missed(model, batch, pieces, rng) for batch in drawn)
        tell(number, loss, score(model, judges))
    return model.eval()


def _drawn(requests: Sequence[Marked], pieces: Pieces, rng: random.Random) -> list[list[Example]]:
    """A round in batches of like length."""
    shown = [
        *_lowered(requests, _SMALL[0], rng),
        *_lowered(varied(requests, len(requests), rng), _SMALL[1], rng),
    ]
    examples = [*_examples(shown, pieces)]
    examples.sort(key=lambda one: len(one.pieces) + 4 * rng.random())
    batches = [examples[at : at + BATCH] for at in range(0, len(examples), BATCH)]
    rng.shuffle(batches)
    return batches


def _lowered(requests: Sequence[Marked], share: float, rng: random.Random) -> Iterator[Marked]:
    for one in requests:
        low = one.text.lower()
        fits = rng.random() < share and len(low) == len(one.text)
        yield msgspec.structs.replace(one, text=low) if fits else one


def _examples(requests: Sequence[Marked], pieces: Pieces) -> Iterator[Example]:
    for one in requests:
        located = tuple(pieces.located(one.text)[: LONGEST - 2])
        if located:
            yield Example(one, located, _tags(one, located, OPS), _tags(one, located, SLOTS))


def _tags(
    request: Marked, pieces: Sequence[Located], kinds: Sequence[Op] | Sequence[Slot]
) -> tuple[int, ...]:
    """2 * kind + 1 where it begins, one more where it goes on, 0 outside."""
    tags = [0] * len(pieces)
    for span in request.spans:
        if not isinstance(span.kind, type(kinds[0])):
            continue
        first = 2 * list(kinds).index(span.kind) + 1
        inside = [at for at, one in enumerate(pieces) if span.start <= one.start < span.end]
        for at in inside:
            tags[at] = first + (at != inside[0])
    return tuple(tags)


def _told(
    example: Example, rng: random.Random
) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """As `features`; which words stand in the text is drawn, as nobody wrote one."""
    text, known = example.request.text, set[str]()
    asked: set[str] = set()
    unseen = rng.random() < _UNSEEN
    for piece in example.pieces:
        word = word_at(text, piece)
        if unseen or word in asked:
            continue
        asked.add(word)
        slot = next(
            (
                span.kind
                for span in example.request.spans
                if isinstance(span.kind, Slot) and span.start <= piece.start < span.end
            ),
            None,
        )
        share = _ELSEWHERE if slot is None else _STANDS.get(slot, _ELSEWHERE)
        if word not in COMMON and rng.random() < share:
            known.add(word)
    return features(text, example.pieces, known)


def _batched(
    examples: Sequence[Example], pieces: Pieces, rng: random.Random
) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Rows, mask, what else is told, ops and slots."""
    longest = max(len(one.pieces) for one in examples) + 2
    shape = (len(examples), longest)
    places, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    told = np.zeros((*shape, SEEN), np.float32)
    ops, slots = np.full(shape, _OUTSIDE), np.full(shape, _OUTSIDE)
    first, last = pieces.ends()
    for row, one in enumerate(examples):
        count = len(one.pieces)
        places[row, : count + 2] = [first, *(piece.place for piece in one.pieces), last]
        mask[row, : count + 2] = 1
        told[row, 1 : count + 1] = _told(one, rng)
        ops[row, 1 : count + 1], slots[row, 1 : count + 1] = one.ops, one.slots
    rows = torch.tensor(pieces.rows(places))
    return rows, *(torch.tensor(one) for one in (mask, told, ops, slots))  # type: ignore[return-value]


def _missed(model: Tags, examples: Sequence[Example], pieces: Pieces, rng: random.Random) -> Tensor:
    rows, mask, told, ops, slots = _batched(examples, pieces, rng)
    missed = nn.CrossEntropyLoss(label_smoothing=_SMOOTHED)
    found_ops, found_slots = model(rows, mask, told)
    loss: Tensor = missed(found_ops.flatten(0, 1), ops.flatten())
    loss += missed(found_slots.flatten(0, 1), slots.flatten())
    return loss


def score(model: Tags, requests: Sequence[Marked]) -> Score:
    """How well a network marks requests, as the product decides."""
    pieces, rng = word_pieces(), random.Random(0)
    model.eval()
    right = exact = 0
    examples = [*_examples(requests, pieces)]
    for at in range(0, len(examples), BATCH):
        some = examples[at : at + BATCH]
        rows, mask, told, *_ = _batched(some, pieces, rng)
        with torch.no_grad():
            ops, slots = model(rows, mask, told)
        for row, one in enumerate(some):
            inside = slice(1, len(one.pieces) + 1)
            said = best_tags(ops[row, inside].numpy())[0].tags
            named = best_tags(slots[row, inside].numpy())[0].tags
            alike = [tag // 2 for tag in said if tag % 2] == [
                tag // 2 for tag in one.ops if tag % 2
            ]
            right += alike
            exact += alike and named == one.slots
    return Score(right, exact, len(examples))


def write(out: Path, rounds: int, seed: int = 1, start: Path | None = None) -> None:
    """Learn from all authors but the one who judges and write `tagger.onnx` into a folder; how well
    it does is told after each round. Raises `UsageError`."""
    from uitars_train.tagging.export import export

    missing = f"{FOLDER} holds no marked requests of several authors."
    requests, judges = parted(read(), JUDGE, missing)

    def tell(number: int, loss: float, found: Score) -> None:
        sys.stdout.write(
            f"round {number + 1}: loss {loss:.3f}; of {found.requests} requests of an author who"
            f" was not learned from {found.ops} have the right ops, {found.exact} all marks\n"
        )
        sys.stdout.flush()

    def learned(kept: Path) -> Tags:
        return learn(requests, judges, rounds, seed, tell, kept, start)

    learned_into(out, FILE, learned, export)
