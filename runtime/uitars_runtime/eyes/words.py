"""The words at a place or in a window of a screenshot, for whoever must judge an action by them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.types import Box, Point

if TYPE_CHECKING:
    from uitars_runtime.eyes.lines import Line, LineReader
    from uitars_runtime.frame import Frame

_REACH = Box(-160, -32, 160, 32)
"""What is read around the place."""
_BESIDE, _ABOVE = 24, 12
"""Pixels between a place and a line that still is what stands there: the padding of a button."""

_SMALLEST = 8
"""Edge in pixels below which nothing can be read."""


class ScreenWords:
    """Reads on demand; the networks are loaded with the first place (a second). ModelError where
    their files are missing."""

    def at(self, seen: Frame, place: Point) -> str:
        """The lines of text at the place, one a line; empty where there are none."""
        around = Box(
            place.x + _REACH.left,
            place.y + _REACH.top,
            place.x + _REACH.right,
            place.y + _REACH.bottom,
        )
        lines = self._lines(seen, around)
        return "\n".join(line.text for line in lines if _grown(line.box).contains(place))

    def within(self, seen: Frame, area: Box) -> str:
        """All lines of text in a part of the screenshot, one a line."""
        return "\n".join(line.text for line in self._lines(seen, area))

    def _lines(self, seen: Frame, area: Box) -> list[Line]:
        """The lines in a part of the screenshot, with boxes in pixels of the screenshot."""
        left, top = max(0, area.left), max(0, area.top)
        right, bottom = min(seen.size.width, area.right), min(seen.size.height, area.bottom)
        if right - left < _SMALLEST or bottom - top < _SMALLEST:
            return []
        import numpy as np

        from uitars_runtime.eyes.proposals import propose

        pixels = np.ascontiguousarray(seen.pixels[top:bottom, left:right])
        whole = Box(0, 0, right - left, bottom - top)
        return [
            msgspec.structs.replace(line, box=_moved(line.box, left, top))
            for line in self._reader.find(pixels, [whole], propose(pixels))
        ]

    @functools.cached_property
    def _reader(self) -> LineReader:
        from uitars_runtime.eyes.lines import LineReader
        from uitars_runtime.eyes.recognition import Recognizer

        return LineReader(Recognizer())


def _moved(box: Box, right: int, down: int) -> Box:
    return Box(box.left + right, box.top + down, box.right + right, box.bottom + down)


def _grown(box: Box) -> Box:
    return Box(box.left - _BESIDE, box.top - _ABOVE, box.right + _BESIDE, box.bottom + _ABOVE)
