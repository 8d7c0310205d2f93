"""The sentence encoder: texts as vectors that lie near each other where people mean the same.

all-MiniLM-L6-v2, pretrained on a thousand million pairs of sentences; 4-bit weights, 8-bit
activations, made by `uitars-train encoder`. Not here: what it reads (`word_pieces.py`), what is
compared (`affinity.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, islice
from typing import Final

import numpy as np

from uitars_runtime.backends.embedded.network.graph import Floats, open_weights
from uitars_runtime.backends.embedded.network.word_pieces import FOLDER, word_pieces
from uitars_runtime.held_once import HeldOnce
from uitars_runtime.onnx_session import MOST_THREADS, Device, device
from uitars_runtime.remembered import Remembered

FILE: Final = "encoder.onnx"
LONGEST: Final = 64
"""Pieces of a text that are read."""
_BATCH: Final = 32
_KEPT: Final = 20_000
"""Texts whose vectors are remembered: what a program shows comes again with every look."""


class SentenceEncoder:
    """The loaded network; from any thread, one call at a time."""

    def __init__(self) -> None:
        """Raises `ModelError` where its files are missing or damaged."""
        self._session = open_weights(FOLDER / FILE, threads=MOST_THREADS)
        self._pieces = word_pieces()
        self._known: Remembered[str, Floats] = Remembered(_KEPT)

    def vectors(self, texts: Sequence[str]) -> Floats:
        """(texts, width), each of unit length."""
        read = self._known.values(texts, lambda new: self._read([texts[at] for at in new]))
        return np.stack(read)

    def _read(self, texts: Sequence[str]) -> list[Floats]:
        codes = [self._pieces.encode(text, LONGEST) for text in texts]
        found: dict[int, Floats] = {}
        # Only texts of one length go together: a place that is filled up costs as much as another.
        by_length = sorted(range(len(codes)), key=lambda at: len(codes[at]))
        for _, alike in groupby(by_length, lambda at: len(codes[at])):
            while batch := list(islice(alike, _BATCH)):
                found |= zip(batch, self._read_alike([codes[at] for at in batch]), strict=True)
        return [found[at] for at in range(len(codes))]

    def _read_alike(self, codes: Sequence[Sequence[int]]) -> Floats:
        """Of texts of one length."""
        ids = np.array(codes, np.int64)
        read = {"words": self._pieces.rows(ids), "mask": np.ones_like(ids)}
        vectors: Floats = self._session.run(["vectors"], read)[0]
        return vectors


def sentence_encoder() -> SentenceEncoder:
    """The encoder that this process has open, else a new one. Raises `ModelError`."""
    return _open(device())


_open: HeldOnce[Device, SentenceEncoder] = HeldOnce(lambda _: SentenceEncoder())
