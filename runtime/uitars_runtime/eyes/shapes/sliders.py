"""Sliders: a knob on a track, found by their shapes alone.

The knob hides a part of its track, so that what is seen of it are pieces left and right of the
knob, or above and below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from uitars_runtime.geometry import gap_across, union
from uitars_runtime.types import Box

KNOB: Final = 12, 64
"""Sides of a knob in pixels, up to three times as large as it comes."""
FRAMED: Final = 0.7
"""Share of its outline that a knob, round ones too, has at least."""
THIN: Final = 0.85
"""Thickness of a track in that of its knob, at most."""
NEAR: Final = 8
"""Pixels between a knob and the piece of the track that goes on behind it, at most."""
LEVEL: Final = 3
"""Pixels by which the middles of a knob and of its track differ, at most."""
LENGTH: Final = 3.0
"""Length of a slider in that of its knob, at least."""


class Slider(msgspec.Struct, frozen=True):
    """A knob and its track."""

    box: Box
    """All of it."""
    knob: Box


def find_sliders(shapes: Sequence[tuple[Box, float]]) -> list[Slider]:
    """The sliders among shapes, each with the share of its outline that is drawn."""
    found: list[Slider] = []
    for knob, frame in shapes:
        if frame < FRAMED or not _is_knob(knob):
            continue
        for upright in (False, True):
            pieces = [box for box, _ in shapes if _goes_on(knob, box, upright)]
            whole = knob
            for piece in pieces:
                whole = union(whole, piece)
            if pieces and _length(whole, upright) >= LENGTH * _length(knob, upright):
                found.append(Slider(whole, knob))
    return found


def _is_knob(box: Box) -> bool:
    least, most = KNOB
    short, long = sorted((box.width, box.height))
    return least <= short and long <= most and long <= 2 * short


def _goes_on(knob: Box, piece: Box, upright: bool) -> bool:
    """Whether the piece is thinner than the knob and ends right beside it, on a level with it."""
    if upright:
        knob, piece = _turned(knob), _turned(piece)
    level = abs(knob.center.y - piece.center.y) <= LEVEL
    gap = gap_across(knob, piece)
    thin = 3 <= piece.height <= THIN * knob.height
    return level and thin and -NEAR <= gap <= NEAR and piece.width >= 4


def _turned(box: Box) -> Box:
    return Box(box.top, box.left, box.bottom, box.right)


def _length(box: Box, upright: bool) -> int:
    return box.height if upright else box.width
