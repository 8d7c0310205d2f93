"""Spin buttons: two small arrows, one above the other, that many styles draw in one frame.

Either half of the frame does something else, so each is a shape of its own. The frame of a number
right before such arrows, or before a pair of buttons in one frame with it, is a field.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uitars_runtime.geometry import holds, union
from uitars_runtime.types import Box

ARROW: Final = 4, 30
"""Sides of an arrow in pixels, up to three times as large as it comes."""
FLAT: Final = 1.2
"""Width of an arrow that points up or down, in its height, at least."""
LEVEL: Final = 3
"""Pixels by which the middles and the sizes of both arrows differ, at most."""
ROOM: Final = 2.6
"""Sides of the frame around both arrows in those of an arrow, at most."""
LONG: Final = 1.5
"""Width of a field in that of its spin buttons, at least."""
BEHIND: Final = -2, 4
"""Pixels from a number's frame to that of its arrows or buttons."""
NARROW: Final = 0.3, 0.85
"""Widths of the frame around two arrows, in its height."""


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


def spin_buttons(shapes: Sequence[Box]) -> list[Box]:
    """The halves of frames with two arrows in them, each with its arrow."""
    arrows = sorted((box for box in shapes if _is_arrow(box)), key=lambda box: box.top)
    halves: list[Box] = []
    for index, upper in enumerate(arrows):
        for lower in arrows[index + 1 :]:
            frame = _frame(upper, lower, shapes) if _is_pair(upper, lower) else None
            if frame is not None:
                middle = (upper.bottom + lower.top) // 2
                halves.append(Box(frame.left, frame.top, frame.right, middle))
                halves.append(Box(frame.left, middle, frame.right, frame.bottom))
    return halves


def _is_arrow(box: Box) -> bool:
    least, most = ARROW
    sized = least <= min(box.width, box.height) and max(box.width, box.height) <= most
    return sized and box.width >= FLAT * box.height


def _is_pair(upper: Box, lower: Box) -> bool:
    return (
        abs(upper.center.x - lower.center.x) <= LEVEL
        and abs(upper.width - lower.width) <= LEVEL
        and abs(upper.height - lower.height) <= LEVEL
        and 0 < lower.top - upper.bottom <= 3 * upper.height
    )


def _ends_field(frame: Box, shapes: Sequence[Box]) -> bool:
    """Whether the frame stands at the right end of a field of its height, in it or behind it."""
    for field in shapes:
        level = abs(field.center.y - frame.center.y) <= LEVEL + 2
        high = 0.8 * frame.height <= field.height <= 1.5 * frame.height
        long = field.width >= LONG * frame.width
        ends = -6 <= frame.left - field.right <= 6 or -2 <= field.right - frame.right <= 8
        if level and high and long and ends:
            return True
    return False


def _frame(upper: Box, lower: Box, shapes: Sequence[Box]) -> Box | None:
    """The smallest shape around both arrows that has hardly more room than they need."""
    around = [
        box
        for box in shapes
        if holds(box, upper)
        and holds(box, lower)
        and box.width <= ROOM * upper.width
        and box.height <= ROOM * (lower.bottom - upper.top)
        and abs(box.center.x - upper.center.x) <= upper.width // 2
        and _ends_field(box, shapes)
    ]
    return min(around, key=lambda box: box.area, default=None)
