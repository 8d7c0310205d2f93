"""Texts as signatures of 512 bits: texts that share letters share bits.

A signature is the sign of a sum of pseudo-random vectors, one for each word and each run of three
letters (Charikar 2002). The share of bits in which two signatures differ, times pi, is about the
angle between the texts. Spelling variants, compounds and languages without spaces come near each
other without a model.
"""

from __future__ import annotations

import functools
import hashlib
import math
from typing import TYPE_CHECKING

import numpy as np

from uitars_runtime.memory.words import words_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

BYTES = 64
_BITS = 8 * BYTES
_LETTERS = 3
_LONGEST = 600
"""Characters of a text that count; an intention is a sentence or two."""


def signature(text: str) -> bytes:
    """The signature of a text, `BYTES` long."""
    total = np.zeros(_BITS, np.int32)
    for word in words_of(text[:_LONGEST]):
        # The whole word counts as much as a run of letters; runs know where a word ends.
        total += _direction(word)
        padded = f" {word} "
        for start in range(len(padded) - _LETTERS + 1):
            total += _direction(padded[start : start + _LETTERS])
    return np.packbits(total > 0).tobytes()


def distances(query: bytes, signatures: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """In how many bits one signature differs from many: uint16 (n,).

    `signatures`: uint64 (BYTES / 8, n), a column each.
    """
    differing = np.zeros(signatures.shape[1], np.uint16)
    for word, row in zip(np.frombuffer(query, np.uint64), signatures, strict=True):
        differing += np.bitwise_count(row ^ word)
    return differing


def cosine(distance: int) -> float:
    """Cosine of the angle between two texts, -1 to 1, from the distance of their signatures."""
    return math.cos(math.pi * distance / _BITS)


@functools.lru_cache(maxsize=8192)
def _direction(feature: str) -> NDArray[np.int8]:
    """A vector of -1 and 1 that depends on the feature alone, on every machine."""
    digest = hashlib.blake2b(feature.encode("utf-8", "replace"), digest_size=BYTES).digest()
    bits = np.unpackbits(np.frombuffer(digest, np.uint8)).astype(np.int8)
    return 2 * bits - 1
