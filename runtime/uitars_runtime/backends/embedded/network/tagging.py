"""Which words of a request ask for what change of a text: the sentence encoder with adapters that
were trained for it and a small head, which tags every piece of a word twice.

The weights of the encoder's layers are those of `encoder.onnx` itself, which `tagger.onnx` names;
its own are matrices of low rank beside them (Hu et al. 2021, arXiv 2106.09685, on 4-bit weights as
in Dettmers et al. 2023, arXiv 2305.14314). Tags begin and go on (Ramshaw & Marcus 1995): what
cannot follow is never said. Not here: what is made of the words (`edits/`).
"""

from __future__ import annotations

import heapq
import itertools
import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from uitars_runtime.backends.embedded.network.encoder import (
    FILE as ENCODER,
)
from uitars_runtime.backends.embedded.network.encoder import (
    FOLDER,
    LONGEST,
    Located,
    word_pieces,
)
from uitars_runtime.backends.embedded.network.graph import Floats, open_beside
from uitars_runtime.edits.asked import Asked, Marked, Op, Reading, Slot
from uitars_runtime.onnx_session import MOST_THREADS, held
from uitars_runtime.quotations import QUOTATION

FILE: Final = "tagger.onnx"
OPS: Final = tuple(Op)
SLOTS: Final = tuple(Slot)
WAYS: Final = 16
"""Ways to tag a request that are looked at, of ops and of slots."""
READINGS: Final = 64
"""The likeliest pairs of them."""
_FAR: Final = 12.0
"""Logarithms of odds by which a tag is less likely than another one of its piece."""
SEEN: Final = 6
"""What is told of a piece besides: see `features`."""
_EVERYWHERE: Final = (
    "the a an of line row entry item one last first second third my our your his her to in on at it"
    " that this them him and or with about says is was for s i you be as"
)
COMMON: Final = frozenset(_EVERYWHERE.split())
"""Words that stand in every text."""
_WORD: Final = re.compile(r"\w+")
_EDGE: Final = " \t.,;:!?"
_CALLED_WORDS: Final = re.compile(r"\bwords? \W?$", re.IGNORECASE)
"""Before words that are to go, and not the line that holds them."""


class Tags(NamedTuple):
    """A tag for each piece, and the logarithm of how likely all of them are."""

    odds: float
    tags: tuple[int, ...]


class Tagger:
    """The loaded network; from any thread, one call at a time."""

    def __init__(self) -> None:
        """Raises `ModelError` where its files are missing or damaged."""
        self._session: Any = open_beside(FOLDER / FILE, FOLDER / ENCODER, threads=MOST_THREADS)
        self._pieces = word_pieces()

    def readings(self, request: str, lines: Sequence[str]) -> list[Reading]:
        """What a request may ask of a text, the likeliest first; none of one that is too long to be
        read whole."""
        pieces = self._pieces.located(request)
        if not 0 < len(pieces) <= LONGEST - 2:
            return []
        first, last = self._pieces.ends()
        places = np.array([[first, *(piece.place for piece in pieces), last]], np.int64)
        told = np.zeros((1, len(pieces) + 2, SEEN), np.float32)
        told[0, 1:-1] = features(request, pieces, words_of(lines))
        read = {"words": self._pieces.rows(places), "told": told}
        ops, slots = (found[0, 1:-1] for found in self._session.run(["ops", "slots"], read))
        both = itertools.product(best_tags(ops, WAYS), best_tags(slots, WAYS))
        return [
            Reading(tuple(_asked(request, pieces, said.tags, named.tags)), math.exp(named.odds))
            for said, named in heapq.nlargest(
                READINGS, both, key=lambda one: one[0].odds + one[1].odds
            )
        ]


def words_of(lines: Sequence[str]) -> frozenset[str]:
    """The words of a text, in either number."""
    words = {word.casefold() for line in lines for word in _WORD.findall(line)}
    return frozenset(
        words | {f"{one}s" for one in words} | {one.removesuffix("s") for one in words}
    )


def features(request: str, pieces: Sequence[Located], known: Collection[str]) -> Floats:
    """(pieces, SEEN): whether its word stands in the text, has a capital, is all capitals, has a
    digit, is quoted, and whether it follows the piece before without a blank."""
    quoted = [found.span() for found in QUOTATION.finditer(request)]
    found = np.zeros((len(pieces), SEEN), np.float32)
    before = -1
    for at, piece in enumerate(pieces):
        said, word = request[piece.start : piece.end], word_at(request, piece)
        found[at] = (
            word in known and word not in COMMON and word[:1].isalnum(),
            said[:1].isupper(),
            said.isupper() and len(said) > 1,
            any(letter.isdigit() for letter in said),
            any(start <= piece.start < end for start, end in quoted),
            piece.start == before,
        )
        before = piece.end
    return found


def word_at(request: str, piece: Located) -> str:
    """The word that a piece belongs to."""
    start, end = piece.start, piece.end
    while start and request[start - 1].isalnum():
        start -= 1
    while end < len(request) and request[end].isalnum():
        end += 1
    return request[start:end].casefold()


def best_tags(odds: Floats, count: int = 1) -> list[Tags]:
    """The likeliest rows of tags for (pieces, tags), best first. Tag 0 is outside of all, of each
    other kind one begins and the next goes on: that follows these two only (Viterbi 1967, with
    `count` ways kept to each tag); those that are far from likely are not looked at."""
    ways: list[list[Tags]] = [[] for _ in range(odds.shape[1])]
    before = [Tags(0.0, ())]
    for step in odds.tolist():
        least = max(step) - _FAR
        following: list[list[Tags]] = [[] for _ in step]
        for tag, said in enumerate(step):
            if tag and said < least:
                continue
            after = _best(ways[tag - 1] + ways[tag], count) if _goes_on(tag) else before
            following[tag] = [Tags(one.odds + said, (*one.tags, tag)) for one in after]
        ways = following
        before = _best(itertools.chain.from_iterable(ways), count)
    return before


def _goes_on(tag: int) -> bool:
    return tag > 0 and tag % 2 == 0


def _best(ways: Iterable[Tags], count: int) -> list[Tags]:
    return heapq.nlargest(count, ways, key=lambda one: one.odds)


def _asked(
    request: str, pieces: Sequence[Located], ops: Sequence[int], slots: Sequence[int]
) -> Iterator[Asked]:
    """What is asked for and what is only spoken of, in the order of the request."""
    marked = [
        Marked(SLOTS[kind], request[start:end].strip(_EDGE), start)
        for kind, start, end in _spans(pieces, slots)
    ]
    spans = _spans(pieces, ops)
    alone = [
        (one.start, Asked(one.start, one.start + len(one.text), None, (one,)))
        for one in marked
        if not any(start <= one.start < end for _, start, end in spans)
    ]
    asking = [
        (start, Asked(start, end, OPS[kind], tuple(m for m in marked if start <= m.start < end)))
        for kind, start, end in spans
    ]
    for _, one in sorted([*alone, *asking], key=lambda pair: pair[0]):
        yield _of_words(request, one)


def _of_words(request: str, one: Asked) -> Asked:
    """As it was marked, but for "the word Anna" where a line was."""
    named = one.marked and all(_CALLED_WORDS.search(request, 0, each.start) for each in one.marked)
    if one.op is not Op.CUT or not named:
        return one
    marked = tuple(Marked(Slot.OLD, each.text, each.start) for each in one.marked)
    return Asked(one.start, one.end, Op.WORD, marked)


def _spans(pieces: Sequence[Located], tags: Sequence[int]) -> list[tuple[int, int, int]]:
    """Kind, first and last letter of what was tagged together."""
    found: list[tuple[int, int, int]] = []
    for piece, tag in zip(pieces, tags, strict=True):
        if tag % 2:
            found.append((tag // 2, piece.start, piece.end))
        elif tag:
            kind, start, _ = found[-1]
            found[-1] = kind, start, piece.end
    return found


tagger: Final = held(Tagger)
