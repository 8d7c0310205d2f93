"""How near in meaning each element is to what is asked: what the small decoder cannot know.

The decoder points at what the task names, in its own words or in words near to them; a person says
"take back what I did last" and means Undo. The vectors of clauses and elements are read by the
network, and the cosine between them, times a weight, is added to its log-odds of pointing, in
training as when it runs: it learns what nearness alone does not say. Not here: the vectors
(`encoder.py`), the search (`decoder.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.embeddings import meanings, spoken
from uitars_runtime.backends.embedded.network.matching import whole_numbers, with_days
from uitars_runtime.backends.embedded.network.vocabulary import ELEMENTS_MAX, WORDS_MAX
from uitars_runtime.backends.embedded.situation import Situation, Span
from uitars_runtime.backends.embedded.tokenizer import Word, joined
from uitars_runtime.element import Element, Role

LOG_ODDS: Final = 8.0
"""What a cosine of 1 adds with the clause that the step serves a part of, and again with the part
itself; chosen on natural instructions for programs of `bench/development.json` that are in no other
set. The encoder was tuned with it (`uitars_train/encoder/tuning.py`)."""
UNRELATED: Final = 0.2
"""Cosine up to which texts have nothing to do with each other: less of it says no more. Chosen, as
that titles of windows count for nothing, on 452 steps of `bench/rules` seen and told and 400 of the
symbolic desktop: 904 of 1,304 right, where 900 were."""
_BETWEEN: Final = frozenset({",", ".", ";", "and", "then", "but"})
"""What stands between clauses."""
_LONGEST: Final = 80
"""Characters of a name that are compared."""
_REPEATED: Final = 3
"""Words above which a text that stands in the task is no name that both happen to say."""
_MEANINGS: Final = 2
_LIKELY: Final = 0.15
"""How many meanings of an icon are compared, and how likely each must be."""

ENCODED: Final = 384
"""Numbers of a vector."""
NEARNESS: Final = 3
"""How near a word or an element is to what is nearest to it, in numbers (`Affinity.nearest`)."""

Floats = NDArray[np.float32]


class Encoder(Protocol):
    """Texts as vectors of unit length (`encoder.py`)."""

    def vectors(self, texts: Sequence[str], /) -> Floats: ...


class Affinity:
    """The elements of one situation, compared with what is asked."""

    def __init__(self, situation: Situation, encoder: Encoder) -> None:
        self._elements = situation.elements[:ELEMENTS_MAX]
        asked = situation.words[: min(situation.asked, WORDS_MAX)]
        self._words = with_days(asked, self._elements)
        self._encoder = encoder
        self._near: dict[Span, Floats] = {}
        told = _run(joined(self._words))
        named = [
            (name, at)
            for at, one in enumerate(self._elements)
            if one.role is not Role.TITLE and not _repeats(one, told)
            for name in _names(one)
        ]
        self._numbers = whole_numbers(self._words, self._elements)
        self._clauses = tuple(_clauses(self._words))
        self.names = tuple(name for name, _ in named)
        """All that elements go by."""
        self.owners = tuple(at for _, at in named)
        """Per name, whose it is."""
        self._of = np.array(self.owners, np.int64)

    def log_odds(self, served: Span | None) -> Floats:
        """(elements,): what is added to the log-odds of pointing at each."""
        clause, part = self._parts(served)
        return np.asarray(LOG_ODDS * (self._nearness(clause) + self._nearness(part)), np.float32)

    def asked(self, served: Span | None) -> tuple[str, str]:
        """What elements are compared with: the words of the clause, and of the part itself."""
        clause, part = self._parts(served)
        return self._said(clause), self._said(part)

    @property
    def elements(self) -> int:
        """How many are compared."""
        return len(self._elements)

    def of_words(self) -> Floats:
        """(words, ENCODED): to each word of the task the vector of its clause; none to marks."""
        vectors = np.zeros((len(self._words), ENCODED), np.float32)
        told = [self._said(clause) for clause in self._clauses]
        read = self._encoder.vectors(told) if told else ()
        for clause, vector in zip(self._clauses, read, strict=True):
            vectors[clause.places] = vector
        return vectors

    def of_elements(self) -> Floats:
        """(elements, ENCODED): the mean direction of all that an element goes by."""
        vectors = np.zeros((len(self._elements), ENCODED), np.float32)
        if self.names:
            np.add.at(vectors, self._of, self._named)
        length = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(length, 1e-6), np.float32)

    def nearest(self) -> tuple[Floats, Floats]:
        """(words, NEARNESS) and (elements, NEARNESS): of a word, how near the nearest two
        elements are to its clause; of an element, how near its nearest clause and the whole task
        are, and whether some clause has nothing nearer."""
        words = np.zeros((len(self._words), NEARNESS), np.float32)
        elements = np.zeros((len(self._elements), NEARNESS), np.float32)
        for clause in self._clauses if self._elements else ():
            near = self._nearness(clause)
            best = np.sort(near)[::-1][:2]
            words[clause.places, : len(best)] = best
            elements[:, 0] = np.maximum(elements[:, 0], near)
            elements[:, 2] = np.maximum(elements[:, 2], (near == best[0]) & (near > 0))
        if self._elements:
            elements[:, 1] = self._nearness(Span(0, len(self._words) - 1))
        return words, elements

    def _parts(self, served: Span | None) -> tuple[Span, Span]:
        """The words around a part of the task between which no clause ends, and the part itself; of
        a number that the screen shows, all of it."""
        part = served or Span(0, len(self._words) - 1)
        for number in self._numbers:
            if number.meets(part):
                part = Span(min(part.first, number.first), max(part.last, number.last))
        first, last = part.first, part.last
        while first > 0 and not _parts_clauses(self._words, first - 1):
            first -= 1
        while last + 1 < len(self._words) and not _parts_clauses(self._words, last + 1):
            last += 1
        return Span(first, last), part

    def _nearness(self, asked: Span) -> Floats:
        """(elements,): the cosine with the nearest of an element's names, as far as it says that
        they are related; 0 where it has none. Lines of the search serve the same few parts."""
        if asked not in self._near:
            near = np.zeros(len(self._elements), np.float32)
            if self.names:
                alike = self._named @ self._encoder.vectors([self._said(asked)])[0]
                np.maximum.at(near, self._of, alike - np.float32(UNRELATED))
            self._near[asked] = near
        return self._near[asked]

    @cached_property
    def _named(self) -> Floats:
        """(names, ENCODED) of all elements."""
        return self._encoder.vectors(self.names)

    def _said(self, part: Span) -> str:
        return joined(self._words[part.places])


def _clauses(words: Sequence[Word]) -> Iterator[Span]:
    """What stands between the words that part clauses."""
    for parts, run in groupby(range(len(words)), lambda at: _parts_clauses(words, at)):
        if not parts:
            first, *others = run
            yield Span(first, others[-1] if others else first)


def _parts_clauses(words: Sequence[Word], at: int) -> bool:
    """Whether a clause ends there; a stop within a number ends none."""
    within = at + 1 < len(words) and words[at + 1].glued and words[at + 1].text.isdecimal()
    return not within and not words[at].quoted and words[at].text.lower() in _BETWEEN


def _repeats(element: Element, told: str) -> bool:
    """Whether it is plain text that says the request, or a line of it, as pages with instructions
    do: nothing is nearer in meaning, and there is nothing to press."""
    said = _run(element.text)
    long = said.count(" ") - 1 > _REPEATED
    return element.role is Role.TEXT and long and (said in told or told in said)


def _run(text: str) -> str:
    """The words of a text, each between spaces."""
    words = re.findall(r"[^\W_]+", text.casefold())
    return f" {' '.join(words)} "


def _names(element: Element) -> tuple[str, ...]:
    """All that an element goes by, always in one order: what is reckoned in another differs in its
    last digits, and eight bits make more of that."""
    meant = map(spoken, meanings(element, _MEANINGS, _LIKELY))
    names = (element.name.strip()[:_LONGEST], element.text.strip()[:_LONGEST], *meant)
    return tuple(name for name in dict.fromkeys(names) if name)
