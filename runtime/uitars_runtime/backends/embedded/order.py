"""The order in which a person counts things: row by row, each row from left to right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uitars_runtime.types import Box

_LEAST: Final = 7
"""Pixels by which the middles of things in one row may differ, however flat the things are."""


def reading_order(boxes: Sequence[Box]) -> list[int]:
    """Indices of the boxes in the order of reading.

    A row holds what lies level with its uppermost thing: words in one row have middles some pixels
    apart, for letters reach up and down differently.
    """
    ordered: list[int] = []
    row: list[int] = []
    for index in sorted(range(len(boxes)), key=lambda at: boxes[at].center.y):
        if row and not _level(boxes[row[0]], boxes[index]):
            ordered += sorted(row, key=lambda at: boxes[at].left)
            row = []
        row.append(index)
    return ordered + sorted(row, key=lambda at: boxes[at].left)


def _level(first: Box, other: Box) -> bool:
    reach = max(_LEAST, min(first.height, other.height) // 2)
    return other.center.y - first.center.y < reach
