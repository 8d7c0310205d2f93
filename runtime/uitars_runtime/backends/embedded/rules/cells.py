"""What is meant in a table where the model points at a neighbour of it.

"Tick the row Plums" means the little box of that row: a click on its words only selects it. "The
entry whose size is 3 MB" means that entry, not the header of its column. Boxes and words decide;
not here: which part of the task is served, and how rows are counted (`tables.py`).
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.vocabulary import Act, Side
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_runtime.element import Element, Role

_ON: Final = frozenset(("tick", "check"))
_OFF: Final = frozenset(("untick", "uncheck"))
_WORDS: Final = {Role.ITEM, Role.TEXT, Role.MENU_ITEM, Role.LINK}
_BOXES: Final = {Role.CHECKBOX, Role.RADIO}
_LEVEL: Final = 8
"""Pixels by which the middles of what stands in one row may differ."""


def in_table(decision: Decision, situation: Situation) -> Decision:
    """The same decision, or a click on what is meant instead of its neighbour."""
    span, index = decision.serves, decision.element
    if span is None or index is None or decision.act is not Act.CLICK:
        return decision
    words = situation.words[span.first : span.last + 1]
    said = situation.task[words[0].start : words[-1].end]
    cell = _below(situation.elements, index, said)
    box = _box(situation.elements, cell, {word.text.lower() for word in words})
    if box == index:
        return decision
    return msgspec.structs.replace(decision, element=box, side=Side.ON)


def _below(elements: tuple[Element, ...], index: int, said: str) -> int:
    """The cell under a header of whose words the task says most; else the element itself."""
    head = elements[index]
    if head.role is not Role.HEADER:
        return index
    column = range(head.box.left, head.box.right)
    under = [
        at
        for at, item in enumerate(elements)
        if item.role in _WORDS and item.box.top >= head.box.bottom and item.box.center.x in column
    ]
    named = [at for at in under if _says(said, elements[at].text)]
    longest = max((len(elements[at].text) for at in named), default=0)
    meant = [at for at in named if len(elements[at].text) == longest]
    return meant[0] if len(meant) == 1 else index


def _says(said: str, words: str) -> bool:
    whole = rf"(?<!\w){re.escape(words)}(?!\w)"
    return words != "" and re.search(whole, said, re.IGNORECASE) is not None


def _box(elements: tuple[Element, ...], index: int, said: set[str]) -> int:
    """The only box of a row to be ticked, where it is not yet as asked; else the element itself."""
    item = elements[index]
    on, off = bool(said & _ON), bool(said & _OFF)
    if on == off or item.role not in _WORDS:
        return index
    boxes = [at for at, other in enumerate(elements) if _in_row(other, item)]
    if len(boxes) != 1 or elements[boxes[0]].checked is on:
        return index
    return boxes[0]


def _in_row(box: Element, item: Element) -> bool:
    level = abs(box.box.center.y - item.box.center.y) <= _LEVEL
    return box.role in _BOXES and level and box.box.height < 2 * item.box.height + _LEVEL
