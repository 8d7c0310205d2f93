"""Where a portal is told to put the pointer, with a session that takes what a portal takes."""

from __future__ import annotations

import pytest

from uitars_runtime.desktop.wayland.outputs import Canvas, Output
from uitars_runtime.desktop.wayland.portal.input import PortalInput
from uitars_runtime.desktop.wayland.portal.session import Session
from uitars_runtime.types import Box, Point, Size

BIG = Output(1, Box(0, 0, 1024, 768), Size(2048, 1536), 0)
SMALL = Output(2, Box(1024, 100, 1824, 700), Size(800, 600), 0)
CANVAS = Canvas((BIG, SMALL), 2.0)


class Strict(Session):
    """Refuses a place outside of a monitor, as portals do."""

    def __init__(self) -> None:
        self.moved: list[tuple[int, float, float]] = []

    def move(self, stream: int, x: float, y: float) -> None:
        box = {BIG.proxy: BIG.box, SMALL.proxy: SMALL.box}[stream]
        assert 0 <= x < box.width
        assert 0 <= y < box.height
        self.moved.append((stream, x, y))


@pytest.mark.parametrize(
    ("pixel", "place"),
    [
        (Point(2048, 200), (2, 0, 0)),
        (Point(3647, 1399), (2, 799.5, 599.5)),
        (Point(3000, 1500), (2, 476, 599.5)),  # below the small one
        (Point(3000, 10), (2, 476, 0)),  # above it
        (Point(2060, 1530), (1, 1023.5, 765)),  # nearer to the big one
    ],
)
def test_pixels_that_no_monitor_shows_are_the_edge_of_the_nearest(
    pixel: Point, place: tuple[int, float, float]
) -> None:
    session = Strict()
    PortalInput(session, lambda: CANVAS, frozenset, in_pixels=False).move(pixel)
    assert session.moved == [place]
