"""Meanings: vectors of English words, near for words that are used alike ("delete", "erase").

They let the decoder follow a verb that its training never used. The table comes with the package
(`meanings.npy`, made by `uitars_train.encoder.word_vectors`); a word that it lacks has no meaning,
all zeros. Not here: how words are written (`ngrams.py`).
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.ngrams import pieces
from uitars_runtime.shipped import shipped

WIDTH: Final = 128
WORDS: Final = "meanings.txt"
"""One word a line, in lower case, the most frequent first."""
VECTORS: Final = "meanings.npy"
"""(words, WIDTH) of int8; a word's vector is its row over 127."""
_EVERYWHERE: Final = 120
"""The most frequent words ("the", "of", "in") turn a phrase a little only."""
_LITTLE: Final = 0.2
_HALF_LEAST: Final = 3
"""Letters in each half of a word like "checkbox" that is known by its halves."""

Vector = NDArray[np.float32]


class _Table(msgspec.Struct, frozen=True):
    rows: dict[str, int]
    vectors: NDArray[np.int8]


@lru_cache(maxsize=1)
def _table() -> _Table:
    """Raises `ModelError` as `shipped` does."""
    words = shipped(f"nano/{WORDS}").decode().splitlines()
    vectors = np.load(io.BytesIO(shipped(f"nano/{VECTORS}")), allow_pickle=False)
    return _Table({word: row for row, word in enumerate(words)}, vectors)


@lru_cache(maxsize=100_000)
def phrase_meaning(phrase: str) -> Vector:
    """Mean of the meanings of a phrase's words, of unit length; all zeros where none is known."""
    vector = np.zeros(WIDTH, np.float32)
    for piece in pieces(phrase):
        for row in _known(piece.lower()):
            weight = _LITTLE if row < _EVERYWHERE else 1.0
            vector = vector + _table().vectors[row] * np.float32(weight / 127)
    norm = float(np.linalg.norm(vector))
    return vector / np.float32(norm) if norm > 0 else vector


def _known(word: str) -> tuple[int, ...]:
    """Rows of a word, or of two known words that it is made of."""
    rows = _table().rows
    if word in rows:
        return (rows[word],)
    for cut in range(_HALF_LEAST, len(word) - _HALF_LEAST + 1):
        if word[:cut] in rows and word[cut:] in rows:
            return (rows[word[:cut]], rows[word[cut:]])
    return ()
