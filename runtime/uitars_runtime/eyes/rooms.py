"""Rooms on level lines: where a field would be of which nothing is drawn but a line below it.

Dividers, table rows and underlined headings are such lines, too: which rooms are fields is judged
beside (`roles/underlined.py`). A line that is the border of a frame, or goes through or right below
words as that of a link does, has no room.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from uitars_runtime.eyes.candidates import Candidate, Kind
from uitars_runtime.eyes.shapes import (
    CLEAR,
    Pixels,
    Proposal,
    Ruled,
    extent,
    ink_mask,
    median_colour,
)
from uitars_runtime.eyes.text.lines import Line
from uitars_runtime.geometry import Box, overlap

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


class Room(msgspec.Struct, frozen=True):
    """The room on a line."""

    candidate: Candidate
    """As if it had a frame: only with frames the reader was trained."""
    line: Ruled
    contrast: float = 0.0
    """How much its words differ from the ground, in what the strongest words of the screen do."""
    followed: bool = False
    """Whether words as large as its own begin close below the line."""

    label: int = 0
    """Height of the label of an empty one."""

    @property
    def seen(self) -> Box:
        """What is to be looked at: its words, or where nothing may be drawn."""
        box = self.candidate.box
        right, bottom = box.left + round(FREE * box.width), self.line.box.top - 1
        return self.candidate.words or Box(box.left, box.top, right, bottom)


def rooms_of(
    drawn: Sequence[Ruled], shapes: Sequence[Proposal], lines: Sequence[Line]
) -> list[Room]:
    """Where rooms may be on the lines of a screen, with words in them or with a label above or
    before: not looked at yet."""
    borders = [shape.box for shape in shapes if shape.framed]
    found: list[Room] = []
    for line in drawn:
        if _is_border(line.box, borders) or _is_in_words(line.box, lines):
            continue
        ceiling = _ceiling(line.box, [other.box for other in drawn])
        room = _worded(line, lines) or _empty(line, lines, ceiling)
        if room is not None:
            found.append(room)
    on_lines = {room.candidate.words for room in found}
    below = [words.box for words in lines if words.box not in on_lines]
    return [msgspec.structs.replace(one, followed=_is_followed(one, below)) for one in found]


def looked_at(rooms: Sequence[Room], seen: Sequence[Pixels], words: Sequence[Pixels]) -> list[Room]:
    """The rooms with how strong their words are, without those where something else is drawn.
    `seen`: what is to be looked at of each; `words`: all lines of text on the screen."""
    worded = any(room.candidate.words for room in rooms)
    strongest = max(map(_contrast, words)) if worded else 0.0
    return [
        msgspec.structs.replace(
            room, contrast=_contrast(part) / strongest if room.candidate.words else 0.0
        )
        for room, part in zip(rooms, seen, strict=True)
        if room.candidate.words or _is_free(part, room.label)
    ]


def _is_followed(room: Room, others: Sequence[Box]) -> bool:
    """Whether other words begin close below the line that words stand on."""
    words, line = room.candidate.words, room.line.box
    return words is not None and any(
        abs(words.left - other.left) <= max(CLEAR, words.height // 3)
        and 0 <= other.top - line.bottom <= HEADED * words.height
        and other.height >= words.height - 1
        for other in others
    )


def _contrast(words: Pixels) -> float:
    """How much what is written differs from the ground: thin letters are faint all over but in a
    few of their pixels."""
    apart = np.abs(words.astype(np.int16) - median_colour(words)).sum(axis=2)
    return float(np.percentile(apart, 97))


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


def _worded(ruled: Ruled, lines: Sequence[Line]) -> Room | None:
    """The room with the words that stand on the line, where these are at its left end."""
    line = ruled.box
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
    candidate = Candidate(Kind.BOXED, box, text=words.text, words=words.box, frame=1.0)
    return Room(candidate, ruled)


def _empty(ruled: Ruled, lines: Sequence[Line], ceiling: int) -> Room | None:
    """The room without words, behind its label or below the one that begins where the line does.
    `ceiling`: where the room ends at the latest, at a line above."""
    line, (least, most) = ruled.box, HIGH
    beside = [words.box for words in lines if _is_beside(words.box, line)]
    over = [
        words.box
        for words in lines
        if abs(words.box.left - line.left) <= words.box.height
        and least * words.box.height <= line.top - words.box.bottom <= most * words.box.height
        and words.box.bottom > ceiling
    ]
    if beside:
        height = max(beside, key=lambda box: box.right).height
        top = line.top - round(ROOM[1] * height)
    elif over:
        label = max(over, key=lambda box: box.bottom)
        height = label.height
        top = max(label.bottom + 2, line.top - round(ROOM[0] * height))
    else:
        return None
    room = Box(line.left, max(top, ceiling), line.right, line.bottom)
    above = Box(room.left, room.top, room.right, line.top - 1)
    if above.height < CLEAR or any(overlap(above, words.box) for words in lines):
        return None
    return Room(Candidate(Kind.BARE, room, frame=1.0), ruled, label=height)


def _is_beside(label: Box, line: Box) -> bool:
    """Whether words stand before a line, about as high as what would be written on it."""
    behind, down = line.left - label.right, line.top - label.bottom
    return -CLEAR <= behind <= APART * label.height and abs(down) <= label.height


def _is_free(part: Pixels, height: int) -> bool:
    """Whether nothing is drawn in this part of a room but perhaps the dots of a password, low
    beside a label of this height, and at its left end."""
    drawn = extent(ink_mask(part))
    return drawn is None or (drawn.height <= DOTS * height and drawn.left <= height)
