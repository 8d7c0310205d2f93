"""A slider that shows its number is clicked where that should be, and nudged by keys to it. One
that shows none is put where that should be, once; a person says if it is right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from uitars_runtime.element import Element, Role
from uitars_runtime.geometry import Box, Point, gap_across
from uitars_runtime.types import Click, Press

_NUMBER: Final = re.compile(r"(?<![\w.,])-?\d+(?:\.\d+)?(?![\d.,]\d)")
_OTHERS: Final = frozenset({Role.CHECKBOX, Role.RADIO, Role.BUTTON, Role.LINK})
"""What has words of its own."""
_BESIDE: Final = 60
"""Pixels from a slider to its number at most, across; the number of a longer one stands above its
knob."""
_ABOVE: Final = 2.0
"""Heights of a slider within which a number above or below is its own. Ours."""
_CLICKS, _KEYS = 5, 12
"""Tries at most. Ours."""
_PERCENT: Final = (0, 100)
"""What most go from and to."""
_ENDS: Final = re.compile(r"\((\d+) ?(?:to|-|–|…|\.\.) ?(\d+)\)")
_FEW: Final = 3
"""What keys are for at once, where each is one."""
_NEAR: Final = 3
"""Pixels of a slider that a click may miss by, where keys go on."""


def number_of(slider: Box, elements: Sequence[Element]) -> float | None:
    """What a slider shows: the one number in the words beside, above or below it; two at its two
    ends are those that it goes from and to."""
    found = [
        (one.box, float(numbers[0]))
        for one in elements
        if one.role not in _OTHERS
        and _is_beside(one.box, slider)
        and len(numbers := _NUMBER.findall(one.text)) == 1
    ]
    before = [pair for pair in found if pair[0].right <= slider.left]
    behind = [pair for pair in found if pair[0].left >= slider.right]
    if before and behind:
        found = [pair for pair in found if pair not in (*before, *behind)]
    near = [(gap_across(box, slider) + abs(box.center.y - slider.center.y), n) for box, n in found]
    return min(near)[1] if near else None


def ends_of(label: str) -> tuple[int, int]:
    """What a slider goes from and to, as its label may say: "Overall (0 to 10)"."""
    said = _ENDS.search(label)
    least, most = (int(said[1]), int(said[2])) if said else _PERCENT
    return (least, most) if least < most else _PERCENT


def _is_beside(box: Box, slider: Box) -> bool:
    across, apart = gap_across(box, slider), abs(box.center.y - slider.center.y)
    if apart < max(box.height, slider.height) / 2:
        return across <= _BESIDE and not slider.contains(box.center)
    return across < 0 and apart <= _ABOVE * slider.height


class Slide:
    """One slider on its way to a number."""

    def __init__(self, track: Box, wanted: float, label: str = "") -> None:
        self._track, self._wanted, self.ends = track, wanted, ends_of(label)
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
        """Where the number should be; it may be shown from then on."""
        within = self.ends[0] <= self._wanted <= self.ends[1]
        if self.is_put or not within or self._wanted % 1:
            return None
        self.is_put, self._clicked = True, self._place()
        return Click(Point(self._clicked, self._track.center.y))

    def _place(self) -> int:
        """Where the number should be: between the nearest clicks on both sides of it, else as it
        changed between the last two; before, as if it went from end to end, and far from there."""
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
            least, most = self.ends
            knob = self._track.height  # its middle stays within
            found = left + knob / 2 + (wide - knob) * (self._wanted - least) / (most - least)
        return round(min(max(found, left + 1), self._track.right - 1))
