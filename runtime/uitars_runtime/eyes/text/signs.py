"""Signs that stand alone: the detector of lines overlooks some and takes others for words.

Digits and short numbers in a frame, as in a spin box, and characters on keys are read where a shape
may be one; dots, dashes and slashes are told by their shape, which is surer than any network.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.shapes import Pixels, inked_columns
from uitars_runtime.eyes.text.lines import Line
from uitars_runtime.eyes.text.recognition import Reading, Recognizer
from uitars_runtime.geometry import Box, covers, grown, holds, overlap

LOWEST: Final = 14
"""Height in pixels from which a shape may be a digit that was overlooked."""
TALLEST: Final = 80
SLIM: Final = 0.25
"""Width of a digit in its height, at least; strokes are slimmer."""
WIDE: Final = 0.8
DIGITS: Final = 4
"""Of a number that stands alone, at most."""
ROOM: Final = 0.3
"""Heights of nothing around a digit that stands alone, at least."""
SURE_NUMBER: Final = 0.9
"""Confidence from which it is a digit or a number."""
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
_DIGITS: Final = re.compile("[0-9]+")
SURE_KEY: Final = 0.7
"""Confidence from which a sign read on a key counts."""
_EASTERN: Final = str.maketrans("一二十（）：，×", "-=+():,×")
"""Eastern characters that lone western signs are read as."""


def with_signs(recognizer: Recognizer, scene: Scene, lines: Sequence[Line]) -> list[Line]:
    """The lines that are words, and one for each sign and number that stands alone."""
    found = [*lines, *read_digits(recognizer, scene, lines)]
    return [*found, *read_keys(recognizer, scene, found)]


def read_digits(recognizer: Recognizer, scene: Scene, lines: Sequence[Line]) -> list[Line]:
    """A line for each digit or short number that stands alone and is in none of the given lines.

    Worth -2 right elements of 10,197 (-6 to 2; `bench/eyes_rules.py`), and 1 of 452 steps.
    """
    numbers = _in_frames(recognizer, scene, lines)
    return [*numbers, *_alone(recognizer, scene, [*lines, *numbers])]


def _in_frames(recognizer: Recognizer, scene: Scene, lines: Sequence[Line]) -> list[Line]:
    """The numbers that are all there is in the smallest frame around them."""
    frames = [
        shape.box
        for shape in scene.shapes
        if shape.framed and not shape.choice and _may_hold_number(shape.box)
    ]
    words = [
        ink
        for box in frames
        if not any(overlap(box, line.box) for line in lines)
        and not any(holds(box, other) for other in frames)
        and (ink := scene.tight(grown(box, -BORDER, -BORDER)))
        and _stands_in(box, ink)
    ]
    return _read_surely(recognizer, scene, words[:MOST], _NUMBER)


def _may_hold_number(box: Box) -> bool:
    least, most = LINED
    shortest, longest = LONG
    return least <= box.height <= most and shortest <= box.width / box.height <= longest


def _stands_in(frame: Box, ink: Box) -> bool:
    """Whether the ink is as high as digits in such a frame, half way up, and touches no side."""
    low, high = HIGH
    inner = grown(frame, -BORDER, -BORDER)
    return (
        low * frame.height <= ink.height <= high * frame.height
        and abs(ink.center.y - frame.center.y) <= MIDDLE
        and inner.left < ink.left
        and ink.right < inner.right
    )


def _alone(recognizer: Recognizer, scene: Scene, lines: Sequence[Line]) -> list[Line]:
    """The digits and short numbers with nothing drawn near them."""
    alone = [
        shape.box
        for shape in scene.shapes
        if LOWEST <= shape.box.height <= TALLEST
        and SLIM <= shape.box.width / shape.box.height <= DIGITS * WIDE
        and (shape.box.width <= WIDE * shape.box.height or _is_parted(scene, shape.box))
        and not any(overlap(shape.box, line.box) for line in lines)
        and _is_alone(scene, shape.box)
    ]
    return _read_surely(recognizer, scene, alone[:MOST], _DIGITS)


def _is_parted(scene: Scene, box: Box) -> bool:
    """Whether it has gaps from top to bottom as between digits, which few icons have."""
    columns = inked_columns(scene.ink(box))
    parts = int(columns[0]) + int(np.count_nonzero(np.diff(columns.astype(np.int8)) > 0))
    return 1 < parts <= DIGITS


def _read_surely(
    recognizer: Recognizer, scene: Scene, boxes: Sequence[Box], wanted: re.Pattern[str]
) -> list[Line]:
    """A line for each of the boxes that surely says what is wanted."""
    readings = recognizer.read([_view(scene, box) for box in boxes])
    return [
        Line(box, reading.text, reading.confidence)
        for box, reading in zip(boxes, readings, strict=True)
        if wanted.fullmatch(reading.text) and reading.confidence >= SURE_NUMBER
    ]


def _is_alone(scene: Scene, box: Box) -> bool:
    """Whether nothing else is drawn near it."""
    room = round(ROOM * box.height)
    mask = scene.ink(grown(box, room, room))
    inner = mask[room - 2 : room + box.height + 2, room - 2 : room + box.width + 2]
    whole = mask.shape == (box.height + 2 * room, box.width + 2 * room)
    return whole and bool(inner.any()) and int(mask.sum()) == int(inner.sum())


def _view(scene: Scene, box: Box) -> Pixels:
    room = round(ROOM * box.height)
    return scene.crop(grown(box, room, room))


def read_keys(recognizer: Recognizer, scene: Scene, lines: Sequence[Line]) -> list[Line]:
    """A line for each sign on a key on which no line was found.

    Worth 14 right elements on half of the pictures that it changes, of 10,197 (4 to 26).
    """
    signs = find_signs(scene, lines)
    views = [_around(scene, sign) for sign in signs]
    return [
        Line(box=sign, text=text, confidence=reading.confidence)
        for sign, reading in zip(signs, recognizer.read(views), strict=True)
        if (text := _by_shape(scene, sign, reading))
    ]


def _around(scene: Scene, sign: Box) -> Pixels:
    if sign.height > 18:
        return scene.crop(grown(sign, 8, 3))
    at = sign.center
    return scene.crop(Box(at.x - 16, at.y - 10, at.x + 16, at.y + 10))


def find_signs(scene: Scene, lines: Sequence[Line]) -> list[Box]:
    """Boxes around what may be a sign on a key on which no line was found."""
    choices = [shape.box for shape in scene.shapes if shape.choice]
    return [
        sign
        for shape in scene.shapes
        if shape.framed
        and not any(covers(shape.box, choice) for choice in choices)
        and 24 <= shape.box.height <= 96
        and 24 <= shape.box.width <= 140
        # Large letters touch, and look like keys.
        and not any(holds(shape.box, line.box) or line.has(shape.box) for line in lines)
        and (sign := _sign(scene, shape.box))
    ]


def _sign(scene: Scene, key: Box) -> Box | None:
    """The ink in the middle of a key, if it is as small as a character."""
    inner = grown(key, -5, -5)
    ink = scene.tight(inner)
    # What fills all of a key is its border: that of a circle.
    if ink is None or ink == inner or ink.height > 26 or ink.width > 34:
        return None
    centred = abs(ink.center.x - key.center.x) <= 4 and abs(ink.center.y - key.center.y) <= 8
    return ink if centred else None


def _by_shape(scene: Scene, sign: Box, reading: Reading) -> str:
    """The sign; its shape decides where the network cannot know."""
    if max(sign.width, sign.height) <= 4:
        return "."
    if sign.height <= 3 and sign.width <= 12:
        return "-"
    text = reading.text.translate(_EASTERN)
    if text in {"1", "I", "l", "/", "|"} and _slanted(scene, sign):
        return "/"
    western = 0 < len(text) <= 3 and text.isascii()
    return text if western and reading.confidence >= SURE_KEY else ""


def _slanted(scene: Scene, sign: Box) -> bool:
    """Whether the ink runs from the lower left to the upper right."""
    mask = scene.ink(grown(sign, 2, 1))
    rows, columns = np.nonzero(mask)
    return len(rows) > 3 and float(np.corrcoef(rows, columns)[0, 1]) < -0.8
