"""The rows of a table, from its headers and what stands below them, whatever the eyes take it for.

Entries of a table are counted by its rows, not by its cells. Not here: lists and grids that have no
headers, which are counted in reading order (`reading_order.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import Final

from uitars_runtime.backends.embedded.network.reading_order import rows
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box

_CELLS: Final = {Role.ITEM, Role.TEXT, Role.MENU_ITEM, Role.LINK, Role.BUTTON}
_BEYOND: Final = 8
"""Pixels by which a cell may reach over the ends of the headers."""
_GAP: Final = 1.8
"""Pitches of the rows above it from which what stands below does not belong to the table."""


def first_cells(elements: Sequence[Element]) -> list[int]:
    """Indices of the first cell of each row, from above; empty where no headers stand level."""
    heads = [item.box for item in elements if item.role is Role.HEADER]
    level = max(rows(heads), key=len, default=list[int]())
    if len(level) < 2:
        return []
    head = [heads[index] for index in level]
    below = [at for at, item in enumerate(elements) if item.role in _CELLS and _under(item, head)]
    found = rows([elements[at].box for at in below])
    first = [below[row[0]] for row in found]
    return first[: _end([elements[at].box for at in first])]


def _under(item: Element, head: Sequence[Box]) -> bool:
    middle = item.box.center
    left, right = min(box.left for box in head), max(box.right for box in head)
    low = max(box.bottom for box in head)
    return bool(item.text) and middle.y > low and left - _BEYOND <= middle.x <= right + _BEYOND


def _end(boxes: Sequence[Box]) -> int:
    """How many rows follow each other at about the same pitch."""
    steps = [after.center.y - before.center.y for before, after in pairwise(boxes)]
    for at in range(1, len(steps)):
        if steps[at] > _GAP * median(steps[:at]):
            return at + 1
    return len(boxes)
