"""Points, sizes and boxes of pixels: how they lie to each other. Pure; what is in a box is for
others to say."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pixel of the screenshot of the same step."""

    x: int
    y: int


class Size(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Width and height in pixels, both positive."""

    width: int
    height: int

    def contains(self, point: Point) -> bool:
        """Whether the point is a pixel of a picture of this size."""
        return 0 <= point.x < self.width and 0 <= point.y < self.height


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rectangle in screenshot pixels: left and top belong to it, right and bottom do not."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def center(self) -> Point:
        return Point((self.left + self.right) // 2, (self.top + self.bottom) // 2)

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def area(self) -> int:
        return self.width * self.height

    def contains(self, point: Point) -> bool:
        return self.left <= point.x < self.right and self.top <= point.y < self.bottom


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share a pixel."""
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )


def common(one: Box, other: Box) -> Box | None:
    """What two boxes share; None where that is nothing."""
    if not overlap(one, other):
        return None
    return Box(
        max(one.left, other.left),
        max(one.top, other.top),
        min(one.right, other.right),
        min(one.bottom, other.bottom),
    )


def union(one: Box, other: Box) -> Box:
    """The smallest box around both."""
    return Box(
        min(one.left, other.left),
        min(one.top, other.top),
        max(one.right, other.right),
        max(one.bottom, other.bottom),
    )


def intersection_over_union(one: Box, other: Box) -> float:
    """How much of both together they share, 0 to 1."""
    shared = common(one, other)
    return shared.area / (one.area + other.area - shared.area) if shared else 0.0


def holds(outer: Box, inner: Box) -> bool:
    """Whether `inner` lies in `outer`, give or take a pixel of border."""
    return (
        outer.left <= inner.left + 1
        and outer.top <= inner.top + 1
        and inner.right <= outer.right + 1
        and inner.bottom <= outer.bottom + 1
        and outer != inner
    )


def covers(outer: Box, inner: Box) -> bool:
    """Whether all of `inner` lies in `outer`, to the pixel."""
    return common(outer, inner) == inner


def gap_across(one: Box, other: Box) -> int:
    """Pixels between two boxes from left to right; below 0 where one is above the other."""
    return max(one.left, other.left) - min(one.right, other.right)


def distance(one: Box, other: Box) -> int:
    """Pixels from the edge of one box to the edge of the other, across and down together."""
    down = max(one.top, other.top) - min(one.bottom, other.bottom)
    return max(gap_across(one, other), 0) + max(down, 0)


def moved(box: Box, by: Point) -> Box:
    """The box so many pixels further to the right and down."""
    return Box(box.left + by.x, box.top + by.y, box.right + by.x, box.bottom + by.y)


def on_screenshot(box: Box, origin: Point) -> Box:
    """A box of the device in pixels of a screenshot with that origin."""
    return moved(box, Point(-origin.x, -origin.y))


def on_device(point: Point, origin: Point) -> Point:
    """A pixel of a screenshot with that origin as one of the device."""
    return Point(point.x + origin.x, point.y + origin.y)


def columns_of(box: Box, first: int, last: int) -> Box:
    """The columns of a box from one up to another, counted from its left, as far as it goes."""
    left, right = max(box.left, box.left + first), min(box.right, box.left + last)
    return Box(left, box.top, right, box.bottom)


def grown(box: Box, across: int, down: int) -> Box:
    """The box with so many more pixels on each side."""
    return Box(box.left - across, box.top - down, box.right + across, box.bottom + down)


def merged(boxes: Sequence[Box]) -> list[Box]:
    """Boxes that meet, put together until none meet."""
    apart: list[Box] = []
    for box in boxes:
        whole = box
        while meeting := [other for other in apart if overlap(whole, other)]:
            for other in meeting:
                apart.remove(other)
                whole = union(whole, other)
        apart.append(whole)
    return sorted(apart, key=lambda box: (box.top, box.left, box.right, box.bottom))
