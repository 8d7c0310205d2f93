"""Samples in numbers: what the network reads, what it should say, padded to batches of tensors.

The output of a sample is a row of positions; at each there is a set of right tokens. Tokens count
from 0: first the fixed ones (`SPOKEN`), then pointers to the sample's words, steps and elements.
Which of them may stand there is the product's grammar's to say, which counts no steps.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.affinity import Affinity, Encoder
from uitars_runtime.backends.embedded.network.features import Features, featurise
from uitars_runtime.backends.embedded.network.grammar import FIXED, Grammar, Said, key_of
from uitars_runtime.backends.embedded.network.vocabulary import (
    BEGIN,
    ELEMENTS_MAX,
    NOTHING,
    POINTER,
    ROW,
    SPOKEN,
    SPOKEN_ID,
    WORDS_MAX,
    Act,
)
from uitars_runtime.backends.embedded.situation import Situation
from uitars_train.data.sample import Sample, Target

Batch = dict[str, torch.Tensor]
_READ: Final[Mapping[str, tuple[type, int]]] = {
    **{"sketches": (np.float32, 1), "classes": (np.int64, 1), "grams": (np.int64, 1)},
    **{"numbers": (np.float32, 1), "match": (np.float32, 2), "relation": (np.int64, 2)},
}
"""What is read of every token, and of any two of them: its kind of number, and 1 or 2."""


class Position(msgspec.Struct, frozen=True):
    """The right tokens of one output position."""

    fixed: tuple[int, ...] = ()
    words: tuple[int, ...] = ()
    """Indices among the words."""
    elements: tuple[int, ...] = ()
    """Indices among the elements."""


class Asked(msgspec.Struct, frozen=True):
    """A situation in numbers."""

    features: Features
    grammar: Grammar
    """What may be said: the product's own, so that what is learned is what is chosen from."""
    affinity: Affinity
    """What lies near in meaning, which counts in training as it does when it is decided."""

    @classmethod
    def of(cls, situation: Situation, encoder: Encoder) -> Asked:
        affinity = Affinity(situation, encoder)
        return Asked(featurise(situation, affinity), Grammar(situation), affinity)

    def saying(self, said: Said) -> Example:
        """With an output that was drawn."""
        positions = tuple(map(self._position, said))
        return Example(self.features, self.grammar, self.affinity, positions, (), "drawn")

    def _position(self, token: int) -> Position:
        if token < FIXED:
            return Position((token,))
        if token < self.grammar.first_element:
            return Position(words=(token - FIXED,))
        return Position(elements=(token - self.grammar.first_element,))


class Example(Asked, frozen=True):
    """A sample in numbers, not yet padded."""

    positions: tuple[Position, ...]
    tags: tuple[int, ...]
    kind: str

    @property
    def act(self) -> int:
        """Which position says the act: the one behind the served part of the task."""
        return 1 if self.positions[0].fixed else 2

    def right(self, column: int, said: Said) -> list[int]:
        """The right tokens of a position that may follow, as the grammar counts them."""
        legal = self.grammar.legal(said)
        position, first = self.positions[column], self.grammar.first_element
        tokens = [*position.fixed, *(FIXED + word for word in position.words)]
        tokens += [first + element for element in position.elements]
        return [token for token in tokens if legal[token]]


def positions_of(target: Target, named: Mapping[str, int]) -> tuple[Position, ...]:
    """The output that says a target. `named`: words of the task that name its keys."""
    made: list[Position] = []
    if target.serves is None:
        made.append(Position((SPOKEN_ID[NOTHING],)))
    else:
        first, last = target.serves.first, target.serves.last
        begins, ends = range(first - target.before, first + 1), range(last, last + target.after + 1)
        made += [Position((), tuple(begins)), Position((), tuple(ends))]
    made.append(Position((SPOKEN_ID[f"act:{target.act}"],)))
    pointed = Position(elements=target.elements)
    match target.act:
        case Act.CLICK | Act.DOUBLE | Act.RIGHT:
            made += [pointed, Position((SPOKEN_ID[f"side:{target.side}"],))]
        case Act.DRAG:
            made += [pointed, Position(elements=target.onto)]
        case Act.TYPE if target.text is not None:
            made += [Position((), (target.text.first,)), Position((), (target.text.last,))]
        case Act.TYPE:
            made.append(pointed)
        case Act.HOTKEY:
            for key in target.keys:
                if isinstance(key, int):
                    made.append(Position((), (key,)))
                else:
                    words = (named[key],) if key in named else ()
                    token = SPOKEN_ID.get(f"key:{key}")
                    made.append(Position(() if token is None else (token,), words))
            made.append(Position((SPOKEN_ID["<end>"],)))
        case Act.SCROLL:
            made += [Position((SPOKEN_ID[f"way:{target.direction}"],)), pointed]
        case _:
            pass
    return tuple(made)


def _named_keys(sample: Sample) -> dict[str, int]:
    """The keys that the part of the task itself spells, by the index of their word."""
    served = sample.target.serves
    if sample.kind != "keys" or served is None:
        return {}
    words = sample.situation.words
    spelled = range(served.last, served.first - 1, -1)
    return {name: index for index in spelled if (name := key_of(words[index].text))}


def example(sample: Sample, encoder: Encoder) -> Example | None:
    """Numbers of a sample; None where its target lies beyond the caps, or cannot be said."""
    positions = positions_of(sample.target, _named_keys(sample))
    for position in positions:
        if max(position.words, default=0) >= WORDS_MAX:
            return None
        if max(position.elements, default=0) >= ELEMENTS_MAX:
            return None
    asked, tags = Asked.of(sample.situation, encoder), sample.tags[:WORDS_MAX]
    read = (asked.features, asked.grammar, asked.affinity)
    made = Example(*read, positions, tags, sample.kind)
    return made if _can_be_said(made) else None


def _can_be_said(example: Example) -> bool:
    said: Said = ()
    for column in range(len(example.positions)):
        right = example.right(column, said)
        if not right:
            return False
        said = (*said, right[0])
    return not example.grammar.legal(said).any()


def mark(sample: Sample) -> int:
    """A number of 63 bits that tells samples apart: all that is shown, and what is right."""
    digest = blake2b(msgspec.json.encode(sample), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def collate(examples: list[Example], rng: random.Random) -> Batch:
    """Pad examples at their ends.

    B samples, T tokens of the prefix, O output positions. `given` is the token fed at a position
    (what was said before), `right` the right tokens, `legal` the tokens that may be said, `near`
    what nearness in meaning adds to their log-odds.
    """
    count = len(examples)
    a = _prefixes([item.features for item in examples])
    total = a["valid"].shape[1]
    outputs = max(len(e.positions) for e in examples)
    a |= {
        "given_row": np.zeros((count, outputs), np.int64),
        "given_pointer": np.full((count, outputs), -1, np.int64),
        "right": np.zeros((count, outputs, FIXED + total), bool),
        "legal": np.zeros((count, outputs, FIXED + total), bool),
        "near": np.zeros((count, outputs, FIXED + total), np.float32),
        "scored": np.zeros((count, outputs), bool),
        "tags": np.full((count, total), -1, np.int64),
    }
    for row, item in enumerate(examples):
        a["tags"][row, : len(item.tags)] = item.tags
        a["given_row"][row, 0] = ROW[BEGIN]
        _say(item, a, row, rng)
    return _tensors(a)


def read_only(features: Sequence[Features]) -> Batch:
    """Of `collate`, what is read: nothing was said yet."""
    return _tensors(_prefixes(features))


def _prefixes(features: Sequence[Features]) -> dict[str, np.ndarray[Any, Any]]:
    """What is read of each, by name, with zeros behind it up to the longest."""
    total = max(len(one.sketches) for one in features)

    def padded(name: str, kind: type, sides: int) -> np.ndarray[Any, Any]:
        found: list[NDArray[Any]] = [getattr(one, name) for one in features]
        ends = (((0, total - len(one)),) * sides + ((0, 0),) * (one.ndim - sides) for one in found)
        return np.stack([*map(np.pad, found, ends)]).astype(kind)

    read = {name: padded(name, kind, sides) for name, (kind, sides) in _READ.items()}
    lengths = np.array([[len(one.sketches)] for one in features])
    return {**read, "valid": np.arange(total) < lengths}


def _tensors(arrays: Mapping[str, np.ndarray[Any, Any]]) -> Batch:
    return {name: torch.as_tensor(array) for name, array in arrays.items()}


def fed(token: int, place: int) -> tuple[int, int]:
    """What says a token back to the network, as a row of its table and a pointer. `place`: the
    token's column among the logits."""
    if token < FIXED:
        return ROW[SPOKEN[token]], -1
    return ROW[POINTER], place - FIXED


def columns(grammar: Grammar, features: Features) -> NDArray[np.int64]:
    """Per token of a grammar its column among the logits, where steps have columns of their own."""
    places = np.arange(grammar.size)
    places[grammar.first_element :] += features.steps
    return places


def nearness(
    grammar: Grammar, affinity: Affinity, said: Said, legal: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """Per token of the grammar, what nearness in meaning adds to its log-odds after `said`, where
    `legal` may follow."""
    added = np.zeros(len(legal), np.float32)
    if grammar.points(legal):
        added[grammar.first_element :] = affinity.log_odds(grammar.served(said))
    return added


def _say(
    item: Example, a: Mapping[str, np.ndarray[Any, Any]], row: int, rng: random.Random
) -> None:
    """One way to say what is right into the row of a batch, with all that may be said and all that
    is right at each position of this way."""
    said = tuple[int, ...]()
    places = columns(item.grammar, item.features)
    for column in range(len(item.positions)):
        if said:
            before = said[-1]
            given = fed(before, int(places[before]))
            a["given_row"][row, column], a["given_pointer"][row, column] = given
        right = item.right(column, said)
        if not right:
            return
        a["right"][row, column, places[right]] = True
        legal = item.grammar.legal(said)
        a["legal"][row, column, places] = legal
        a["near"][row, column, places] = nearness(item.grammar, item.affinity, said, legal)
        a["scored"][row, column] = True
        said = (*said, rng.choice(right))
