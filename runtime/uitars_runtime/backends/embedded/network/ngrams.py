"""Hashed n-gram embeddings of words: near for words that are written alike.

A word is a signed count of its hashed character runs, so OCR slips and cut words stay close; a
phrase is the sum of its words. The hash is crc32: the same on every machine and in every run.
"""

from __future__ import annotations

import re
import zlib
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

WIDTH: Final = 256
BUCKETS: Final = 8192
"""Rows of the table of hashed words; row 0 stays empty."""
_WEIGHTS: Final = ((1, 0.35), (2, 0.7), (3, 1.0), (4, 1.0))
_PIECES: Final = re.compile(r"\w+|[^\w\s]")

Vector = NDArray[np.float32]


def pieces(phrase: str) -> list[str]:
    """The first 16 words and marks of a phrase."""
    return _PIECES.findall(phrase)[:16]


@lru_cache(maxsize=400_000)
def word_embedding(word: str) -> Vector:
    """Embedding of one word, length sqrt of its size so that long words weigh more in a phrase."""
    vector = np.zeros(WIDTH, np.float32)
    text = f"^{word.lower()[:32]}$"
    for size, weight in _WEIGHTS:
        for start in range(len(text) - size + 1):
            code = zlib.crc32(text[start : start + size].encode())
            vector[code % WIDTH] += weight if (code >> 16) & 1 else -weight
    norm = float(np.linalg.norm(vector))
    # A lone mark (`:` or `,`) must not turn a phrase; a lone letter or key must still be found.
    weight = 0.25 if len(word) == 1 and word in ".,:;!?…*\"'“”‘’" else len(word) ** 0.5
    return vector * np.float32(weight / (norm + 1e-6))


@lru_cache(maxsize=200_000)
def phrase_embedding(phrase: str) -> Vector:
    """Embedding of a phrase, of unit length; all zeros for an empty one."""
    vector = np.zeros(WIDTH, np.float32)
    for piece in pieces(phrase):
        vector = vector + word_embedding(piece)
    norm = float(np.linalg.norm(vector))
    return vector / np.float32(norm) if norm > 0 else vector


@lru_cache(maxsize=200_000)
def word_bucket(word: str) -> int:
    """Row of a word in the table of hashed words, 1 to BUCKETS-1."""
    return zlib.crc32(b"w" + word.lower().encode()) % (BUCKETS - 1) + 1


@lru_cache(maxsize=200_000)
def phrase_buckets(phrase: str, limit: int) -> tuple[int, ...]:
    """Rows of the first `limit` words of a phrase."""
    return tuple(word_bucket(piece) for piece in _PIECES.findall(phrase)[:limit])
