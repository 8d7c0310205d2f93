"""Digits that stand alone and short numbers in a frame, as in a spin box: the detector of lines
overlooks them, so they are read where a shape may be one.

Not here: characters on keys (`signs.py`) and sums (`sum_lines.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from uitars_runtime.eyes.screen import Screen
from uitars_runtime.eyes.shapes.ink import ink_mask
from uitars_runtime.eyes.shapes.regions import Pixels
from uitars_runtime.eyes.text.lines import Line
from uitars_runtime.eyes.text.recognition import Recognizer
from uitars_runtime.geometry import holds, overlap
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
"""Shapes of one screen that are read, and as many frames."""
LINED: Final = 18, 60
"""Heights in pixels of a frame around one line, up to twice as large as it comes."""
LONG: Final = 1.2, 6.0
"""Widths of such a frame around a short number, in its height."""
BORDER: Final = 3
"""Pixels of a frame that are its border and what lies close to it."""
HIGH: Final = 0.25, 0.75
"""Heights of digits in that of the frame around them."""
MIDDLE: Final = 2
"""Pixels that they stand above or below the middle of the frame, at most."""
_NUMBER: Final = re.compile(r"-?\d{1,5}(?:[.,]\d{1,3})?")


def read_digits(recognizer: Recognizer, screen: Screen, lines: Sequence[Line]) -> list[Line]:
    """A line for each digit or short number that stands alone and is in none of the given lines."""
    numbers = _in_frames(recognizer, screen, lines)
    return [*numbers, *_alone(recognizer, screen, [*lines, *numbers])]


def _in_frames(recognizer: Recognizer, screen: Screen, lines: Sequence[Line]) -> list[Line]:
    """The numbers that are all there is in the smallest frame around them."""
    frames = [shape.box for shape in screen.shapes if shape.framed and _may_hold_number(shape.box)]
    words = [
        ink
        for box in frames
        if not any(overlap(box, line.box) for line in lines)
        and not any(holds(box, other) for other in frames)
        and (ink := screen.tight(_inside(box)))
        and _stands_in(box, ink)
    ][:MOST]
    readings = recognizer.read([_view(screen, box) for box in words])
    return [
        Line(box, reading.text, reading.confidence)
        for box, reading in zip(words, readings, strict=True)
        if _NUMBER.fullmatch(reading.text) and reading.confidence >= SURE
    ]


def _may_hold_number(box: Box) -> bool:
    least, most = LINED
    shortest, longest = LONG
    return least <= box.height <= most and shortest <= box.width / box.height <= longest


def _inside(box: Box) -> Box:
    return Box(box.left + BORDER, box.top + BORDER, box.right - BORDER, box.bottom - BORDER)


def _stands_in(frame: Box, ink: Box) -> bool:
    """Whether the ink is as high as digits in such a frame, half way up, and touches no side."""
    low, high = HIGH
    inner = _inside(frame)
    return (
        low * frame.height <= ink.height <= high * frame.height
        and abs(ink.center.y - frame.center.y) <= MIDDLE
        and inner.left < ink.left
        and ink.right < inner.right
    )


def _alone(recognizer: Recognizer, screen: Screen, lines: Sequence[Line]) -> list[Line]:
    """The digits with nothing drawn near them."""
    found = [
        shape.box
        for shape in screen.shapes
        if _is_slim(shape.box) and not any(overlap(shape.box, line.box) for line in lines)
    ]
    alone = [box for box in found if _is_alone(screen, box)][:MOST]
    views = [_view(screen, box) for box in alone]
    return [
        Line(box, reading.text, reading.confidence)
        for box, reading in zip(alone, recognizer.read(views), strict=True)
        if len(reading.text) == 1 and reading.text in "0123456789" and reading.confidence >= SURE
    ]


def _is_slim(box: Box) -> bool:
    return LOWEST <= box.height <= TALLEST and SLIM <= box.width / box.height <= WIDE


def _is_alone(screen: Screen, box: Box) -> bool:
    """Whether nothing else is drawn near it."""
    room = round(ROOM * box.height)
    view = _view(screen, box)
    mask = ink_mask(view)
    inner = mask[room - 2 : room + box.height + 2, room - 2 : room + box.width + 2]
    whole = view.shape[:2] == (box.height + 2 * room, box.width + 2 * room)
    return whole and bool(inner.any()) and int(mask.sum()) == int(inner.sum())


def _view(screen: Screen, box: Box) -> Pixels:
    room = round(ROOM * box.height)
    return screen.pixels[
        max(0, box.top - room) : box.bottom + room, max(0, box.left - room) : box.right + room
    ]
