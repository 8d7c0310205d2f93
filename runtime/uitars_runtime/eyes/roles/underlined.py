"""Which of the rooms on level lines (`rooms.py`) are fields.

The reader is asked of each as if a frame were around it, and the rooms of one form, whose lines
look alike, are judged together. An empty room at a label it knows well, and words too pale for what
is written there, too: those say what belongs in a field. Words as black as any are what was filled
in only where the lines of empty fields look like theirs; else rows, headings and sections stand on
such lines.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.candidates import Candidate, Kind
from uitars_runtime.eyes.rooms import FREE, Room
from uitars_runtime.geometry import Box, overlap

EMPTY, HINT = 0.86, 0.83
"""Mean probability from which empty rooms on lines alike are fields, and those with pale words:
best on pages drawn for it, where what is none reaches 0.83 and 0.80."""
PALE = 0.78
"""Contrast of pale words, in that of the strongest words of the screen, at most."""
FILLED = 0.6
"""Probability from which one with black words is one among those with pale ones."""
ALIKE, LEVEL = 32.0, 3
"""Sum over the three channels by which the lines of one form differ, and pixels by which their ends
do, at most."""
_CONTROLS = frozenset(set(Role) - {Role.OTHER, Role.TEXT, Role.TITLE, Role.ITEM, Role.LINK})
"""What stands in a room that is no field."""


def fields_on_lines(
    shares: NDArray[np.float32],
    states: NDArray[np.bool_],
    rooms: Sequence[Room],
    candidates: Sequence[Candidate],
    elements: Sequence[Element],
) -> dict[Candidate, Element]:
    """The fields among the rooms. `shares`, `states`: what the reader says of each; `elements`:
    what the candidates of the screen are."""
    controls = [
        one.box
        for one, element in zip(candidates, elements, strict=True)
        if element.role in _CONTROLS and one.kind is not Kind.LINE
    ]
    found: dict[Candidate, Element] = {}
    for row in _fields(shares[:, list(Role).index(Role.FIELD)].tolist(), rooms, controls):
        room, (_, _, focused, disabled) = rooms[row].candidate, states[row].tolist()
        found[room] = Element(
            box=room.box,
            role=Role.FIELD,
            text=room.text,
            focused=focused,
            disabled=disabled,
            confidence=float(np.clip(shares[row].max(), 0, 1)),
        )
    return found


def _fields(fields: Sequence[float], rooms: Sequence[Room], controls: Sequence[Box]) -> list[int]:
    """The rows of the rooms that are fields; `fields`: how likely each is one, by itself."""
    free = [row for row, room in enumerate(rooms) if not _is_taken(room, controls)]
    empty = [row for row in free if not rooms[row].candidate.words]
    pale = [row for row in free if 0 < rooms[row].contrast <= PALE]
    empty = [row for row in empty if _mean(row, empty, rooms, fields) >= EMPTY]
    pale = [
        row
        for row in pale
        if _mean(row, pale, rooms, fields) >= HINT and not _are_headings(row, pale, rooms)
    ]
    filled = [
        row
        for row in free
        if rooms[row].candidate.words
        and row not in pale
        and (_alike(row, empty, rooms) or (fields[row] >= FILLED and _alike(row, pale, rooms)))
    ]
    return [*empty, *pale, *filled]


def _is_taken(room: Room, controls: Sequence[Box]) -> bool:
    """Whether something else is there, but for an icon at the right end."""
    box = room.candidate.box
    end = box.left + FREE * box.width
    return any(control.left < end and overlap(control, box) for control in controls)


def _mean(row: int, rows: Sequence[int], rooms: Sequence[Room], fields: Sequence[float]) -> float:
    """How likely those on lines that look like this one's are fields, one with the other: of the
    rows of a list or a table some look like fields, seldom all."""
    return float(np.mean([fields[row], *(fields[one] for one in _alike(row, rows, rooms))]))


def _are_headings(row: int, rows: Sequence[int], rooms: Sequence[Room]) -> bool:
    """Whether words follow close below most of these lines: what is pale are headings then."""
    group = [rooms[one].followed for one in (row, *_alike(row, rows, rooms))]
    return len(group) > 1 and 2 * sum(group) > len(group)


def _alike(row: int, rows: Sequence[int], rooms: Sequence[Room]) -> list[int]:
    """Those of other rows whose lines look like this one's, and are of its width or stand in its
    row or column."""
    line = rooms[row].line

    def is_alike(other: Room) -> bool:
        box, beside = line.box, other.line.box
        colours = np.abs(np.subtract(line.colour, other.line.colour)).sum()
        ends = (box.left - beside.left, box.top - beside.top, box.width - beside.width)
        return float(colours) <= ALIKE and min(map(abs, ends)) <= LEVEL

    return [one for one in rows if one != row and is_alike(rooms[one])]
