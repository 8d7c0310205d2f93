"""Samples in numbers: what the network reads, what it should say, padded to batches of tensors.

The output of a sample is a row of positions; at each there is a set of right tokens. Tokens count
from 0: first the fixed ones (`SPOKEN`), then pointers to the sample's words, steps and elements.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import msgspec
import numpy as np
import torch

from uitars_runtime.backends.embedded.network.features import (
    CLASSES,
    GRAMS,
    NUMBERS,
    SKETCHES,
    Features,
    featurise,
)
from uitars_runtime.backends.embedded.network.grammar import key_of
from uitars_runtime.backends.embedded.network.vocabulary import (
    ELEMENTS_MAX,
    NOTHING,
    ROW,
    SPOKEN,
    SPOKEN_ID,
    WORDS_MAX,
    Act,
)
from uitars_train.data.sample import Sample, Target

FIXED = len(SPOKEN)
Batch = dict[str, torch.Tensor]


class Position(msgspec.Struct, frozen=True):
    """One output position: which kind of token may stand there and which ones are right."""

    part: str
    """`fixed`, `word`, `element`, or several of them divided by `|`."""
    fixed: tuple[int, ...] = ()
    words: tuple[int, ...] = ()
    """Indices among the words."""
    legal: str = ""
    """Prefix of the fixed tokens that may stand there, for example `act:`."""
    elements: tuple[int, ...] = ()
    """Indices among the elements."""


class Example(msgspec.Struct, frozen=True):
    """A sample in numbers, not yet padded."""

    features: Features
    positions: tuple[Position, ...]
    tags: tuple[int, ...]
    kind: str
    last: bool
    mark: int
    """Tells its sample from others (`stream.py`)."""


def positions_of(target: Target, named: Mapping[str, int]) -> tuple[Position, ...]:
    """The output that says a target. `named`: words of the task that name its keys."""
    made: list[Position] = []
    if target.serves is None:
        made.append(Position("word|fixed", (SPOKEN_ID[NOTHING],), (), NOTHING))
    else:
        first, last = target.serves.first, target.serves.last
        begins, ends = range(first - target.before, first + 1), range(last, last + target.after + 1)
        made.append(Position("word|fixed", (), tuple(begins), NOTHING))
        made.append(Position("word", (), tuple(ends)))
    made.append(Position("fixed", (SPOKEN_ID[f"act:{target.act}"],), (), "act:"))
    match target.act:
        case Act.CLICK | Act.DOUBLE | Act.RIGHT:
            made.append(Position("element", elements=target.elements))
            made.append(Position("fixed", (SPOKEN_ID[f"side:{target.side}"],), (), "side:"))
        case Act.DRAG:
            made.append(Position("element", elements=target.elements))
            made.append(Position("element", elements=target.onto))
        case Act.TYPE if target.text is not None:
            made.append(Position("word|element", (), (target.text.first,)))
            made.append(Position("word", (), (target.text.last,)))
        case Act.TYPE:
            made.append(Position("word|element", elements=target.elements))
        case Act.HOTKEY:
            for key in target.keys:
                if isinstance(key, int):
                    made.append(Position("word|fixed", (), (key,), "key:"))
                else:
                    words = (named[key],) if key in named else ()
                    made.append(Position("word|fixed", (SPOKEN_ID[f"key:{key}"],), words, "key:"))
            made.append(Position("word|fixed", (SPOKEN_ID["<end>"],), (), "key:"))
        case Act.SCROLL:
            made.append(Position("fixed", (SPOKEN_ID[f"way:{target.direction}"],), (), "way:"))
            made.append(Position("element", elements=target.elements))
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


def example(sample: Sample) -> Example | None:
    """Numbers of a sample; None where its target lies beyond the caps."""
    features = featurise(sample.situation)
    positions = positions_of(sample.target, _named_keys(sample))
    for position in positions:
        if any(word >= WORDS_MAX for word in position.words):
            return None
        if any(element >= ELEMENTS_MAX for element in position.elements):
            return None
    tags = sample.tags[:WORDS_MAX]
    return Example(features, positions, tags, sample.kind, sample.last, mark(sample))


def mark(sample: Sample) -> int:
    """A number of 63 bits that tells samples apart: all that is shown, and what is right."""
    digest = blake2b(msgspec.json.encode(sample), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


_LEGAL: dict[str, np.ndarray[Any, Any]] = {}


def _legal(prefix: str) -> np.ndarray[Any, Any]:
    if prefix not in _LEGAL:
        allowed = [token.startswith(prefix) for token in SPOKEN]
        if prefix == "key:":
            allowed[SPOKEN_ID["<end>"]] = True
        _LEGAL[prefix] = np.array(allowed)
    return _LEGAL[prefix]


def collate(examples: list[Example], rng: random.Random) -> Batch:
    """Pad examples at their ends.

    B samples, T tokens of the prefix, O output positions. `given` is the token fed at a position
    (what was said before), `right` the right tokens, `legal` the tokens that may be said.
    """
    count = len(examples)
    total = max(len(e.features.sketches) for e in examples)
    outputs = max(len(e.positions) for e in examples)
    a: dict[str, np.ndarray[Any, Any]] = {
        "sketches": np.zeros((count, total, SKETCHES), np.float32),
        "classes": np.zeros((count, total, CLASSES), np.int64),
        "grams": np.zeros((count, total, GRAMS), np.int64),
        "numbers": np.zeros((count, total, NUMBERS), np.float32),
        "match": np.zeros((count, total, total), np.float32),
        "relation": np.zeros((count, total, total), np.int64),
        "valid": np.zeros((count, total), bool),
        "given_row": np.zeros((count, outputs), np.int64),
        "given_pointer": np.full((count, outputs), -1, np.int64),
        "right": np.zeros((count, outputs, FIXED + total), bool),
        "legal": np.zeros((count, outputs, FIXED + total), bool),
        "scored": np.zeros((count, outputs), bool),
        "tags": np.full((count, total), -1, np.int64),
        "marks": np.array([item.mark for item in examples], np.int64),
    }
    for row, item in enumerate(examples):
        f = item.features
        long = len(f.sketches)
        for name in ("sketches", "classes", "grams", "numbers"):
            a[name][row, :long] = getattr(f, name)
        a["match"][row, :long, :long] = f.match
        a["relation"][row, :long, :long] = f.relation
        a["valid"][row, :long] = True
        a["tags"][row, : len(item.tags)] = item.tags
        a["given_row"][row, 0] = ROW["<begin>"]
        for column, position in enumerate(item.positions):
            first = FIXED + f.words + f.steps
            right = [*position.fixed, *(FIXED + word for word in position.words)]
            right += [first + element for element in position.elements]
            a["right"][row, column, right] = True
            a["scored"][row, column] = True
            legal = a["legal"][row, column]
            if "fixed" in position.part:
                legal[:FIXED] = _legal(position.legal)
            if "word" in position.part:
                legal[FIXED : FIXED + f.words] = True
            if "element" in position.part:
                legal[first : first + f.elements] = True
            if column + 1 < outputs:
                said = rng.choice(right)
                if said < FIXED:
                    a["given_row"][row, column + 1] = ROW[SPOKEN[said]]
                else:
                    a["given_row"][row, column + 1] = ROW["<pointer>"]
                    a["given_pointer"][row, column + 1] = said - FIXED
    return {name: torch.as_tensor(array) for name, array in a.items()}
