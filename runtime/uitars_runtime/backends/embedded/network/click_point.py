"""Which pixel of an element to click or to drop on: its middle, the words meant where a line holds
several, a little beyond the middle where something is dragged along.

The eyes read words that stand close together as one line ("File Edit Format"); what the task names
is then a part of it, and so is the place to click: on 220 pictures (120 drawn ones, programs of
`bench/eyes_programs.json`, those of `bench/rules`) 93 elements are read as a part of a longer line
and not by themselves, 68 of them are hit so, and none by the middle of the line.
"""

from __future__ import annotations

import re
from typing import Final

from uitars_runtime.backends.embedded.situation import Decision, Situation, aim
from uitars_runtime.element import Element, Role
from uitars_runtime.grounding import Side
from uitars_runtime.types import Box, Point

_PIECE: Final = re.compile(r"\w+")
_NARROW: Final = 4
"""Pixels per character below which the words stand beside the box, not in it."""
_WHOLE: Final = {Role.FIELD, Role.COMBO, Role.CHECKBOX, Role.RADIO, Role.SLIDER, Role.SCROLLBAR}
"""Controls that answer as a whole."""


def spot(item: Element, decision: Decision, situation: Situation) -> Point:
    """The pixel to click on an element for a decision."""
    span = decision.serves
    if span is None or decision.side is not Side.ON:
        return aim(item, decision.side)
    served = situation.words[span.first : span.last + 1]
    return within(item, [word.text for word in served])


def dragged(item: Element, onto: Element) -> tuple[Point, Point]:
    """Where a drag begins and ends."""
    return item.box.center, drop(item.box, onto.box)


def drop(start: Box, end: Box) -> Point:
    """Where a drag onto a box ends: a quarter beyond its middle, on the way that it came. Lists
    move an entry when it has passed the middle of the one whose place it takes."""
    middle = end.center
    across, down = middle.x - start.center.x, middle.y - start.center.y
    if abs(down) >= abs(across):
        return Point(middle.x, middle.y + _toward(down, end.height))
    return Point(middle.x + _toward(across, end.width), middle.y)


def _toward(way: int, size: int) -> int:
    return (way > 0) * (size // 4) - (way < 0) * (size // 4)


def within(item: Element, words: list[str]) -> Point:
    """The middle of an element, or of those of its words that are among the given ones."""
    middle = item.box.center
    part = None if item.role in _WHOLE else _part(item.text, words)
    if part is None or item.box.width < _NARROW * len(item.text):
        return middle
    share = (part[0] + part[1]) / 2 / len(item.text)
    return Point(item.box.left + int(item.box.width * share), middle.y)


def _part(text: str, words: list[str]) -> tuple[int, int] | None:
    """Where the longest run of the words stands in a text; None where it is all or nothing."""
    pieces = list(_PIECE.finditer(text.lower()))
    said = [piece for word in words for piece in _PIECE.findall(word.lower())]
    best: tuple[int, int] | None = None
    longest = 0
    for start in range(len(pieces)):
        for other in range(len(said)):
            size = 0
            while (
                start + size < len(pieces)
                and other + size < len(said)
                and pieces[start + size].group() == said[other + size]
            ):
                size += 1
            if size > longest:
                longest = size
                best = (pieces[start].start(), pieces[start + size - 1].end())
    return None if longest == len(pieces) else best
