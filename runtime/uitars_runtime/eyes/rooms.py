"""Rooms on level lines: where a field would be of which nothing is drawn but a line below it.

Dividers, table rows and underlined headings are such lines, too: which rooms are fields is judged
beside (`roles/underlined.py`). A line that is the border of a frame, or goes through or right below
words as that of a link does, has no room.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.candidates import Candidate, Kind
from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.shapes import Pixels, median_colour, runs
from uitars_runtime.eyes.text.lines import Line
from uitars_runtime.geometry import Box, overlap

STEP = 8
"""Difference of a channel, 0 to 255, by which a line differs from what is above and below it."""
SHORTEST, THICKEST = 60, 6
"""Pixels that the line of a field is long at least and thick at most."""
CROWDED = 0.25
"""Share of what lies close to a line, above or below it, that is drawn, at most; letters may reach
down to it."""
GROUND = 24
"""Sum over the three channels by which the ground above and below a line differs, at most."""
LOW = 1.6
"""Pixels from words to the line that they stand on, in their height, at most."""
HIGH = 1.9, 5.0
"""The same from a label to the line of an empty field below it, at least and at most."""
ROOM = 3.2, 2.4
"""Height of an empty field below its label, at most, and beside it, in the height of that."""
INDENT = 1.5
"""Columns from the left end of a line to the words on it, in their height, at most."""
APART = 12.0
"""Columns from a label to the line beside it, in its height, at most."""
HEADED = 2.5
"""Pixels from a line to the words that are headed by those on it, in the height of these."""
DOTS = 0.6
"""Height of the dots of a password, in that of the label, at most."""
FREE = 0.75
"""Share of an empty field, from its left end, where nothing is drawn; there may be an icon then."""
CLEAR = 3
"""Pixels from a line within which it belongs to what is there."""


class Ruled(NamedTuple):
    """A level line of one colour, on one ground."""

    box: Box
    colour: tuple[float, ...]


class Room(msgspec.Struct, frozen=True):
    """The room on a line."""

    candidate: Candidate
    """As if it had a frame: only with frames the reader was trained."""
    line: Ruled
    contrast: float = 0.0
    """How much its words differ from the ground, in what the strongest words of the screen do."""
    followed: bool = False
    """Whether words as large as its own begin close below the line."""


def rooms_of(scene: Scene, lines: Sequence[Line]) -> list[Room]:
    """The rooms on the lines of a screen, with words in them or with a label above or before."""
    borders = [shape.box for shape in scene.shapes if shape.framed]
    drawn = ruled(scene.pixels)
    found: list[tuple[Candidate, Ruled]] = []
    for line in drawn:
        if _is_border(line.box, borders) or _is_in_words(line.box, lines):
            continue
        ceiling = _ceiling(line.box, [other.box for other in drawn])
        candidate = _worded(line.box, lines) or _empty(scene, line.box, lines, ceiling)
        if candidate is not None:
            found.append((candidate, line))
    worded = any(candidate.words for candidate, _ in found)
    strongest = max(_contrast(scene, line.box) for line in lines) if worded else 0.0
    on_lines = {candidate.words for candidate, _ in found}
    below = [words.box for words in lines if words.box not in on_lines]
    return [
        Room(
            one,
            line,
            _contrast(scene, one.words) / strongest if one.words else 0.0,
            followed=any(one.words and _follows(one.words, line.box, box) for box in below),
        )
        for one, line in found
    ]


def _follows(words: Box, line: Box, other: Box) -> bool:
    """Whether other words begin close below a line that words stand on."""
    aligned = abs(words.left - other.left) <= max(CLEAR, words.height // 3)
    near = 0 <= other.top - line.bottom <= HEADED * words.height
    return aligned and near and other.height >= words.height - 1


def _contrast(scene: Scene, box: Box) -> float:
    """How much what is written in a box differs from the ground: thin letters are faint all over
    but in a few of their pixels."""
    crop = scene.crop(box)
    apart = np.abs(crop.astype(np.int16) - median_colour(crop)).sum(axis=2)
    return float(np.percentile(apart, 97))


def ruled(pixels: Pixels) -> list[Ruled]:
    """The level lines of a picture, each once."""
    import cv2

    if len(pixels) < THICKEST + 2:
        return []
    red, green, blue = cv2.split(cv2.absdiff(pixels[1:], pixels[:-1]))
    steps = np.asarray(cv2.max(cv2.max(red, green), blue)) >= STEP
    found: list[Ruled] = []
    long = cv2.erode(steps.astype(np.uint8), np.ones((1, SHORTEST), np.uint8))
    for row in np.flatnonzero(np.asarray(long).any(axis=1)).tolist():
        for left, right in runs(steps[row], gap=1):
            line = _line_at(pixels, steps, row, (left, right))
            if line and not any(_is_same(line.box, other.box) for other in found):
                found.append(line)
    return found


def _line_at(
    pixels: Pixels, steps: NDArray[np.bool_], row: int, ends: tuple[int, int]
) -> Ruled | None:
    """The line whose upper edge lies below a row of the picture; `steps`: where a row differs from
    the next."""
    left, right = ends
    if right - left < SHORTEST:
        return None
    # The last one: on a screen of 1.5 an edge of a line may have half of its colour.
    edges = np.flatnonzero(steps[row + 1 : row + 1 + THICKEST, left:right].all(axis=1))
    if not len(edges):
        return None
    bottom = row + 1 + int(edges[-1])
    beside = (steps[max(0, row - CLEAR) : row], steps[bottom + 1 : bottom + 1 + CLEAR])
    if any(part[:, left:right].mean() > CROWDED for part in beside if part.size):
        return None
    above, below = (median_colour(pixels[at, left:right]) for at in (row, bottom + 1))
    if np.abs(above - below).sum() > GROUND:
        return None
    colours = [median_colour(pixels[at, left:right]) for at in range(row + 1, bottom + 1)]
    strongest = max(colours, key=lambda colour: float(np.abs(colour - above).sum()))
    return Ruled(Box(left, row + 1, right, bottom + 1), tuple(strongest.tolist()))


def _is_same(one: Box, other: Box) -> bool:
    near = 0 <= one.top - other.top <= THICKEST
    return near and max(abs(one.left - other.left), abs(one.right - other.right)) <= CLEAR


def _is_border(line: Box, frames: Sequence[Box]) -> bool:
    """Whether it is a side of a frame, or the track on which the knob of a slider is."""
    return any(
        any(line.top - CLEAR <= side <= line.bottom + CLEAR for side in (frame.top, frame.bottom))
        and frame.left - CLEAR <= line.left
        and line.right <= frame.right + CLEAR
        for frame in frames
    ) or any(
        frame.top < line.top - CLEAR
        and line.bottom + CLEAR < frame.bottom
        and min(abs(frame.right - line.left), abs(frame.left - line.right)) <= CLEAR
        for frame in frames
    )


def _is_in_words(line: Box, lines: Sequence[Line]) -> bool:
    """Whether it goes through words or right below them and is no longer: an underline."""
    return any(
        words.box.top < line.top <= words.box.bottom + CLEAR
        and line.left >= words.box.left - words.box.height
        and line.right <= words.box.right + words.box.height
        for words in lines
    )


def _ceiling(line: Box, others: Sequence[Box]) -> int:
    """Where the nearest line above ends, and a bit."""
    return max(
        (
            other.bottom + CLEAR
            for other in others
            if other.bottom <= line.top - CLEAR
            and other.left < line.right
            and line.left < other.right
        ),
        default=0,
    )


def _worded(line: Box, lines: Sequence[Line]) -> Candidate | None:
    """The room with the words that stand on the line, where these are at its left end."""
    on = [
        words
        for words in lines
        if line.left - CLEAR <= words.box.left < line.right
        and words.box.right <= line.right + CLEAR
        and -CLEAR <= line.top - words.box.bottom <= LOW * words.box.height
    ]
    if len(on) != 1 or on[0].box.left - line.left > INDENT * on[0].box.height:
        return None
    (words,) = on
    above = [
        other.box.bottom
        for other in lines
        if other.box.bottom <= words.box.top + CLEAR and other.box.left < words.box.right
    ]
    room = max(4, line.top - words.box.bottom)
    top = max([words.box.top - room, 0, *(bottom + 1 for bottom in above)])
    box = Box(line.left, min(top, words.box.top - 1), line.right, line.bottom)
    return Candidate(Kind.BOXED, box, text=words.text, words=words.box, frame=1.0)


def _empty(scene: Scene, line: Box, lines: Sequence[Line], ceiling: int) -> Candidate | None:
    """The room without words, behind its label or below the one that begins where the line does.
    `ceiling`: where the room ends at the latest, at a line above."""
    least, most = HIGH
    beside = [words.box for words in lines if _is_beside(words.box, line)]
    above = [
        words.box
        for words in lines
        if abs(words.box.left - line.left) <= words.box.height
        and least * words.box.height <= line.top - words.box.bottom <= most * words.box.height
        and words.box.bottom > ceiling
    ]
    if beside:
        height = max(beside, key=lambda box: box.right).height
        top = line.top - round(ROOM[1] * height)
    elif above:
        label = max(above, key=lambda box: box.bottom)
        height = label.height
        top = max(label.bottom + 2, line.top - round(ROOM[0] * height))
    else:
        return None
    room = Box(line.left, max(top, ceiling), line.right, line.bottom)
    free = _is_free(scene, Box(room.left, room.top, room.right, line.top - 1), lines, height)
    return Candidate(Kind.BARE, room, frame=1.0) if free else None


def _is_beside(label: Box, line: Box) -> bool:
    """Whether words stand before a line, about as high as what would be written on it."""
    behind, down = line.left - label.right, line.top - label.bottom
    return -CLEAR <= behind <= APART * label.height and abs(down) <= label.height


def _is_free(scene: Scene, room: Box, lines: Sequence[Line], height: int) -> bool:
    """Whether nothing is drawn in the room but perhaps the dots of a password, low beside a label
    of this height, and an icon at the right end."""
    if room.height < CLEAR or any(overlap(room, words.box) for words in lines):
        return False
    left = Box(room.left, room.top, room.left + round(FREE * room.width), room.bottom)
    drawn = scene.tight(left)
    return drawn is None or (drawn.height <= DOTS * height and drawn.left - left.left <= height)
