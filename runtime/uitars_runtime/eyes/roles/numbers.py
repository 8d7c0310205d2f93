"""What a number is, whatever the network takes it for: words, or the field of a spin box.

Seen by themselves, the frame and the buttons of a GTK spin box are three icons in a row. Where lone
numbers are read is told in `text/signs.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from uitars_runtime.element import Role
from uitars_runtime.eyes.shapes.candidates import Candidate, Kind
from uitars_runtime.geometry import holds, union
from uitars_runtime.types import Box

NUMBER: Final = re.compile(r"[-+−]?\d{1,6}(?:[.,:]\d{1,4})?")
SLIM: Final = 0.85
"""Width of a nought in its height, at most."""
LEVEL: Final = 3
"""Pixels by which the edges of what stands on one level differ, at most."""
BEHIND: Final = -2, 4
"""Pixels from the frame of a number to that of its arrows or buttons."""
NARROW: Final = 0.3, 0.85
"""Widths of the frame around two arrows, in its height."""
_PICTURES: Final = frozenset({Role.ICON, Role.OTHER, Role.BUTTON})
"""What numbers without a frame are mistaken for."""


def written(candidates: Sequence[Candidate], roles: Sequence[Role]) -> list[int]:
    """The rows of numbers without a frame that were taken for pictures; a circle or a square that
    was read as a nought is none.

    Worth 1 of 452 steps (`bench/rules.py`), seen and told.
    """
    return [
        row
        for row, (one, role) in enumerate(zip(candidates, roles, strict=True))
        if one.kind is Kind.LINE
        and role in _PICTURES
        and NUMBER.fullmatch(one.text)
        and (one.text != "0" or one.box.width <= SLIM * one.box.height)
    ]


def counted(candidates: Sequence[Candidate]) -> list[int]:
    """The rows of the fields of spin boxes.

    Worth no right element of the trial; GTK settings in `tests/runtime/test_eyes_look.py` need it.
    """
    others = [one.box for one in candidates if not NUMBER.fullmatch(one.text)]
    return [
        row
        for row, one in enumerate(candidates)
        if one.kind is Kind.BOXED and NUMBER.fullmatch(one.text) and _counts(one.box, others)
    ]


def _counts(number: Box, shapes: Sequence[Box]) -> bool:
    """Whether arrows stand right behind a number, or two buttons of one size in one frame with
    it."""
    least, most = NARROW
    level = [box for box in shapes if _is_level(number, box)]
    first = [box for box in level if _is_behind(number, box)]
    if any(least <= box.width / box.height <= most for box in first):
        return True
    pairs = [(one, other) for one in first for other in level if _is_behind(one, other)]
    return any(
        abs(one.width - other.width) <= LEVEL and _is_framed(union(number, other), shapes)
        for one, other in pairs
    )


def _is_level(one: Box, other: Box) -> bool:
    return abs(one.top - other.top) <= LEVEL and abs(one.bottom - other.bottom) <= LEVEL


def _is_behind(one: Box, other: Box) -> bool:
    nearest, farthest = BEHIND
    return nearest <= other.left - one.right <= farthest


def _is_framed(whole: Box, shapes: Sequence[Box]) -> bool:
    room = 2 * BEHIND[1]
    return any(
        holds(box, whole) and max(box.width - whole.width, box.height - whole.height) <= room
        for box in shapes
    )
