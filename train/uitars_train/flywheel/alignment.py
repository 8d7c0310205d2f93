"""Which part of the task a step serves that somebody else decided on: the likeliest to a decoder.

A teacher says what to do and never why. Spans of words are weighed by how likely the decoder says
them and then the very step; a span that names what the step acts on comes first. Not here: who
decides (`teacher.py`), and what the thought says of it (`codec.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from uitars_runtime.backends.embedded.network.cache import Cache
from uitars_runtime.backends.embedded.network.decoder import Decoder, Prefix, Uttered
from uitars_runtime.backends.embedded.network.features import featurise
from uitars_runtime.backends.embedded.network.grammar import FIXED, Grammar
from uitars_runtime.backends.embedded.network.vocabulary import SPOKEN_ID, WORDS_MAX, Act
from uitars_runtime.backends.embedded.situation import Situation, Span
from uitars_train.data.sample import Target

_BEGINNINGS: Final = 6
_ENDS: Final = 3
_KEPT: Final = 6
_ALIKE: Final = 75.0
"""Least likeness, of 100, of words that the eyes may have misread."""
_NAMED: Final = 3.0
"""What it is worth (as a log of odds) that a span holds the words of what is acted on."""


class _Part(msgspec.Struct, frozen=True):
    span: Span
    odds: float
    """Log of its probability."""
    cache: Cache
    """After its first word."""


def likely_spans(decoder: Decoder, situation: Situation, target: Target) -> list[Span]:
    """Spans of the task that a step may serve, likeliest first; `target` says the step. Empty
    where no span can hold the text that it types."""
    named = _mentions(situation, target)
    weighed = [
        (part.odds + step + _NAMED * any(_holds(part.span, each) for each in named), part.span)
        for part, step in _weighed(decoder, situation, target)
        if target.text is None or _holds(part.span, target.text)
    ]
    return [span for _, span in sorted(weighed, key=lambda pair: -pair[0])]


def _weighed(
    decoder: Decoder, situation: Situation, target: Target
) -> Iterator[tuple[_Part, float]]:
    """The likeliest spans, each with the log of the odds of the step after it."""
    prefix = decoder.read(featurise(situation))
    grammar = Grammar(situation)
    parts = sorted(_parts(prefix, grammar, target.text), key=lambda part: -part.odds)
    for part in parts[:_KEPT]:
        said = (FIXED + part.span.first, FIXED + part.span.last)
        logits, cache = prefix.say([Uttered(said[1])], part.cache)
        act = SPOKEN_ID[f"act:{target.act}"]
        odds = _logs(logits[0], grammar.legal(said))[act]
        if target.elements and target.act is not Act.SCROLL:
            first = FIXED + min(len(situation.words), WORDS_MAX)
            aims, _ = prefix.say([Uttered(act)], cache)
            logs = _logs(aims[0], grammar.legal((*said, act)))
            there = [first + at for at in target.elements if first + at < len(logs)]
            odds += np.logaddexp.reduce(logs[there])
        yield part, float(odds)


def _parts(prefix: Prefix, grammar: Grammar, text: Span | None) -> Iterator[_Part]:
    """The likeliest spans; `text` is to lie inside."""
    logits, cache = prefix.say([Uttered(None)], prefix.cache)
    begins = _logs(logits[0], grammar.legal(()))
    begins[:FIXED] = -np.inf
    if text is not None:
        begins[FIXED + text.first + 1 :] = -np.inf
    for begin in _best(begins, _BEGINNINGS):
        logits, after = prefix.say([Uttered(begin)], cache)
        ends = _logs(logits[0], grammar.legal((begin,)))
        if text is not None:
            ends[: FIXED + text.last] = -np.inf
        for end in _best(ends, _ENDS):
            odds = float(begins[begin] + ends[end])
            yield _Part(Span(begin - FIXED, end - FIXED), odds, after)


def _best(logs: NDArray[np.float64], count: int) -> list[int]:
    return [int(token) for token in np.argsort(-logs)[:count] if np.isfinite(logs[token])]


def _logs(logits: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[np.float64]:
    masked: NDArray[np.float64] = np.where(legal, logits.astype(np.float64), -np.inf)
    return np.subtract(masked, np.logaddexp.reduce(masked))


def _holds(span: Span, part: Span) -> bool:
    return span.first <= part.first and part.last <= span.last


def _mentions(situation: Situation, target: Target) -> list[Span]:
    """Where the task names what the step acts on."""
    if target.text is not None:
        return [target.text]
    words = [word.text.lower() for word in situation.words[: situation.asked]]
    found: list[Span] = []
    for at in target.elements:
        item = situation.elements[at]
        for said in {item.text.lower(), item.name.lower()}:
            found += _places(words, said.split())
    return found


def _places(words: Sequence[str], said: Sequence[str]) -> Iterator[Span]:
    """Where words stand that are read alike."""
    size = len(said)
    for first in range(len(words) - size + 1):
        there = words[first : first + size]
        if size and fuzz.ratio(" ".join(there), " ".join(said)) >= _ALIKE:
            yield Span(first, first + size - 1)
