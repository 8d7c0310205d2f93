"""The sentence encoder: texts as vectors that lie near each other where people mean the same, and
the pieces of words that it reads.

all-MiniLM-L6-v2, pretrained on a thousand million pairs of sentences; 4-bit weights, 8-bit
activations, made by `uitars-train encoder`. Its pieces are those of BERT's uncased vocabulary
(Devlin et al. 2018; Wu et al. 2016, WordPiece): letters are put in lower case and lose their
accents, punctuation marks and ideographs stand alone, a word is cut into the longest pieces that
the vocabulary knows. The rows of numbers that stand for them have eight bits and a scale each, and
serve the reranker as well. Not here: what is compared (`affinity.py`, `reranker.py`).
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.graph import Floats, open_weights
from uitars_runtime.onnx_session import MOST_THREADS, held
from uitars_runtime.remembered import Remembered
from uitars_runtime.shipped import MODELS, shipped

FOLDER: Final = MODELS / "minilm"
VOCABULARY: Final = "vocabulary.txt"
TABLE: Final = "pieces.npy"
CLASSIFY: Final = "[CLS]"
MASK: Final = "[MASK]"
"""Pieces that begin a text."""

Ints = NDArray[np.int64]


def table(codes: NDArray[np.int8], scale: Floats) -> NDArray[np.void]:
    """What `TABLE` holds: (pieces, width) codes, and by what those of a piece are multiplied."""
    made = np.zeros(len(codes), [("codes", np.int8, codes.shape[1]), ("scale", np.float32)])
    made["codes"], made["scale"] = codes, scale.reshape(-1)
    return made


_LETTERS: Final = 100
"""Letters of a word beyond which it counts as unknown, as in the original."""
_SEPARATE, _UNKNOWN = "[SEP]", "[UNK]"
_INNER: Final = "##"
_IDEOGRAPHS: Final = (
    *((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F)),
    *((0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)),
)
_FIRST: Final = min(first for first, _ in _IDEOGRAPHS)


class Located(NamedTuple):
    """A piece of a text: its place in the vocabulary, and from which letter to which it goes."""

    place: int
    start: int
    end: int


class WordPieces:
    """A vocabulary; a text becomes places in it."""

    def __init__(self, pieces: Sequence[str]) -> None:
        """`pieces` in the order of their places; inner ones begin with `##`."""
        self._places = {piece: place for place, piece in enumerate(pieces)}
        self._lengths = [len(piece.removeprefix(_INNER)) for piece in pieces]

    def encode(self, text: str, most: int, begin: str = CLASSIFY) -> list[int]:
        """At most `most` places, the marks of beginning and end included."""
        found = [place for word in _words(text) for place in self._cut(word)]
        return [self._places[begin], *found[: most - 2], self._places[_SEPARATE]]

    def ends(self) -> tuple[int, int]:
        """The places of the marks before and behind a text."""
        return self._places[CLASSIFY], self._places[_SEPARATE]

    @property
    def mask(self) -> int:
        """The place of the mark that begins a text to be compared with another one."""
        return self._places[MASK]

    def located(self, text: str) -> list[Located]:
        """The pieces of a text in order, without the marks of beginning and end."""
        letters = [(letter, at) for at, one in enumerate(text) for letter in _plain(one)]
        found: list[Located] = []
        for first, last in _runs([letter for letter, _ in letters]):
            word = "".join(letter for letter, _ in letters[first:last])
            places = self._cut(word)
            whole = places == [self._places[_UNKNOWN]]
            for place in places:
                length = last - first if whole else self._lengths[place]
                found.append(Located(place, letters[first][1], letters[first + length - 1][1] + 1))
                first += length
        return found

    def _cut(self, word: str) -> list[int]:
        unknown = [self._places[_UNKNOWN]]
        if len(word) > _LETTERS:
            return unknown
        found: list[int] = []
        start = 0
        while start < len(word):
            mark = _INNER if start else ""
            ends = range(len(word), start, -1)
            end = next((end for end in ends if mark + word[start:end] in self._places), None)
            if end is None:
                return unknown
            found.append(self._places[mark + word[start:end]])
            start = end
        return found


class Pieces(WordPieces):
    """The vocabulary that comes with the package, with its rows."""

    def __init__(self) -> None:
        """Raises `ModelError` where its files are missing or damaged."""
        folder = FOLDER.relative_to(MODELS).as_posix()
        super().__init__(shipped(f"{folder}/{VOCABULARY}").decode().splitlines())
        self._table = np.load(io.BytesIO(shipped(f"{folder}/{TABLE}")))

    def rows(self, places: Ints) -> Floats:
        """(..., width) for places (...)."""
        found = self._table[places]
        return np.asarray(found["codes"] * found["scale"][..., None], np.float32)


word_pieces: Final = held(Pieces)
"""Raises `ModelError`, as all that is held does."""


def _words(text: str) -> list[str]:
    """Runs of letters, and every mark and ideograph by itself."""
    letters = list(_plain(text))
    return ["".join(letters[first:last]) for first, last in _runs(letters)]


def _runs(letters: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where words begin and end."""
    first = 0
    for at, one in enumerate([*letters, " "]):
        alone = _is_mark(one) or _is_ideograph(one)
        if alone or one.isspace():
            if first < at:
                yield first, at
            if alone:
                yield at, at + 1
            first = at + 1


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


# ----------------------------------------------------------------------------------- the network

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


sentence_encoder: Final = held(SentenceEncoder)
