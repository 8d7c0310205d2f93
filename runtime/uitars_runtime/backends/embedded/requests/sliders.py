"""A slider that shows its number is clicked where that should be, and nudged by keys to it. One
that shows none is put where a share of a hundred should be, once; a person says if it is right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from uitars_runtime.element import Element
from uitars_runtime.geometry import Box, Point, gap_across
from uitars_runtime.types import Click, Press

_NUMBER: Final = re.compile(r"(?<![\w.,])-?\d+(?:\.\d+)?(?![\d.,]\d)")
_BESIDE: Final = 60
"""Pixels from a slider to its number at most, across; the number of a longer one stands above its
knob."""
_ABOVE: Final = 2.0
"""Heights of a slider within which a number above or below is its own. Ours."""
_CLICKS, _KEYS = 5, 12
"""Tries at most. Ours."""
_PERCENT: Final = 100.0
"""What most go up to."""
_FEW: Final = 3
"""What keys are for at once, where each is one."""
_NEAR: Final = 3
"""Pixels of a slider that a click may miss by, where keys go on."""


def number_of(slider: Box, elements: Sequence[Element]) -> float | None:
    """What a slider shows: the one number in the words beside, above or below it."""
    found = [
        (gap_across(one.box, slider) + abs(one.box.center.y - slider.center.y), float(numbers[0]))
        for one in elements
        if _is_beside(one.box, slider) and len(numbers := _NUMBER.findall(one.text)) == 1
    ]
    return min(found)[1] if found else None


def _is_beside(box: Box, slider: Box) -> bool:
    across, apart = gap_across(box, slider), abs(box.center.y - slider.center.y)
    if apart < max(box.height, slider.height) / 2:
        return across <= _BESIDE and not slider.contains(box.center)
    return across < 0 and apart <= _ABOVE * slider.height


class Slide:
    """One slider on its way to a number."""

    def __init__(self, track: Box, wanted: float) -> None:
        self._track, self._wanted = track, wanted
        self._tried: list[tuple[int, float]] = []
        """Where it was clicked, and what it showed then."""
        self._clicked: int | None = None
        self._keys = 0
        self.is_put = False
        """Whether it was put somewhere without a number that says where."""

    def is_shown(self, elements: Sequence[Element]) -> bool:
        return number_of(self._track, elements) == self._wanted

    def next(self, elements: Sequence[Element]) -> Click | Press | None:
        """What is done next; None where it does not come nearer."""
        shown = number_of(self._track, elements)
        if self._keys >= _KEYS:
            return None
        if shown is None:
            return self._put()
        if self._clicked is not None:
            self._tried.append((self._clicked, shown))
            self._clicked = None
        at = self._place()
        near = bool(self._tried) and abs(at - self._tried[-1][0]) <= _NEAR
        few = bool(self._tried) and abs(shown - self._wanted) <= _FEW
        if near or few or len(self._tried) >= _CLICKS or self._keys:
            self._keys += 1
            return Press(("right" if shown < self._wanted else "left",))
        self._clicked = at
        return Click(Point(at, self._track.center.y))

    def _put(self) -> Click | None:
        """Where a number is of a hundred, as most go up to; it may show its number from then on."""
        if self.is_put or not (self._wanted.is_integer() and 0 <= self._wanted <= _PERCENT):
            return None
        self.is_put, self._clicked = True, self._place()
        return Click(Point(self._clicked, self._track.center.y))

    def _place(self) -> int:
        """Where the number should be: between the nearest clicks on both sides of it, else as it
        changed between the last two; before, as if it went from 0 to 100, and far from there."""
        left, wide = self._track.left, self._track.width
        if len(self._tried) > 1:
            below = [one for one in self._tried if one[1] < self._wanted]
            above = [one for one in self._tried if one[1] > self._wanted]
            both = (max(below), min(above)) if below and above else self._tried[-2:]
            (at, shown), (later, other) = both
            pitch = (later - at) / (other - shown) if other != shown else 0.0
            found = later + (self._wanted - other) * pitch
        elif self._tried:
            found = left + wide * (0.25 if self._tried[0][0] > self._track.center.x else 0.75)
        else:
            knob = self._track.height  # its middle stays within
            found = left + knob / 2 + (wide - knob) * self._wanted / _PERCENT
        return round(min(max(found, left + 1), self._track.right - 1))
