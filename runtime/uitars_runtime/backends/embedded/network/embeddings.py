"""Words and phrases as vectors: of how they are written, and of what they mean.

*Sketches* are hashed runs of letters, near for words that are written alike: a word is a signed
count of its runs, so slips of the eyes and cut words stay close, and a phrase is the sum of its
words. The hash is crc32: the same on every machine and in every run. *Meanings* are vectors of
English words, near for words that are used alike ("delete", "erase"); they let the decoder follow a
verb that its training never used. Their table comes with the package (`meanings.npy`, made by
`uitars_train.encoder.word_vectors`); a word that it lacks has no meaning, all zeros.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Mapping, Set
from functools import cache, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Element
from uitars_runtime.shipped import shipped

SKETCH: Final = 256
BUCKETS: Final = 8192
"""Rows of the table of hashed words; row 0 stays empty."""
_WEIGHTS: Final = ((1, 0.35), (2, 0.7), (3, 1.0), (4, 1.0))
_PIECES: Final = re.compile(r"\w+|[^\w\s]")

MEANING: Final = 128
WORDS: Final = "meanings.txt"
"""One word a line, in lower case, the most frequent first."""
VECTORS: Final = "meanings.npy"
"""(words, MEANING) of int8; a word's vector is its row over 127."""
_EVERYWHERE: Final = 120
"""The most frequent words ("the", "of", "in") turn a phrase a little only."""
_LITTLE: Final = 0.2
_HALF_LEAST: Final = 3
"""Letters in each half of a word like "checkbox" that is known by its halves."""

Floats = NDArray[np.float32]


def pieces(phrase: str) -> list[str]:
    """The first 16 words and marks of a phrase."""
    return _PIECES.findall(phrase)[:16]


@lru_cache(maxsize=400_000)
def word_embedding(word: str) -> Floats:
    """Embedding of one word, length sqrt of its size so that long words weigh more in a phrase."""
    vector = np.zeros(SKETCH, np.float32)
    text = f"^{word.lower()[:32]}$"
    for size, weight in _WEIGHTS:
        for start in range(len(text) - size + 1):
            code = zlib.crc32(text[start : start + size].encode())
            vector[code % SKETCH] += weight if (code >> 16) & 1 else -weight
    norm = float(np.linalg.norm(vector))
    # A lone mark (`:` or `,`) must not turn a phrase; a lone letter or key must still be found.
    weight = 0.25 if len(word) == 1 and word in ".,:;!?…*\"'“”‘’" else len(word) ** 0.5
    return vector * np.float32(weight / (norm + 1e-6))


@lru_cache(maxsize=200_000)
def phrase_embedding(phrase: str) -> Floats:
    """Embedding of a phrase, of unit length; all zeros for an empty one."""
    vector = np.zeros(SKETCH, np.float32)
    for piece in pieces(phrase):
        vector = vector + word_embedding(piece)
    return _of_unit_length(vector)


def _of_unit_length(vector: Floats) -> Floats:
    norm = float(np.linalg.norm(vector))
    return vector / np.float32(norm) if norm > 0 else vector


@lru_cache(maxsize=200_000)
def phrase_buckets(phrase: str, limit: int) -> tuple[int, ...]:
    """Rows of the first `limit` words of a phrase in the table of hashed words, 1 to BUCKETS-1."""
    words = (word.lower().encode() for word in pieces(phrase)[:limit])
    return tuple(zlib.crc32(b"w" + word) % (BUCKETS - 1) + 1 for word in words)


# -------------------------------------------------------------------------------- meanings


@lru_cache(maxsize=1)
def _table() -> tuple[dict[str, int], NDArray[np.int8]]:
    """The row of each word, and the vectors. Raises `ModelError` as `shipped` does."""
    words = shipped(f"nano/{WORDS}").decode().splitlines()
    vectors = np.load(io.BytesIO(shipped(f"nano/{VECTORS}")), allow_pickle=False)
    return {word: row for row, word in enumerate(words)}, vectors


@lru_cache(maxsize=100_000)
def phrase_meaning(phrase: str) -> Floats:
    """Mean of the meanings of a phrase's words, of unit length; all zeros where none is known."""
    rows, vectors = _table()
    vector = np.zeros(MEANING, np.float32)
    for piece in pieces(phrase):
        for row in _known(piece.lower(), rows):
            weight = _LITTLE if row < _EVERYWHERE else 1.0
            vector = vector + vectors[row] * np.float32(weight / 127)
    return _of_unit_length(vector)


def _known(word: str, rows: Mapping[str, int]) -> tuple[int, ...]:
    """Rows of a word, or of two known words that it is made of."""
    if word in rows:
        return (rows[word],)
    for cut in range(_HALF_LEAST, len(word) - _HALF_LEAST + 1):
        if word[:cut] in rows and word[cut:] in rows:
            return (rows[word[:cut]], rows[word[cut:]])
    return ()


# ------------------------------------------------------------------- what an icon may be called

NAMES: Final = "icon_names.txt"
"""A meaning a line, and after it what else people say for an icon of that meaning."""
_SMALL: Final = frozenset({"of", "with", "in", "and", "to", "out"})
"""Words of a name that alone do not bring it to mind."""


def likely(element: Element) -> tuple[tuple[str, float], ...]:
    """What an icon may mean, the likeliest first; empty for what is no icon or an unknown one."""
    return element.meanings or (((element.icon, 1.0),) if element.icon else ())


def meanings(element: Element, most: int, least: float) -> list[str]:
    """What an icon is likely to mean, `most` of that at the most, each with a probability of
    `least`."""
    return [meaning for meaning, share in likely(element)[:most] if share >= least]


def spoken(meaning: str) -> str:
    """A meaning as words."""
    return meaning.replace("_", " ")


@cache
def all_names() -> Mapping[str, tuple[str, ...]]:
    """Meaning -> what else it is called; a name may stand with several meanings.

    Raises `ModelError` as `shipped` does.
    """
    lines = shipped(f"nano/{NAMES}").decode().splitlines()
    parts = (line.partition(": ") for line in lines)
    return {meaning: tuple(names.split(", ")) for meaning, _, names in parts}


def other_names(meaning: str, said: Set[str]) -> tuple[str, ...]:
    """Other names of a meaning that have a word in common with `said`, words in small letters."""
    names = all_names().get(meaning, ())
    return tuple(name for name in names if not _words(name).isdisjoint(said))


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(piece.lower() for piece in pieces(name)) - _SMALL
