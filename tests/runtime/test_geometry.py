"""How boxes lie to each other."""

from __future__ import annotations

from uitars_runtime.geometry import common, covers, distance, holds, intersection_over_union, moved
from uitars_runtime.types import Box, Point


def test_what_two_boxes_share_over_all_of_both() -> None:
    assert intersection_over_union(Box(0, 0, 10, 10), Box(0, 0, 10, 10)) == 1.0
    assert intersection_over_union(Box(0, 0, 10, 10), Box(5, 0, 15, 10)) == 1 / 3
    assert intersection_over_union(Box(0, 0, 10, 10), Box(10, 0, 20, 10)) == 0.0


def test_boxes_that_only_touch_share_nothing() -> None:
    assert common(Box(0, 0, 10, 10), Box(10, 0, 20, 10)) is None
    assert common(Box(0, 0, 10, 10), Box(8, 4, 20, 30)) == Box(8, 4, 10, 10)


def test_the_distance_is_that_of_the_edges() -> None:
    assert distance(Box(0, 0, 10, 10), Box(13, 14, 20, 20)) == 3 + 4
    assert distance(Box(0, 0, 10, 10), Box(5, 5, 20, 20)) == 0


def test_a_pixel_of_border_is_forgiven_and_nothing_holds_itself() -> None:
    assert holds(Box(0, 0, 10, 10), Box(-1, 0, 11, 5))
    assert not holds(Box(0, 0, 10, 10), Box(-2, 0, 5, 5))
    assert not holds(Box(0, 0, 10, 10), Box(0, 0, 10, 10))


def test_what_is_covered_lies_in_it_to_the_pixel() -> None:
    outer = Box(10, 10, 40, 30)
    assert covers(outer, outer)
    assert covers(outer, Box(12, 10, 40, 20))
    assert not covers(outer, Box(9, 10, 40, 30))
    assert not covers(outer, Box(50, 10, 60, 30))


def test_a_moved_box_keeps_its_size() -> None:
    assert moved(Box(1, 2, 3, 5), Point(10, -2)) == Box(11, 0, 13, 3)
