"""Small pictures of text to text. Finding them is not here.

The quick reader reads all of them, the wide one those that the quick one is not sure of. What the
quick reader gets to see (`line_view`) is shared by training and running; change anything there and
it must be trained again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.network import Network, fingerprint
from uitars_runtime.eyes.shapes import FAINTEST, Pixels, extent, median_colour
from uitars_runtime.remembered import Remembered

REMEMBERED = 4096
"""Crops whose text is kept."""
SURE = 0.7
"""Share of the weakest character, or of the weakest blank, from which the quick reader is believed:
with the wide reader for the rest, more lines are right than it reads alone."""
EXACT = 0.97
"""The same where every letter counts: of 957 lines of texts in five editors 894 are read to the
letter, 820 at `SURE`, 902 by the wide reader alone; a line takes it some 10 ms."""
QUICK_BATCH, WIDE_BATCH = 16, 8
"""Lines that a network reads at once, at most."""
STRIDE = 2
"""Columns of a view to one answer of the quick reader."""
WIDE_HEIGHT = 48
"""Rows that the wide reader expects."""
HEIGHT = 28
"""Rows of a view."""
INK = 20
"""Rows that the ink is scaled to; the rest is margin."""
LOW = 10
"""Rows below which ink is not enlarged further: `o` stays smaller than `O`, a dash stays low."""
MARGIN = 4
"""Blank columns at both ends."""
LONGEST = 2048
"""Columns of a view at most; longer lines are squeezed."""
INKED = 0.25
"""Share of the strongest contrast from which a pixel is ink."""

View = NDArray[np.uint8]
"""Shape (HEIGHT, columns): 0 is the background, 255 what differs most from it."""

_IDEOGRAPHS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_EASTERN_WORD = re.compile(f"[{_IDEOGRAPHS}]{{2,}}")
_BULLET = "•"
"""Alone it is the dot before an entry of a list."""
_DRAWN = "口日回田囗三二一十工人入人丶丨厂亡匕凸凹目皿品"
"""Characters that plain shapes are read as."""

_WESTERN = (
    "\u0020-\u007e\u00a1-\u024f\u0370-\u03ff\u0400-\u04ff\u1e00-\u1eff\u2010-\u2027"
    "\u2030-\u203a\u20a0-\u20bf\u2190-\u2193\u2212\u221a\u2260-\u2265"
)
_NOT_WESTERN = re.compile(f"[^{_WESTERN}]")
_EASTERN_SIGNS = "\u3000-\u303f\uff00-\uffef"
_NOT_A_WORD = re.compile(f"[^{_WESTERN}{_IDEOGRAPHS}{_EASTERN_SIGNS}]")

_FULL_WIDTH = str.maketrans("（）：，；！？", "():,;!?")
_UNDERLINED = str.maketrans("țṭạẹịọụḳṇḍḥṃṛṣẓḷỵẉḅ", "ttaeioukndhmrszlywb")
"""Letters that the underlined letter of a menu entry is read as; alone in a line they are that."""


class Reading(NamedTuple):
    """What a picture says."""

    text: str
    confidence: float
    """Mean over the characters, 0 to 1; 0 for no text."""
    weakest: float = 1.0
    """The least sure character, 0 to 1; of no text, the least sure blank."""


def spelled(
    best: NDArray[np.int64], shares: NDArray[np.float32], characters: Sequence[str]
) -> Reading:
    """The best answers at each place (n,) and their shares as a reading (greedy CTC).

    Repeats and blanks (answer 0) are left out.
    """
    kept = (best != 0) & np.concatenate([np.ones(1, np.bool_), best[1:] != best[:-1]])
    if not kept.any():
        return Reading("", 0.0, float(shares.min(initial=1.0)))
    indexes: list[int] = best[kept].tolist()
    sure = shares[kept]
    text = "".join(characters[index] for index in indexes)
    return Reading(text, float(sure.mean()), float(sure.min()))


def of_like_width(widths: Sequence[int], most: int, room: int) -> Iterator[list[int]]:
    """Groups of up to `most` indexes: padding a short line to a long one is waste.

    Within a group the widest is at most a quarter or `room` wider than the narrowest.
    """
    waiting = sorted(range(len(widths)), key=lambda index: widths[index])
    while waiting:
        narrowest = widths[waiting[0]]
        limit = max(1.25 * narrowest, narrowest + room)
        group = [index for index in waiting[:most] if widths[index] <= limit]
        waiting = waiting[len(group) :]
        yield group


def _in_groups(
    views: Sequence[NDArray[Any]],
    most: int,
    room: int,
    read: Callable[[Sequence[NDArray[Any]]], Sequence[Reading]],
) -> list[Reading]:
    """A reading for each view (..., columns), as `read` gives them for some of like width."""
    found: dict[int, Reading] = {}
    for group in of_like_width([view.shape[-1] for view in views], most, room):
        found |= zip(group, read([views[index] for index in group]), strict=True)
    return [found[index] for index in range(len(views))]


class Recognizer:
    """Reads crops; one that looks exactly as one read before costs a hash."""

    def __init__(self) -> None:
        """ModelError when a model file is missing."""
        self._quick = QuickReader()
        self._wide = WideReader()
        self._remembered: Remembered[tuple[bytes, float], Reading] = Remembered(REMEMBERED)

    def read(self, crops: Sequence[Pixels], sure: float = SURE) -> list[Reading]:
        """One reading for each crop (height, width, 3), both sides at least one pixel. `sure`: the
        share from which the quick reader is believed."""
        keys = [(fingerprint(crop), sure) for crop in crops]
        return self._remembered.values(
            keys, lambda new: self._read_fresh([crops[at] for at in new], sure)
        )

    def forget(self) -> None:
        """What was read so far."""
        self._remembered.forget()

    def _read_fresh(self, crops: Sequence[Pixels], sure: float) -> list[Reading]:
        readings = self._quick.read(crops)
        unsure = [at for at, reading in enumerate(readings) if not is_sure(reading, sure)]
        wide = self._wide.read([crops[at] for at in unsure])
        for at, reading in zip(unsure, wide, strict=True):
            readings[at] = reading
        return readings


def is_sure(reading: Reading, sure: float = SURE) -> bool:
    """Whether what the quick reader says needs no second look."""
    return reading.weakest >= sure


def line_view(crop: Pixels) -> View:
    """The line in a crop (height, width, 3), cut tight around its ink; light or dark is all one."""
    import cv2

    values = crop.astype(np.float32)
    apart = np.abs(values - median_colour(crop).astype(np.float32)).sum(axis=2)
    # How much each pixel differs from the most common colour, as a share of the most.
    contrast = np.asarray(apart / max(2 * FAINTEST, apart.max(initial=0)), np.float32)
    inked = extent(contrast >= INKED)
    if inked is None:
        return np.zeros((HEIGHT, 2 * MARGIN), np.uint8)
    ink = contrast[inked.top : inked.bottom, inked.left : inked.right]
    tall = max(LOW, ink.shape[0])
    room = round(tall * HEIGHT / INK) - ink.shape[0]
    beside = round(tall * MARGIN / INK)
    whole = np.pad(ink, ((room // 2, room - room // 2), (beside, beside)))
    width = min(LONGEST, max(2 * MARGIN, round(whole.shape[1] * HEIGHT / whole.shape[0])))
    method = cv2.INTER_AREA if whole.shape[0] > HEIGHT else cv2.INTER_LINEAR
    scaled = cv2.resize(whole, (width, HEIGHT), interpolation=method)
    return (scaled * 255).astype(np.uint8)


class QuickReader:
    """Our own reader of lines: Latin letters, digits and signs, under a millisecond for a line."""

    def __init__(self) -> None:
        """ModelError when the model file is missing."""
        self._network = Network("eyes/lines.onnx")
        self._characters = ["", *self._network.metadata()["characters"]]

    def read(self, crops: Sequence[Pixels]) -> list[Reading]:
        """One reading for each crop (height, width, 3), both sides at least one pixel."""
        return _in_groups(list(map(line_view, crops)), QUICK_BATCH, HEIGHT, self._read_batch)

    def _read_batch(self, views: Sequence[View]) -> list[Reading]:
        widest = max(view.shape[1] for view in views)
        batch = [np.pad(view, ((0, 0), (0, widest - view.shape[1]))) for view in views]
        best, shares = self._network.run(np.stack(batch))
        places = [-(-view.shape[1] // STRIDE) for view in views]
        return [
            spelled(best[row, :end].astype(np.int64), shares[row, :end], self._characters)
            for row, end in enumerate(places)
        ]


class WideReader:
    """The network of PP-OCRv6: 18 000 characters of many scripts, some 10 ms for a line."""

    def __init__(self) -> None:
        """ModelError when the model file is missing."""
        self._network = Network("ppocr/PP-OCRv6_rec_small.onnx")
        characters = self._network.metadata()["character"].splitlines()
        self._characters = ["", *characters, " "]

    def read(self, crops: Sequence[Pixels]) -> list[Reading]:
        """One reading for each crop (height, width, 3), both sides at least one pixel."""
        return _in_groups(list(map(_planes, crops)), WIDE_BATCH, WIDE_HEIGHT, self._read_batch)

    def _read_batch(self, planes: Sequence[NDArray[np.float32]]) -> list[Reading]:
        widest = max(WIDE_HEIGHT, *(one.shape[2] for one in planes))
        columns = -(-widest // 32) * 32
        batch = [np.pad(one, ((0, 0), (0, 0), (0, columns - one.shape[2]))) for one in planes]
        return [
            spelled(scores.argmax(axis=1), scores.max(axis=1), self._characters)
            for scores in self._network.run(np.stack(batch))[0]
        ]


def _planes(crop: Pixels) -> NDArray[np.float32]:
    """The crop as planes of blue, green and red, (3, WIDE_HEIGHT, columns): the wide reader was
    trained on these."""
    import cv2

    width = max(16, round(WIDE_HEIGHT * int(crop.shape[1]) / int(crop.shape[0])))
    scaled = cv2.resize(crop[:, :, ::-1], (width, WIDE_HEIGHT)).astype(np.float32)
    return np.asarray((scaled / 127.5 - 1).transpose(2, 0, 1), np.float32)


def clean(text: str, confidence: float) -> str:
    """The words of a line as read with this confidence (0 to 1); empty when there are none.

    The wide reader reads a tick as `✓` or `V`, a menu button as `三`, a check box as `口`. Real
    Chinese, Japanese and Korean words stay: two or more such characters side by side in a line that
    was read with confidence.
    """
    real = any(sign not in _DRAWN for word in _EASTERN_WORD.findall(text) for sign in word)
    if real and confidence >= 0.8:
        return _NOT_A_WORD.sub("", text).strip()
    plain = _NOT_WESTERN.sub("", text.translate(_FULL_WIDTH))
    if sum(not sign.isascii() for sign in plain) == 1:
        plain = plain.translate(_UNDERLINED)
    words = " ".join(plain.split())
    return "" if words == _BULLET else words
