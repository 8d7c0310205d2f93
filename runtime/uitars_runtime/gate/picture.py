"""The piece of the screenshot that a person sees in a question, and where the target is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uitars_runtime.types import Action, Click, Drag, Move, Point, Scroll

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame

_WIDTH, _HEIGHT = 320, 200
"""Pixels around a target: enough to know a dialog by its title and buttons."""


def place_of(action: Action) -> Point | None:
    """The screenshot's pixel that an action is aimed at; None for one without a place."""
    match action:
        case Click(at=point) | Move(at=point) | Scroll(at=point) | Drag(start=point):
            return point
        case _:
            return None


def picture_of(action: Action, seen: Frame) -> tuple[bytes, Point | None]:
    """A PNG of the surroundings of the target, at most 320 by 200 pixels, and the target's pixel
    in it; nothing for an action without a place on the screenshot."""
    place = place_of(action)
    if place is None or not seen.size.contains(place):
        return b"", None
    import numpy as np

    from uitars_runtime.frame import Frame

    left = _start(place.x, _WIDTH, seen.size.width)
    top = _start(place.y, _HEIGHT, seen.size.height)
    pixels = seen.pixels[top : top + _HEIGHT, left : left + _WIDTH]
    crop = Frame(np.ascontiguousarray(pixels))
    return crop.png(), Point(place.x - left, place.y - top)


def _start(place: int, length: int, whole: int) -> int:
    """Where a stretch around `place` begins that stays inside `whole`."""
    return max(0, min(place - length // 2, whole - length))
