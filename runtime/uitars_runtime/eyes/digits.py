"""Digits that stand alone: the detector of lines overlooks them, so they are read where a shape may
be one.

Not here: characters on keys (`signs.py`) and sums (`sum_lines.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uitars_runtime.eyes.ink import ink_mask
from uitars_runtime.eyes.lines import Line
from uitars_runtime.eyes.proposals import Proposal
from uitars_runtime.eyes.recognition import Recognizer
from uitars_runtime.eyes.regions import Pixels, overlap
from uitars_runtime.types import Box

LOWEST: Final = 14
"""Height in pixels from which a shape may be a digit that was overlooked."""
TALLEST: Final = 80
SLIM: Final = 0.25
"""Width of a digit in its height, at least; strokes are slimmer."""
WIDE: Final = 0.8
ROOM: Final = 0.3
"""Heights of nothing around a digit that stands alone, at least."""
SURE: Final = 0.9
"""Confidence from which it is a digit."""
MOST: Final = 40
"""Shapes of one screen that are read."""


def read_digits(
    recognizer: Recognizer, pixels: Pixels, shapes: Sequence[Proposal], lines: Sequence[Line]
) -> list[Line]:
    """A line for each digit that stands alone and is in none of the given lines."""
    found = [
        shape.box
        for shape in shapes
        if _is_slim(shape.box) and not any(overlap(shape.box, line.box) for line in lines)
    ]
    alone = [box for box in found if _is_alone(pixels, box)][:MOST]
    views = [_view(pixels, box) for box in alone]
    return [
        Line(box, reading.text, reading.confidence)
        for box, reading in zip(alone, recognizer.read(views), strict=True)
        if len(reading.text) == 1 and reading.text in "0123456789" and reading.confidence >= SURE
    ]


def _is_slim(box: Box) -> bool:
    return LOWEST <= box.height <= TALLEST and SLIM <= box.width / box.height <= WIDE


def _is_alone(pixels: Pixels, box: Box) -> bool:
    """Whether nothing else is drawn near it."""
    room = round(ROOM * box.height)
    view = _view(pixels, box)
    mask = ink_mask(view)
    inner = mask[room - 2 : room + box.height + 2, room - 2 : room + box.width + 2]
    whole = view.shape[:2] == (box.height + 2 * room, box.width + 2 * room)
    return whole and bool(inner.any()) and int(mask.sum()) == int(inner.sum())


def _view(pixels: Pixels, box: Box) -> Pixels:
    room = round(ROOM * box.height)
    return pixels[
        max(0, box.top - room) : box.bottom + room, max(0, box.left - room) : box.right + room
    ]
