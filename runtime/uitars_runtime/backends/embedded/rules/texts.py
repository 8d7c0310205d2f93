"""Lines of text as a person takes them together: in one row, in one paragraph.

Boxes alone decide. Not here: what is made of it (`sums.py`, `passages.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.rules.reading_order import rows
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box

_LINES: Final = frozenset({Role.TEXT, Role.ITEM, Role.MENU_ITEM, Role.LINK, Role.TITLE})
"""What lines of running text are taken for."""
_APART: Final = 2.0
"""Heights between what stands in one row."""
_BELOW: Final = 0.9
"""Heights between two lines of one paragraph."""
_EDGE: Final = 0.8
"""Heights by which the left edges of its lines differ."""
_SIZES: Final = 1.6
"""The higher of two lines of one paragraph, in the lower."""


class Run(msgspec.Struct, frozen=True):
    """Elements that belong together, in reading order."""

    items: tuple[Element, ...]

    @property
    def text(self) -> str:
        return " ".join(item.text for item in self.items)

    @property
    def box(self) -> Box:
        boxes = [item.box for item in self.items]
        return Box(
            min(box.left for box in boxes),
            min(box.top for box in boxes),
            max(box.right for box in boxes),
            max(box.bottom for box in boxes),
        )


def same_row(elements: Sequence[Element]) -> list[Run]:
    """Words close beside each other in one row, whoever cut them apart."""
    worded = [item for item in elements if item.text and item.role is not Role.FIELD]
    found: list[Run] = []
    for row in rows([item.box for item in worded]):
        items = [worded[index] for index in row]
        part = [items[0]]
        for before, after in pairwise(items):
            height = min(before.box.height, after.box.height, 80)
            if after.box.left - before.box.right > _APART * max(height, 12):
                found.append(Run(tuple(part)))
                part = []
            part.append(after)
        found.append(Run(tuple(part)))
    return found


def paragraphs(elements: Sequence[Element]) -> list[Run]:
    """Lines of text close below each other, from the uppermost paragraph on."""
    lines = sorted(
        (item for item in elements if item.text and item.role in _LINES),
        key=lambda item: (item.box.top, item.box.left),
    )
    found: list[list[Element]] = []
    for line in lines:
        home = next((part for part in found if _goes_on(part[-1].box, line.box)), None)
        if home is None:
            found.append([line])
        else:
            home.append(line)
    return [Run(tuple(part)) for part in found]


def _goes_on(above: Box, below: Box) -> bool:
    low, high = sorted((above.height, below.height))
    return (
        abs(above.left - below.left) <= _EDGE * high
        and -0.3 * low <= below.top - above.bottom <= _BELOW * high
        and high <= _SIZES * low
    )
