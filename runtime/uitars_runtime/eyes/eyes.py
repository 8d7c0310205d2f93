"""Looking: a screenshot in, the elements on it out. Every part lives beside; here they meet.

What was looked at is not looked at again: the same pixels give the same answer at once, and where
only a part changed, only that part is searched for text and only new candidates are read.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count

import msgspec
import numpy as np

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.candidates import assemble
from uitars_runtime.eyes.naming import named
from uitars_runtime.eyes.roles.boxes import patches
from uitars_runtime.eyes.roles.reader import Reader
from uitars_runtime.eyes.rooms import looked_at, rooms_of
from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.shapes import Pixels
from uitars_runtime.eyes.text.lines import ChangingLines, LineReader
from uitars_runtime.eyes.text.recognition import EXACT, SURE, Recognizer
from uitars_runtime.eyes.text.signs import with_signs
from uitars_runtime.frame import Frame
from uitars_runtime.geometry import Box, holds

MOST = 200
"""Elements of one screen at most; patches and plain text go first when there are more, then what
there is most of."""
_WORTH = {Role.TEXT: 1, Role.OTHER: 2}
"""What is left out first, the higher the sooner."""


class Eyes:
    """Finds what a person could point at. Keeps the last look and the texts read so far."""

    def __init__(self) -> None:
        """Loads the networks (about a second). ModelError when their files are missing."""
        self._recognizer = Recognizer()
        self._lines = ChangingLines(LineReader(self._recognizer))
        self._reader = Reader()
        self._last: tuple[Pixels, tuple[Element, ...]] | None = None
        self._lock = threading.Lock()

    def look(
        self, frame: Frame, *, afresh: bool = False, exact: bool = False
    ) -> tuple[Element, ...]:
        """The elements in reading order, boxes in pixels of the frame, at most `MOST`. `afresh`:
        whatever was seen before, as the first screen of a task: its answer must not depend on
        another task's screens. `exact`: what is new is read where every letter counts."""
        with self._lock:
            if frame.elements is None:
                last = self._last
                if afresh or last is None or not np.array_equal(last[0], frame.pixels):
                    if afresh:
                        self._recognizer.forget()
                        self._lines.forget()
                        self._reader.forget()
                    self._last = last = (
                        frame.pixels,
                        self._found(Scene(frame.pixels), EXACT if exact else SURE),
                    )
                frame.elements = last[1]
            return frame.elements

    def _found(self, scene: Scene, sure: float) -> tuple[Element, ...]:
        lines = with_signs(self._recognizer, scene, self._lines.read(scene, sure))
        candidates = assemble(lines, scene.shapes)
        rooms = rooms_of(scene.ruled, scene.shapes, lines)
        seen = [scene.crop(room.seen) for room in rooms]
        rooms = looked_at(rooms, seen, [scene.crop(line.box) for line in lines])
        elements = self._reader.read(scene, candidates, rooms)
        rest = patches(scene.pixels, candidates, elements)
        return in_reading_order([*named(_filled(elements)), *rest])


def _filled(elements: Sequence[Element]) -> list[Element]:
    """Fields with their content as text: of several lines all, of one line without the caret."""
    words = sorted(
        (element for element in elements if element.role is Role.TEXT),
        key=lambda word: (word.box.top, word.box.left),
    )

    def filled(field: Element) -> Element:
        inside = (word.text for word in words if holds(field.box, word.box))
        text = field.text.removesuffix("|") or "\n".join(inside)
        return msgspec.structs.replace(field, text=text)

    return [filled(element) if element.role is Role.FIELD else element for element in elements]


def in_reading_order(elements: Sequence[Element]) -> tuple[Element, ...]:
    """Rows from top to bottom, each from left to right; at most `MOST`, controls before words."""
    waiting = sorted(_most_worth(elements), key=lambda element: _row(element.box))
    ordered: list[Element] = []
    while waiting:
        row = _row(waiting[0].box)
        reach = row + max(4, min(waiting[0].box.height, 24) // 2)
        line = [element for element in waiting if _row(element.box) <= reach]
        waiting = waiting[len(line) :]
        ordered += sorted(line, key=lambda element: element.box.left)
    return tuple(ordered)


def _most_worth(elements: Sequence[Element]) -> list[Element]:
    """At most `MOST`, by what they are worth; of a page of links the one field and button stay."""
    by_worth = sorted(elements, key=lambda element: _WORTH.get(element.role, 0))
    alike: defaultdict[Role, Iterator[int]] = defaultdict(count)
    ranks = sorted(
        (_WORTH.get(element.role, 0), next(alike[element.role]), place)
        for place, element in enumerate(by_worth)
    )
    return [by_worth[place] for place in sorted(place for *_, place in ranks[:MOST])]


def _row(box: Box) -> int:
    """The height at which a person starts to read the box."""
    return box.top + min(box.height // 2, 16)
