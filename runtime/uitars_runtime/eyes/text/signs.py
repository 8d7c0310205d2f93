"""Single characters on keys: the detector of lines overlooks them, so they are read where a key is.

Dots, dashes and slashes are told by their shape, which is surer than any network.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from uitars_runtime.eyes.screen import Screen
from uitars_runtime.eyes.shapes.proposals import Proposal
from uitars_runtime.eyes.text.lines import Line
from uitars_runtime.eyes.text.reading import Reading
from uitars_runtime.eyes.text.recognition import Recognizer
from uitars_runtime.geometry import holds
from uitars_runtime.types import Box

SURE = 0.7
"""Confidence from which a sign read on a key counts."""
_EASTERN = str.maketrans("一二十（）：，×", "-=+():,×")
"""Eastern characters that lone western signs are read as."""


def read_keys(recognizer: Recognizer, screen: Screen, lines: Sequence[Line]) -> list[Line]:
    """A line for each sign on a key on which no line was found."""
    signs = find_signs(screen, lines)
    views = [
        screen.pixels[
            sign.center.y - 10 : sign.center.y + 10, sign.center.x - 16 : sign.center.x + 16
        ]
        if sign.height <= 18
        else screen.pixels[sign.top - 3 : sign.bottom + 3, sign.left - 8 : sign.right + 8]
        for sign in signs
    ]
    found: list[Line] = []
    for sign, reading in zip(signs, recognizer.read(views), strict=True):
        text = _by_shape(screen, sign, reading)
        if text:
            found.append(Line(box=sign, text=text, confidence=reading.confidence))
    return found


def find_signs(screen: Screen, lines: Sequence[Line]) -> list[Box]:
    """Boxes around what may be a sign on a key on which no line was found."""
    return [sign for key in _keys(screen.shapes, lines) if (sign := _sign(screen, key))]


def _keys(shapes: Sequence[Proposal], lines: Sequence[Line]) -> list[Box]:
    """Frames of the size of a key, without a line in them."""
    return [
        shape.box
        for shape in shapes
        if shape.framed
        and 24 <= shape.box.height <= 96
        and 24 <= shape.box.width <= 140
        and not any(holds(shape.box, line.box) for line in lines)
    ]


def _sign(screen: Screen, key: Box) -> Box | None:
    """The ink in the middle of a key, if it is as small as a character."""
    ink = screen.tight(Box(key.left + 5, key.top + 5, key.right - 5, key.bottom - 5))
    if ink is None or ink.height > 26 or ink.width > 34:
        return None
    centred = abs(ink.center.x - key.center.x) <= 4 and abs(ink.center.y - key.center.y) <= 8
    return ink if centred else None


def _by_shape(screen: Screen, sign: Box, reading: Reading) -> str:
    """The sign; its shape decides where the network cannot know."""
    if max(sign.width, sign.height) <= 4:
        return "."
    if sign.height <= 3 and sign.width <= 12:
        return "-"
    text = reading.text.translate(_EASTERN)
    if text in {"1", "I", "l", "/", "|"} and _slanted(screen, sign):
        return "/"
    western = 0 < len(text) <= 3 and text.isascii()
    return text if western and reading.confidence >= SURE else ""


def _slanted(screen: Screen, sign: Box) -> bool:
    """Whether the ink runs from the lower left to the upper right."""
    mask = screen.ink(Box(sign.left - 2, sign.top - 1, sign.right + 2, sign.bottom + 1))
    rows, columns = np.nonzero(mask)
    return len(rows) > 3 and float(np.corrcoef(rows, columns)[0, 1]) < -0.8
