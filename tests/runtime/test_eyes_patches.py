"""Patches: drawn shapes and pictures that are neither words nor widgets."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.rules.colours import with_colours
from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.candidates import assemble
from uitars_runtime.eyes.roles.boxes import MOST, patches
from uitars_runtime.eyes.shapes import propose
from uitars_runtime.types import Box

Pixels = NDArray[np.uint8]

RED, BLUE, GREY = (220, 30, 30), (30, 60, 220), (120, 120, 120)


def paper() -> Pixels:
    return np.full((400, 640, 3), 245, np.uint8)


def paint(pixels: Pixels, box: Box, colour: tuple[int, int, int]) -> None:
    pixels[box.top : box.bottom, box.left : box.right] = colour


def found(pixels: Pixels, elements: tuple[Element, ...] = ()) -> list[Element]:
    return patches(pixels, assemble([], propose(pixels)), elements)


def near(one: Box, other: Box) -> bool:
    return all(
        abs(a - b) <= 4
        for a, b in (
            *((one.left, other.left), (one.top, other.top)),
            *((one.right, other.right), (one.bottom, other.bottom)),
        )
    )


def test_shapes_in_a_panel_are_named_by_their_colours() -> None:
    pixels = paper()
    paint(pixels, Box(90, 90, 330, 220), (200, 200, 200))
    paint(pixels, Box(92, 92, 328, 218), (255, 255, 255))
    shapes = {"red": Box(100, 100, 200, 210), "grey": Box(216, 100, 320, 210)}
    paint(pixels, shapes["red"], RED)
    paint(pixels, shapes["grey"], GREY)
    seen = {item.name: item.box for item in with_colours(found(pixels), pixels)}
    assert seen.keys() == shapes.keys()
    assert all(near(seen[name], box) for name, box in shapes.items())


def test_a_photograph_is_one_patch() -> None:
    pixels = paper()
    box = Box(200, 120, 360, 240)
    noise = np.random.default_rng(3).integers(0, 255, (30, 40, 3), np.uint8)
    pixels[box.top : box.bottom, box.left : box.right] = noise.repeat(4, 0).repeat(4, 1)
    seen = found(pixels)
    assert [item.role for item in seen] == [Role.OTHER]
    assert near(seen[0].box, box)


def test_an_empty_frame_and_what_a_widget_covers_are_none() -> None:
    pixels = paper()
    paint(pixels, Box(40, 40, 240, 140), GREY)
    paint(pixels, Box(42, 42, 238, 138), (245, 245, 245))
    paint(pixels, Box(300, 40, 380, 80), BLUE)
    button = Element(Box(298, 38, 382, 82), Role.BUTTON)
    assert [item.box for item in found(pixels)] != []
    assert found(pixels, (button,)) == []


def test_a_background_is_none_and_their_number_has_a_bound() -> None:
    pixels = paper()
    paint(pixels, Box(20, 20, 620, 380), BLUE)
    for row in range(6):
        for column in range(8):
            left, top = 40 + 70 * column, 40 + 55 * row
            paint(pixels, Box(left, top, left + 40, top + 30), RED)
    seen = found(pixels)
    assert len(seen) == MOST
    assert all(item.box.width < 60 for item in seen)
