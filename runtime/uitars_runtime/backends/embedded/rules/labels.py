"""Names for controls that the eyes left without one: the words beside or above them.

A second look at what the eyes say, from boxes alone; what has a name keeps it. Not here: the names
that the eyes give (`eyes/naming.py`).
Its worth (bench/rules.py --tasks): 6 of 282 whole tasks of the symbolic desktop, where many
programs give no names; of 452 steps on programs it wins one and costs one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box

_ENTRIES: Final = {Role.FIELD, Role.COMBO, Role.SLIDER}
_MARKS: Final = {Role.CHECKBOX, Role.RADIO}
_WORDS: Final = {Role.TEXT, Role.ITEM, Role.HEADER, Role.LINK, Role.OTHER, Role.MENU_ITEM}
_LARGE: Final = 130
"""Pixels of height from which an area is a document or a container, which no label names."""

_FAR: Final = 100
"""What stands right of a tick names it before anything that stands left of it."""
_WIDEST: Final = 800
"""Pixels between a label at the left end of a row and the control at its right end."""


def with_labels(elements: Sequence[Element]) -> tuple[Element, ...]:
    """The same elements; nameless fields, lists and ticks take the name of their label."""
    words = [item for item in elements if item.text and item.role in _WORDS]
    return tuple(
        msgspec.structs.replace(item, name=_label(item, words)) if _nameless(item) else item
        for item in elements
    )


def _nameless(item: Element) -> bool:
    if item.role in _ENTRIES:
        return not item.name and item.box.height < _LARGE
    return item.role in _MARKS and not item.name and not item.text


def _label(item: Element, words: Sequence[Element]) -> str:
    box = item.box
    best, name = 1e9, ""
    for label in words:
        cost = (
            min(_right_of(box, label.box), _FAR + _left_of(box, label.box))
            if item.role in _MARKS
            else min(_left_of(box, label.box), 40 + 4 * _above(box, label.box))
        )
        if cost < best:
            best, name = cost, label.text
    return name.rstrip(":* ")


def _left_of(box: Box, label: Box) -> float:
    """How far a label lies left of a box in the same row."""
    level = abs(label.center.y - box.center.y) <= max(10, min(box.height, 60) * 0.5)
    gap = box.left - label.right
    return gap if level and -6 <= gap < _WIDEST else 1e9


def _right_of(box: Box, label: Box) -> float:
    level = abs(label.center.y - box.center.y) <= max(8, box.height * 0.6)
    gap = label.left - box.right
    return gap if level and -6 <= gap < 60 else 1e9


def _above(box: Box, label: Box) -> float:
    """How far a label lies above a box with the same left edge."""
    gap = box.top - label.bottom
    return max(gap, 0) if -4 <= gap < 30 and -20 <= label.left - box.left < 90 else 1e9
