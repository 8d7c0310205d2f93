"""Sums in large letters: the detector takes each of their signs for a line of its own or overlooks
it, so the whole row is read again where a large number stands alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from uitars_runtime.eyes.screen import Screen
from uitars_runtime.eyes.text.lines import Line
from uitars_runtime.eyes.text.recognition import Recognizer
from uitars_runtime.geometry import overlap
from uitars_runtime.types import Box

LARGE: Final = 28
"""Height in pixels of the number from which its row is read again."""
REACH: Final = 12
"""Length of a sum in heights of its numbers, at most."""
ROOM: Final = 0.25
"""Heights around the numbers that are read with them."""
SURE: Final = 0.6
"""Confidence from which what is read is a sum."""
_NUMBER: Final = re.compile(r"\d{1,3}")
_SUM: Final = re.compile(r"-?\d+(?: ?[-+x×*÷/] ?-?\d+)+ ?=", re.IGNORECASE)


def with_sums(recognizer: Recognizer, screen: Screen, lines: Sequence[Line]) -> list[Line]:
    """The lines, those of a sum that ends in an equals sign made one."""
    numbers = [line for line in lines if line.box.height >= LARGE and _NUMBER.fullmatch(line.text)]
    rows = [_row(line.box, screen) for line in numbers]
    crops = [screen.crop(row) for row in rows]
    kept = list(lines)
    for row, reading in zip(rows, recognizer.read(crops), strict=True):
        if reading.confidence >= SURE and _SUM.fullmatch(reading.text):
            whole = Line(screen.tight(row) or row, reading.text, reading.confidence)
            kept = [*(line for line in kept if not overlap(line.box, whole.box)), whole]
    return kept


def _row(number: Box, screen: Screen) -> Box:
    """What stands right of a number, up to the next frame."""
    room = round(ROOM * number.height)
    end = min(number.left + REACH * number.height, screen.pixels.shape[1])
    ahead = [
        shape.box.left
        for shape in screen.shapes
        if shape.framed
        and number.right < shape.box.left < end
        and shape.box.height > number.height
        and shape.box.top <= number.center.y <= shape.box.bottom
    ]
    return Box(
        max(0, number.left - room),
        max(0, number.top - room),
        min([end, *(left - 2 for left in ahead)]),
        min(screen.pixels.shape[0], number.bottom + room),
    )
