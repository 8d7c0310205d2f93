"""What several shapes make together: three dots, the frame of a number before its arrows.

Three even dots are the picture of a button that shows more.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np

from uitars_runtime.eyes.shapes.ink import Pixels
from uitars_runtime.geometry import holds, union
from uitars_runtime.types import Box

LEVEL: Final = 3
"""Pixels by which the middles of what stands on one level differ, at most."""
FLAT: Final = 1.2
"""Width of an arrow that points up or down, in its height, at least."""
BEHIND: Final = -2, 4
"""Pixels from a number's frame to that of its arrows or buttons."""
NARROW: Final = 0.3, 0.85
"""Widths of the frame around two arrows, in its height."""
DOT: Final = 3, 16
"""Sides of a dot in pixels, up to three times as large as it comes."""
COUNT: Final = 3
EVEN: Final = 2
"""Pixels by which dots of one picture differ in size, in place and in their distances."""
APART: Final = 3.0
"""Distance of the middles of two dots in their size, at most."""
PICTURE: Final = 8
"""Side in pixels from which a round button may hold a picture."""
ONE_COLOUR: Final = 60
"""Sum over the three channels up to which two colours are one."""
PLAIN: Final = 0.8
"""Share of the middle of a dot that has one colour."""


def before_arrows(number: Box, shapes: Sequence[Box]) -> bool:
    """Whether a frame of the height of the number's stands right behind it, as narrow as arrows."""
    least, most = NARROW
    return any(
        _is_level(number, shape)
        and _is_right_behind(number, shape)
        and least <= shape.width / shape.height <= most
        for shape in shapes
    )


def before_buttons(number: Box, shapes: Sequence[Box]) -> bool:
    """Whether two frames of one size stand right behind the number's, in one frame with it."""
    level = [box for box in shapes if _is_level(number, box)]
    for first in level:
        for second in level:
            whole = union(number, second)
            if (
                _is_right_behind(number, first)
                and _is_right_behind(first, second)
                and abs(first.width - second.width) <= LEVEL
                and any(holds(box, whole) and _is_close(box, whole) for box in shapes)
            ):
                return True
    return False


def _is_level(one: Box, other: Box) -> bool:
    return abs(one.top - other.top) <= LEVEL and abs(one.bottom - other.bottom) <= LEVEL


def _is_right_behind(one: Box, other: Box) -> bool:
    nearest, farthest = BEHIND
    return nearest <= other.left - one.right <= farthest


def _is_close(around: Box, whole: Box) -> bool:
    return max(around.width - whole.width, around.height - whole.height) <= 2 * BEHIND[1]


def more_buttons(pixels: Pixels, shapes: Sequence[Box]) -> list[tuple[Box, tuple[Box, ...]]]:
    """Boxes around three even dots, with room to click, and the dots; more of them in a row are
    something else, and so are round pictures.

    Worth 1 right element of 6,221 (0 to 3; `bench/eyes_rules.py`).
    """
    dots = [box for box in shapes if _is_dot(box) and _is_plain(pixels, box)]
    return [*_rows(dots, upright=False), *_rows(dots, upright=True)]


def _rows(dots: Sequence[Box], *, upright: bool) -> list[tuple[Box, tuple[Box, ...]]]:
    """The same for dots side by side, or for dots above each other."""
    places = {dot: dot.left if upright else dot.top for dot in dots}
    ordered = sorted(places, key=lambda dot: places[dot])
    keys = [places[dot] for dot in ordered]
    found: list[tuple[Box, tuple[Box, ...]]] = []
    for first in ordered:
        start = bisect_left(keys, places[first] - EVEN)
        end = bisect_right(keys, places[first] + EVEN)
        near = sorted(
            (dot for dot in ordered[start:end] if _is_like(first, dot)),
            key=lambda dot: (dot.left, dot.top),
        )
        if len(near) == COUNT and near[0] == first and _are_even(near):
            found.append((_around(near), tuple(near)))
    return found


def _is_dot(box: Box) -> bool:
    least, most = DOT
    short, long = sorted((box.width, box.height))
    return least <= short and long <= most and long - short <= EVEN


def _is_plain(pixels: Pixels, box: Box) -> bool:
    """Whether the middle of a dot has one colour; small ones have no room for a picture."""
    if min(box.width, box.height) < PICTURE:
        return True
    across, down = box.width // 4, box.height // 4
    part = pixels[box.top + down : box.bottom - down, box.left + across : box.right - across]
    colours = part.reshape(-1, 3).astype(np.int16)
    apart = np.abs(colours - np.median(colours, axis=0)).sum(axis=1)
    return float((apart <= ONE_COLOUR).mean()) >= PLAIN


def _is_like(one: Box, other: Box) -> bool:
    """Whether two dots are of one size and near enough to be of one picture."""
    sizes = abs(one.width - other.width), abs(one.height - other.height)
    return max(sizes) <= EVEN and _steps(one, other) <= COUNT * APART * one.width


def _steps(one: Box, other: Box) -> int:
    return abs(one.left - other.left) + abs(one.top - other.top)


def _are_even(dots: Sequence[Box]) -> bool:
    first, second, third = dots
    steps = _steps(first, second), _steps(second, third)
    touching = any(_steps(one, other) <= one.width for one, other in combinations(dots, 2))
    return (
        not touching
        and abs(steps[0] - steps[1]) <= EVEN
        and max(steps) <= APART * max(first.width, first.height)
    )


def _around(dots: Sequence[Box]) -> Box:
    whole = union(dots[0], dots[-1])
    room = max(dots[0].width, dots[0].height) // 2
    return Box(
        max(0, whole.left - room),
        max(0, whole.top - room),
        whole.right + room,
        whole.bottom + room,
    )
