"""Lines read before, in a part of the screen that is read again because something in it changed.

The detector reads a small part of the screen otherwise than the whole: what did not change stays
what it was, unless more is read there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from uitars_runtime.eyes.shapes.regions import Pixels
from uitars_runtime.eyes.text.lines import Line
from uitars_runtime.geometry import overlap
from uitars_runtime.types import Box

BEYOND: Final = 4
"""Pixels by which what is read again may reach beyond a line without being more than it."""


def with_remembered(
    found: Sequence[Line], known: Sequence[Line], before: Pixels, after: Pixels
) -> list[Line]:
    """What was found, with the known lines of which no pixel changed in the place of what was found
    in them. `before`, `after`: the screen then and as it is."""
    same = [
        line
        for line in known
        if _is_same(line.box, before, after)
        and not any(overlap(line.box, one.box) and _is_more(one.box, line.box) for one in found)
    ]
    rest = [one for one in found if not any(overlap(one.box, line.box) for line in same)]
    return [*same, *rest]


def _is_same(box: Box, before: Pixels, after: Pixels) -> bool:
    rows, columns = slice(box.top, box.bottom), slice(box.left, box.right)
    return np.array_equal(before[rows, columns], after[rows, columns])


def _is_more(one: Box, line: Box) -> bool:
    """Whether a box reaches beyond that of a line."""
    return (
        one.left < line.left - BEYOND
        or one.right > line.right + BEYOND
        or one.top < line.top - BEYOND
        or one.bottom > line.bottom + BEYOND
    )
