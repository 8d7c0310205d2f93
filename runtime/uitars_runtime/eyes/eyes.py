"""Looking: a screenshot in, the elements on it out. Every part lives beside; here they meet.

What was looked at is not looked at again: the same pixels give the same answer at once, and where
only a part changed, only that part is searched for text.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

import msgspec

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.naming.labels import named
from uitars_runtime.eyes.roles.editors import with_editors
from uitars_runtime.eyes.roles.reader import Reader, without_twins
from uitars_runtime.eyes.screen import Screen
from uitars_runtime.eyes.shapes.candidates import Candidate, Kind, assemble
from uitars_runtime.eyes.shapes.patches import patches
from uitars_runtime.eyes.shapes.regions import (
    Pixels,
    changed_regions,
    content_regions,
    grow_to_hold,
)
from uitars_runtime.eyes.text.digits import read_digits
from uitars_runtime.eyes.text.lines import Line, LineReader
from uitars_runtime.eyes.text.misread import without_signs
from uitars_runtime.eyes.text.recognition import Recognizer
from uitars_runtime.eyes.text.remembered import with_remembered
from uitars_runtime.eyes.text.signs import read_keys
from uitars_runtime.eyes.text.sum_lines import with_sums
from uitars_runtime.frame import Frame
from uitars_runtime.geometry import holds, overlap
from uitars_runtime.types import Box

MOST = 200
"""Elements of one screen at most; patches and plain text go first when there are more."""
_WORTH = {Role.TEXT: 1, Role.OTHER: 2}
"""What is left out first, the higher the sooner."""


_WEARERS = frozenset(
    {
        *(Role.BUTTON, Role.CHECKBOX, Role.RADIO, Role.COMBO, Role.MENU, Role.MENU_ITEM),
        *(Role.TAB, Role.ITEM, Role.LINK),
    }
)
"""What wears a mark left of its words as a part of itself; beside all else it is an icon."""


class _Look(msgspec.Struct, frozen=True):
    """One look, kept for the next."""

    pixels: Pixels
    lines: tuple[Line, ...]
    elements: tuple[Element, ...]


class Eyes:
    """Finds what a person could point at. Keeps the last look and the texts read so far."""

    def __init__(self) -> None:
        """Loads the networks (about a second). ModelError when their files are missing."""
        self._recognizer = Recognizer()
        self._lines = LineReader(self._recognizer)
        self._reader = Reader()
        self._last: _Look | None = None
        self._lock = threading.Lock()

    def look(self, frame: Frame) -> tuple[Element, ...]:
        """The elements in reading order, boxes in pixels of the frame, at most `MOST`."""
        with self._lock:
            if frame.elements is None:
                frame.elements = self._found(frame)
            return frame.elements

    def _found(self, frame: Frame) -> tuple[Element, ...]:
        last = self._last
        pixels = frame.pixels
        if last is not None and last.pixels.shape != pixels.shape:
            last = None
        changed = changed_regions(last.pixels, pixels) if last else content_regions(pixels)
        if last and not changed:
            return last.elements
        self._last = self._look(pixels, changed, last)
        return self._last.elements

    def _look(self, pixels: Pixels, changed: Sequence[Box], last: _Look | None) -> _Look:
        screen = Screen(pixels)
        lines = self._read(screen, changed, last)
        keys = read_keys(self._recognizer, screen, lines)
        candidates = assemble([*lines, *keys], screen.shapes)
        read = with_editors(pixels, candidates, self._reader.read(pixels, candidates))
        elements = without_twins(_clickable(candidates, read))
        rest = patches(pixels, candidates, elements)
        chosen = in_reading_order([*named(_filled(elements)), *rest])
        return _Look(pixels=pixels, lines=tuple(lines), elements=chosen)

    def _read(
        self,
        screen: Screen,
        changed: Sequence[Box],
        last: _Look | None,
    ) -> list[Line]:
        """The lines of the screen; only what changed is searched for them."""
        known = last.lines if last else ()
        regions = grow_to_hold(changed, [line.box for line in known])
        kept = [line for line in known if not any(overlap(line.box, box) for box in regions)]
        found = self._lines.find(screen, regions)
        if last is not None:
            apart = set(kept)
            again = [line for line in known if line not in apart]
            found = with_remembered(found, again, last.pixels, screen.pixels)
        lines = with_sums(self._recognizer, screen, [*kept, *found])
        lines += read_digits(self._recognizer, screen, lines)
        return without_signs(lines, screen.shapes)


def _clickable(candidates: Sequence[Candidate], elements: Sequence[Element]) -> list[Element]:
    """The elements that are something, with boxes whose middle does what the element is for."""
    found: list[Element] = []
    worn = {
        candidate.mark
        for candidate, element in zip(candidates, elements, strict=True)
        if element.role in _WEARERS
    }
    for candidate, element in zip(candidates, elements, strict=True):
        ticked = element.role in {Role.CHECKBOX, Role.RADIO}
        if element.role is Role.OTHER or (candidate.apart and not ticked):
            continue
        if candidate.kind is Kind.BARE and candidate.box in worn:
            continue
        if ticked and candidate.mark:
            # In lists and on many pages only the mark itself can be clicked, never the words.
            found.append(msgspec.structs.replace(element, box=candidate.mark))
        elif element.role is Role.ICON:
            found.append(msgspec.structs.replace(element, text=""))
        elif candidate.kind is Kind.MARKED and candidate.words and element.role not in _WEARERS:
            found.append(msgspec.structs.replace(element, box=candidate.words))
        else:
            found.append(element)
    return found


def _filled(elements: Sequence[Element]) -> list[Element]:
    """Fields with their content as text: of several lines all, of one line without the caret."""
    words = sorted(
        (element for element in elements if element.role is Role.TEXT),
        key=lambda word: (word.box.top, word.box.left),
    )
    filled: list[Element] = []
    for element in elements:
        if element.role is Role.FIELD:
            inside = (word.text for word in words if holds(element.box, word.box))
            text = element.text.removesuffix("|") or "\n".join(inside)
            filled.append(msgspec.structs.replace(element, text=text))
        else:
            filled.append(element)
    return filled


def in_reading_order(elements: Sequence[Element]) -> tuple[Element, ...]:
    """Rows from top to bottom, each from left to right; at most `MOST`, controls before words."""
    by_worth = sorted(elements, key=lambda element: _WORTH.get(element.role, 0))[:MOST]
    waiting = sorted(by_worth, key=lambda element: _row(element.box))
    ordered: list[Element] = []
    while waiting:
        row = _row(waiting[0].box)
        reach = row + max(4, min(waiting[0].box.height, 24) // 2)
        line = [element for element in waiting if _row(element.box) <= reach]
        waiting = waiting[len(line) :]
        ordered += sorted(line, key=lambda element: element.box.left)
    return tuple(ordered)


def _row(box: Box) -> int:
    """The height at which a person starts to read the box."""
    return box.top + min(box.height // 2, 16)
