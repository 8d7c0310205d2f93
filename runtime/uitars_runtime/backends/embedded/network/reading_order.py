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
    return [index for row in rows(boxes) for index in row]


def rows(boxes: Sequence[Box]) -> list[list[int]]:
    """Indices of the boxes by row from above, each row from left to right."""
    found: list[list[int]] = []
    for index in sorted(range(len(boxes)), key=lambda at: boxes[at].center.y):
        if not found or not _level(boxes[found[-1][0]], boxes[index]):
            found.append([])
        found[-1].append(index)
    return [sorted(row, key=lambda at: boxes[at].left) for row in found]


def _level(first: Box, other: Box) -> bool:
    reach = max(_LEAST, min(first.height, other.height) // 2)
    return other.center.y - first.center.y < reach
