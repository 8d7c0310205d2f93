"""The words at one place of a screenshot, for whoever must judge a click without a whole look."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from uitars_runtime.types import Box, Point

if TYPE_CHECKING:
    from uitars_runtime.eyes.lines import LineReader
    from uitars_runtime.frame import Frame

_REACH = Box(-160, -32, 160, 32)
"""What is read around the place."""
_BESIDE, _ABOVE = 24, 12
"""Pixels between a place and a line that still is what stands there: the padding of a button."""


class WordsAt:
    """Reads on demand; the networks are loaded with the first place (a second). ModelError where
    their files are missing."""

    def read(self, seen: Frame, place: Point) -> str:
        """The lines of text at the place, one a line; empty where there are none."""
        box = Box(
            max(0, place.x + _REACH.left),
            max(0, place.y + _REACH.top),
            min(seen.size.width, place.x + _REACH.right),
            min(seen.size.height, place.y + _REACH.bottom),
        )
        if box.width < 8 or box.height < 8:
            return ""
        from uitars_runtime.eyes.proposals import propose

        pixels = np.ascontiguousarray(seen.pixels[box.top : box.bottom, box.left : box.right])
        whole = Box(0, 0, box.width, box.height)
        lines = self._reader.find(pixels, [whole], propose(pixels))
        at = Point(place.x - box.left, place.y - box.top)
        return "\n".join(line.text for line in lines if _grown(line.box).contains(at))

    @functools.cached_property
    def _reader(self) -> LineReader:
        from uitars_runtime.eyes.lines import LineReader
        from uitars_runtime.eyes.recognition import Recognizer

        return LineReader(Recognizer())


def _grown(box: Box) -> Box:
    return Box(box.left - _BESIDE, box.top - _ABOVE, box.right + _BESIDE, box.bottom + _ABOVE)
