"""How alike words and elements are in writing: runs of words against the names of elements.

A task's numbers are cut into digits, so that each key of a calculator can be pointed at; a day of a
calendar, a page or a row is called by the whole number. Those that stand on the screen are meant
whole, and a day that is asked for as the 15th is the one that is called 15. Not here: what else is
known of a word or an element (`features.py`), sums (`tokenizer.py`), what is counted ("the 2nd
tab", `rules/ordinals.py`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.embeddings import SKETCH, Floats, phrase_embedding
from uitars_runtime.backends.embedded.situation import Span
from uitars_runtime.backends.embedded.tokenizer import QUOTES, Word, joined
from uitars_runtime.element import Element, Role

SPAN_MAX: Final = 12
"""The longest run of words that is compared with an element as one phrase."""
LONG: Final = 6
"""The same for a phrase of no more words: a sentence around it is no better a match. A longer run
counts as one of so many."""
MARKS: Final = {*".,:;!?…*()[]<>", *QUOTES}
_ALONE: Final = (1 << 19) - 1
"""Multiplications that one thread does alone."""


def likeness(
    words: tuple[Word, ...],
    asked: int,
    sketches: Floats,
    steps: int,
    elements: int,
    long: NDArray[np.bool_],
    other_names: Sequence[tuple[int, Floats]] = (),
    whole: Sequence[Span] = (),
) -> tuple[Floats, Floats]:
    """The (T, T) matrix of likeness, and (elements, 6) scores of each element's best run of words.

    Only the first `asked` words, those of the task itself, give scores. `long`: which of the steps
    and elements are called by more than `LONG` words. `other_names`: places of elements with one
    more sketch (SKETCH,) each that they go by. `whole`: numbers whose digits mean nothing.
    """
    count = len(words)
    total = len(sketches)
    match = np.zeros((total, total), np.float32)
    others = sketches[count:]
    names = others[:, :SKETCH]
    texts = others[:, SKETCH : 2 * SKETCH]
    both = np.concatenate([names, texts, *(sketch[None] for _, sketch in other_names)])
    alike = np.maximum(product(both[: 2 * len(others)], names), 0.0)
    alike = np.maximum(alike[: len(others)], alike[len(others) :])
    match[count:, count:] = np.maximum(alike, alike.T)
    scores = np.zeros((elements, 6), np.float32)
    if count in (0, total):
        return match, scores
    sentences = np.concatenate([long, long, np.zeros(len(other_names), np.bool_)])
    cover, best, size = _cover(_readings(words, whole), asked, both, sentences)
    found = np.maximum(cover[:, : len(others)], cover[:, len(others) : 2 * len(others)])
    for column, (place, _) in enumerate(other_names, 2 * len(others)):
        own = steps + place
        found[:, own] = np.maximum(found[:, own], cover[:, column])
        if best[column] > best[own]:
            best[own], size[own] = best[column], size[column]
    match[:count, count:] = found
    match[count:, :count] = found.T
    of_names = slice(steps, len(others))
    of_texts = slice(len(others) + steps, 2 * len(others))
    for column, phrases in enumerate((of_names, of_texts)):
        scores[:, column] = best[phrases]
        scores[:, 2 + column] = np.minimum(size[phrases] / LONG, 1.0)
        scores[:, 4 + column] = best[phrases] > 0.97
    return match, scores


def _cover(
    readings: Sequence[Floats], asked: int, phrases: Floats, long: NDArray[np.bool_]
) -> tuple[Floats, Floats, Floats]:
    """For each word and phrase the best score of a run of words that covers the word.

    Returns (words, phrases) covers, and per phrase the best score of a run among the first `asked`
    words, and the length of that run.
    """
    count = len(readings[0])
    cover = np.zeros((count, len(phrases)), np.float32)
    best = np.zeros(len(phrases), np.float32)
    size = np.zeros(len(phrases), np.float32)
    for vectors in readings:
        sums = np.concatenate([np.zeros((1, SKETCH), np.float32), np.cumsum(vectors, axis=0)])
        alike = product(sums, phrases)
        for length in range(1, min(SPAN_MAX if long.any() else LONG, count) + 1):
            runs = sums[length:] - sums[:-length]
            norms = np.sqrt(np.einsum("ij,ij->i", runs, runs)) + 1e-6
            # What a run has in common with a phrase is the difference of the sums around it.
            scores = np.maximum((alike[length:] - alike[:-length]) / norms[:, None], 0.0)
            if length > LONG:
                scores[:, ~long] = 0.0
            for offset in range(length):
                part = cover[offset : offset + len(scores)]
                np.maximum(part, scores, out=part)
            top = scores[: max(asked - length + 1, 0)].max(axis=0, initial=0.0)
            # A longer run must be clearly better: "Save" stays one word in "press Save, then".
            longer = top > best + 0.02
            size[longer] = length
            best = np.where(longer, top, best)
    return cover, best, size


def _readings(words: tuple[Word, ...], whole: Sequence[Span]) -> list[Floats]:
    """The words as vectors; a second reading joins numbers that were cut into their digits."""
    plain = np.stack([_vector(word.text) for word in words])
    runs = list(glued_runs(words, _digit))
    whole_too = plain.copy()
    for run in runs:
        own = run.places
        whole_too[own] = _vector(joined(words[own])) / np.float32(run.last + 1 - run.first)
    for span in whole:
        own = span.places
        plain[own] = whole_too[own]
    return [plain, whole_too] if runs else [plain]


def _digit(word: Word) -> bool:
    return len(word.text) == 1 and not word.text.isalpha() and word.text not in "\"'“”‘’:;!?"


def _vector(text: str) -> Floats:
    """A word's sketch, scaled by its size as in a phrase."""
    weight = 0.25 if text in MARKS else max(len(text), 1) ** 0.5
    return phrase_embedding(text) * np.float32(weight)


def product(left: Floats, right: Floats) -> Floats:
    """`left @ right.T`, in the thread that asks for it.

    OpenBLAS, which NumPy brings, shares a product of more than 2^19 multiplications among threads.
    For matrices as small as a screen's that gains nothing, and beside other work it costs: each
    thread spins until the other has had its turn (30 x 256 by 256 x 250 on a busy machine: 0.64 ms
    of each of two threads, 0.09 ms of one in pieces below that limit). The number of threads is the
    whole process's, so it is not for us to set.
    """
    most = max(_ALONE // left.shape[1], 1)
    high = min(len(left), math.isqrt(most)) or 1
    wide = max(most // high, 1)
    result = np.empty((len(left), len(right)), np.float32)
    for top in range(0, len(left), high):
        rows = left[top : top + high]
        for side in range(0, len(right), wide):
            columns = slice(side, side + wide)
            np.matmul(rows, right[columns].T, out=result[top : top + high, columns])
    return result


# --------------------------------------------------------------------------- numbers on the screen

_NTH: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th)")
_AFTER: Final = frozenset({".", ",", ";", "!", "and", "then", "of"})
"""What follows a day; a noun after it ("the 2nd tab") is what is counted."""


def with_days(words: Sequence[Word], elements: Sequence[Element]) -> tuple[Word, ...]:
    """The words; those that ask for a day are what something on the screen is called."""
    if not any(_NTH.fullmatch(word.text) for word in words):  # as in most tasks
        return tuple(words)
    called = _called(elements)
    told = list(words)
    for at, word in enumerate(words):
        after = words[at + 1].text.lower() if at + 1 < len(words) else "."
        day = None if word.quoted else _NTH.fullmatch(word.text)
        if day and day[1] in called and after in _AFTER:
            told[at] = msgspec.structs.replace(word, text=day[1])
    return tuple(told)


def whole_numbers(words: Sequence[Word], elements: Sequence[Element]) -> tuple[Span, ...]:
    """The words of each number of several digits that something on the screen is called. Where its
    digits are keys to press, only something to press is."""
    spans = list(glued_runs(words, lambda word: len(word.text) == 1 and word.text.isdecimal()))
    if not spans:  # as in most tasks
        return ()
    called = _called(elements)
    keys = {one.text for one in elements if one.role is Role.BUTTON}
    found: list[Span] = []
    for span in spans:
        number = joined(words[span.places])
        if number in called and (number in keys or not keys.issuperset(number)):
            found.append(span)
    return tuple(found)


def glued_runs(words: Sequence[Word], belongs: Callable[[Word], bool]) -> Iterator[Span]:
    """Runs of two words and more that belong together and follow each other without a space."""
    first = 0
    for at in range(1, len(words) + 1):
        glued = at < len(words) and words[at].glued
        if glued and belongs(words[at]) and belongs(words[at - 1]):
            continue
        if at - first > 1:
            yield Span(first, at - 1)
        first = at


def _called(elements: Sequence[Element]) -> set[str]:
    """The numbers that something is called."""
    return {name for one in elements for name in (one.name, one.text) if name.isdecimal()}
