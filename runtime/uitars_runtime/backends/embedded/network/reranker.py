"""The reranker: of a few elements in words, which one is meant by what is asked.

A cross-encoder (Nogueira & Cho 2019, arXiv 1901.04085): where the sentence encoder makes a vector
of each text by itself, here the words of an element see those of the request in every layer, so
that "the one below Sunday" finds what a description says to stand there. Six layers that go on
from all-MiniLM-L6-v2, 4-bit weights, 8-bit activations, made by `uitars-train reranker`. The
request sees itself alone and is read once for all elements. Not here: which elements are compared
and what their scores count for (`pointing.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.graph import (
    HIDDEN,
    Cache,
    Floats,
    empty_cache,
    open_weights,
    output_names,
)
from uitars_runtime.backends.embedded.network.word_pieces import FOLDER, MASK, word_pieces
from uitars_runtime.held_once import HeldOnce
from uitars_runtime.onnx_session import MOST_THREADS, Device, device
from uitars_runtime.remembered import Remembered

FILE: Final = "reranker.onnx"
ASKED: Final = 40
DESCRIBED: Final = 44
"""Pieces of the request and of an element that are read; their places count on in this order."""
_KEPT: Final = 20_000
"""Scores that are remembered: a screen is decided on more than once."""


class CrossEncoder:
    """The loaded network; from any thread, one call at a time."""

    def __init__(self) -> None:
        """Raises `ModelError` where its files are missing or damaged."""
        self._session = open_weights(FOLDER / FILE, threads=MOST_THREADS)
        facts: dict[str, str] = dict(self._session.get_modelmeta().custom_metadata_map)
        layers, heads, width = (int(facts[name]) for name in ("layers", "heads", "width"))
        self._start = empty_cache(layers, heads, width // heads)
        self._grown = output_names(layers)
        self._pieces = word_pieces()
        self._known: Remembered[tuple[str, str], float] = Remembered(_KEPT)

    def scores(self, asked: str, described: Sequence[str]) -> Floats:
        """(described,): log-odds among any of them, up to what all have in common."""
        pairs = [(asked, one) for one in described]
        found = self._known.values(
            pairs, lambda new: self._read(asked, [described[at] for at in new])
        )
        return np.array(found, np.float32)

    def _read(self, asked: str, described: Sequence[str]) -> list[float]:
        request = np.array([self._pieces.encode(asked, ASKED)], np.int64)
        count = request.shape[1]
        none = np.zeros((1, 1, count, count), np.float32)
        read = self._run(self._grown, request, _places(0, count), none, self._start)
        rows = [self._pieces.encode(one, DESCRIBED, begin=MASK) for one in described]
        longest = max(map(len, rows))
        pieces = np.array([row + [0] * (longest - len(row)) for row in rows], np.int64)
        hidden = np.zeros((len(rows), 1, longest, count + longest), np.float32)
        for at, row in enumerate(rows):
            hidden[at, :, :, count + len(row) :] = HIDDEN
        cache = Cache(tuple(np.repeat(array, len(rows), 0) for array in read))
        (scores,) = self._run(("scores",), pieces, _places(ASKED, longest), hidden, cache)
        return [float(score) for score in scores]

    def _run(
        self,
        wanted: Sequence[str],
        pieces: NDArray[np.int64],
        places: NDArray[np.int64],
        hidden: Floats,
        cache: Cache,
    ) -> list[Floats]:
        given: Mapping[str, NDArray[Any]] = {
            "words": self._pieces.rows(pieces),
            "places": places,
            "hidden": hidden,
            **cache.inputs(),
        }
        found: list[Floats] = self._session.run(wanted, given)
        return found


def _places(first: int, count: int) -> NDArray[np.int64]:
    return np.arange(first, first + count, dtype=np.int64)


def cross_encoder() -> CrossEncoder:
    """The one that this process has open, else a new one. Raises `ModelError`."""
    return _open(device())


_open: HeldOnce[Device, CrossEncoder] = HeldOnce(lambda _: CrossEncoder())
