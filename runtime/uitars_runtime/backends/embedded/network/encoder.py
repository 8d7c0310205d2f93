"""The sentence encoder: texts as vectors that lie near each other where people mean the same.

all-MiniLM-L6-v2, pretrained on a thousand million pairs of sentences; 4-bit weights, 8-bit
activations, made by `uitars-train encoder`. It reads the pieces of BERT's uncased vocabulary
(Devlin et al. 2018; Wu et al. 2016, WordPiece): letters are put in lower case and lose their
accents, punctuation marks and ideographs stand alone, a word is cut into the longest pieces that
the vocabulary knows. Not here: what is compared (`affinity.py`).
"""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.graph import open_weights
from uitars_runtime.held_once import HeldOnce
from uitars_runtime.onnx_session import MOST_THREADS, Device, device
from uitars_runtime.shipped import MODELS, shipped

FOLDER: Final = MODELS / "minilm"
FILE: Final = "encoder.onnx"
VOCABULARY: Final = "vocabulary.txt"
LONGEST: Final = 64
"""Pieces of a text that are read."""
_BATCH: Final = 32
_KEPT: Final = 20_000
"""Texts whose vectors are remembered: what a program shows comes again with every look."""

Vectors = NDArray[np.float32]


class SentenceEncoder:
    """The loaded network; from any thread, one call at a time."""

    def __init__(self) -> None:
        """Raises `ModelError` where its files are missing or damaged."""
        self._session = open_weights(FOLDER / FILE, threads=MOST_THREADS)
        path = (FOLDER / VOCABULARY).relative_to(MODELS).as_posix()
        self._pieces = WordPieces(shipped(path).decode().splitlines())
        self._known: dict[str, Vectors] = {}
        self._lock = threading.Lock()

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """(texts, width), each of unit length."""
        with self._lock:
            return self._vectors(texts)

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        wanted = dict.fromkeys(texts)
        new = [text for text in wanted if text not in self._known]
        if len(self._known) + len(new) > _KEPT:
            self._known.clear()
            new = list(wanted)
        codes = {text: self._pieces.encode(text, LONGEST) for text in new}
        # Only texts of one length go together: a place that is filled up costs as much as another.
        new.sort(key=lambda text: len(codes[text]))
        for _, alike in groupby(new, lambda text: len(codes[text])):
            while batch := list(islice(alike, _BATCH)):
                found = self._read([codes[text] for text in batch])
                self._known.update(zip(batch, found, strict=True))
        return np.stack([self._known[text] for text in texts])

    def _read(self, codes: Sequence[Sequence[int]]) -> Vectors:
        """Of texts of one length."""
        ids = np.array(codes, np.int64)
        read = {"ids": ids, "mask": np.ones_like(ids)}
        vectors: Vectors = self._session.run(["vectors"], read)[0]
        return vectors


def sentence_encoder() -> SentenceEncoder:
    """The encoder that this process has open, else a new one. Raises `ModelError`."""
    return _open(device())


def _new(_: Device) -> SentenceEncoder:
    return SentenceEncoder()


_open: HeldOnce[Device, SentenceEncoder] = HeldOnce(_new)


_LONGEST: Final = 100
"""Letters of a word beyond which it counts as unknown, as in the original."""
_CLASSIFY, _SEPARATE, _UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
_IDEOGRAPHS: Final = (
    *((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F)),
    *((0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)),
)
_FIRST: Final = min(first for first, _ in _IDEOGRAPHS)


class WordPieces:
    """A vocabulary; a text becomes places in it."""

    def __init__(self, pieces: Sequence[str]) -> None:
        """`pieces` in the order of their places; inner ones begin with `##`."""
        self._places = {piece: place for place, piece in enumerate(pieces)}

    def encode(self, text: str, most: int) -> list[int]:
        """At most `most` places, the marks of beginning and end included."""
        found = [place for word in _words(text) for place in self._cut(word)]
        begin, end = self._places[_CLASSIFY], self._places[_SEPARATE]
        return [begin, *found[: most - 2], end]

    def _cut(self, word: str) -> list[int]:
        unknown = [self._places[_UNKNOWN]]
        if len(word) > _LONGEST:
            return unknown
        found: list[int] = []
        start = 0
        while start < len(word):
            mark = "##" if start else ""
            ends = range(len(word), start, -1)
            end = next((end for end in ends if mark + word[start:end] in self._places), None)
            if end is None:
                return unknown
            found.append(self._places[mark + word[start:end]])
            start = end
        return found


def _words(text: str) -> Iterator[str]:
    """Runs of letters, and every mark and ideograph by itself."""
    word = ""
    for letter in _plain(text):
        alone = _is_mark(letter) or _is_ideograph(letter)
        if letter.isspace() or alone:
            if word:
                yield word
            word = ""
            if alone:
                yield letter
        else:
            word += letter
    if word:
        yield word


def _plain(text: str) -> Iterator[str]:
    """Lower case, without accents and control characters."""
    for letter in text:
        kind = unicodedata.category(letter)
        if letter in "\t\n\r" or kind == "Zs":
            yield " "
        elif letter != "�" and (not kind.startswith("C") or kind == "Cn"):
            for part in unicodedata.normalize("NFD", letter):
                if unicodedata.category(part) != "Mn":
                    yield from part.lower()


def _is_mark(letter: str) -> bool:
    # All of ASCII that is neither letter, digit nor space counts, also what Unicode calls symbols.
    if letter.isascii():
        return not letter.isalnum() and letter.isprintable() and letter != " "
    return unicodedata.category(letter).startswith("P")


def _is_ideograph(letter: str) -> bool:
    code = ord(letter)
    return code >= _FIRST and any(first <= code <= last for first, last in _IDEOGRAPHS)
