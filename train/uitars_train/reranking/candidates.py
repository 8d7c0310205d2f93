"""What the reranker learns from: a request, the elements that the decoder finds likeliest in words,
and which of them are right.

The decoder is led to the place where it points by what is right before that, so that only pointing
is learned. What people ask for that is nowhere is compared with what is nearest in meaning; nothing
of it is right. Not here: where the steps come from (`instructions/`, `data/`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from uitars_runtime.backends.embedded.network.affinity import Encoder, Floats
from uitars_runtime.backends.embedded.network.decoder import Decoder, Uttered
from uitars_runtime.backends.embedded.network.reranker import descriptions
from uitars_runtime.backends.embedded.network.vocabulary import ELEMENTS_MAX
from uitars_runtime.errors import UsageError
from uitars_runtime.replacing import replaced
from uitars_train.data.encoding import Example, example, nearness
from uitars_train.data.sample import Sample

CONSIDERED: Final = 20
"""Elements that are kept, the likeliest ones."""
_ABSENT: Final = "absent"
"""How the kind of a sample ends that asks for what is nowhere."""
_FEWEST: Final = 2
"""Elements on a screen where there is anything to compare."""


class Comparison(msgspec.Struct, frozen=True):
    """A request, and elements in words, the likeliest first; right ones that the decoder finds less
    likely stand last. None is right where what is asked for is nowhere."""

    asked: str
    described: tuple[str, ...]
    right: tuple[bool, ...]
    kind: str


_LINES = msgspec.json.Decoder(Comparison)


def comparisons(
    samples: Iterable[Sample], decoder: Decoder, encoder: Encoder
) -> Iterator[Comparison]:
    """Of every sample that points at one of several elements, or asks for what is nowhere."""
    for sample in samples:
        made = example(sample, encoder)
        found = None if made is None else _compared(sample, made, decoder)
        if found is not None:
            yield found


def _compared(sample: Sample, made: Example, decoder: Decoder) -> Comparison | None:
    column = next((at for at, one in enumerate(made.positions) if one.elements), None)
    elements = sample.situation.elements[:ELEMENTS_MAX]
    if len(elements) < _FEWEST:
        return None
    right: tuple[int, ...] = ()
    odds: Floats | None = None
    if column is not None:
        right, odds = made.positions[column].elements, _pointing(made, decoder, column)
    elif sample.kind.endswith(_ABSENT):
        odds = made.affinity.log_odds(sample.target.serves)
    if odds is None:
        return None
    best = [int(at) for at in np.argsort(-odds)[:CONSIDERED]]
    kept = tuple(dict.fromkeys((*best, *right)))
    described = descriptions(elements)
    _, asked = made.affinity.asked(sample.target.serves)
    return Comparison(
        asked,
        tuple(described[at] for at in kept),
        tuple(at in right for at in kept),
        sample.kind,
    )


def _pointing(made: Example, decoder: Decoder, column: int) -> Floats | None:
    """(elements,): log-odds at an output position, after what is right and likeliest before it;
    None where something else than an element may be said there, too."""
    prefix, said = decoder.read(made.features), tuple[int, ...]()
    cache = prefix.cache
    for at in range(column + 1):
        legal = made.grammar.legal(said)
        answers, cache = prefix.say([Uttered(said[-1] if said else None)], cache)
        odds = answers[0] + nearness(made.grammar, made.affinity, said, legal)
        if at == column:
            if not made.grammar.points(legal):
                return None
            return np.asarray(odds[made.grammar.first_element :], np.float32)
        right = made.right(at, said)
        said = (*said, right[int(np.argmax(odds[right]))])
    raise AssertionError(column)


def write(path: Path, found: Iterable[Comparison]) -> int:
    """A line each, whole or not at all; how many. Raises `UsageError` where it cannot be
    written."""
    count = 0
    with replaced(path) as file:
        for count, one in enumerate(found, 1):  # noqa: B007
            file.write(msgspec.json.encode(one) + b"\n")
    return count


def read(path: Path) -> list[Comparison]:
    """Raises `UsageError` for a line that is none."""
    try:
        return [_LINES.decode(line) for line in path.read_bytes().splitlines()]
    except (OSError, msgspec.DecodeError, UnicodeError) as error:
        raise UsageError(f"{path} holds no comparisons: {error}.") from error
