"""Coordinates: the numbers a model writes, and pixels of the screenshot.

A codec says on which grid a model family counts. Numbers outside the grid are an error, never
moved to the nearest edge: a click nobody asked for is worse than a question.

Limits describe the resize of the server that holds the model. A client that sends a picture of
`Limits.sent_size` leaves that resize nothing to do, so absolute coordinates mean what both sides
think they mean.

Not here: how points are written as text (numbers.py), device coordinates (desktop/).
"""

from __future__ import annotations

import math

import msgspec

from uitars_runtime.errors import DialectError
from uitars_runtime.types import Point, Size

MOST_UNEVEN = 200
"""Longest side over shortest side that the Qwen-VL resize accepts."""


class Limits(msgspec.Struct, frozen=True, tag="resized"):
    """What a vision encoder accepts: sides in multiples of `factor`, a range of areas in pixels."""

    factor: int
    min_pixels: int
    max_pixels: int

    @classmethod
    def in_units(cls, factor: int, least: int, most: int) -> Limits:
        """Limits whose areas are given in squares of `factor` x `factor` pixels."""
        return cls(factor, least * factor * factor, most * factor * factor)

    def sent_size(self, size: Size) -> Size:
        """The size to send a screenshot of `size` at: the server's resize leaves it as it is.

        Total: a picture more uneven than 100 to 1 is squeezed first. Half of what the server
        accepts, because rounding the short side down can double the ratio.
        """
        longest = min(size.width, size.height) * (MOST_UNEVEN // 2)
        squeezed = Size(min(size.width, longest), min(size.height, longest))
        return smart_resize(squeezed, self)


OF_EVERY_SERVER = Limits(28, 1024 * 28 * 28, 2 << 20)
"""For models on Qwen2.5-VL, which count pixels of the picture that they saw. Their own preprocessor
leaves more as it is, but llama.cpp enlarges a picture below 1,024 tokens where it is told to, as
small targets need it, and shrinks one above 4,096; Ollama shrinks one above 2^21 pixels."""


class Fitted(msgspec.Struct, frozen=True, tag="fitted"):
    """What a service takes without making it smaller: a longest side, and a number of square
    patches that a picture may touch. The shape is kept."""

    longest: int
    patch: int
    patches: int

    def sent_size(self, size: Size) -> Size:
        """The largest size of this shape that fits; a picture that fits goes as it is."""
        fits, too_long = 0, max(size.width, size.height) + 1
        while too_long - fits > 1:
            side = (fits + too_long) // 2
            if self._holds(_shaped(size, side)):
                fits = side
            else:
                too_long = side
        return _shaped(size, fits)

    def _holds(self, size: Size) -> bool:
        across, down = -(-size.width // self.patch), -(-size.height // self.patch)
        return max(size.width, size.height) <= self.longest and across * down <= self.patches


def _shaped(size: Size, side: int) -> Size:
    """A size of the same shape whose longer side is this long."""
    longest = max(size.width, size.height)
    width, height = round(size.width * side / longest), round(size.height * side / longest)
    return Size(max(1, width), max(1, height))


def smart_resize(size: Size, limits: Limits) -> Size:
    """The resize that Qwen2-VL and its descendants do before the vision encoder.

    Raises `ValueError` where the server would: an empty picture, or one too uneven.
    """
    width, height, factor = size.width, size.height, limits.factor
    if min(width, height) <= 0:
        raise ValueError(f"a picture of {width}x{height} has no pixels")
    if max(width, height) > MOST_UNEVEN * min(width, height):
        raise ValueError(f"{width}x{height} is more uneven than {MOST_UNEVEN} to 1")
    # Python rounds halves to even, as the reference does.
    new_width = max(factor, round(width / factor) * factor)
    new_height = max(factor, round(height / factor) * factor)
    if new_width * new_height > limits.max_pixels:
        shrink = math.sqrt(width * height / limits.max_pixels)
        new_width = max(factor, math.floor(width / shrink / factor) * factor)
        new_height = max(factor, math.floor(height / shrink / factor) * factor)
    elif new_width * new_height < limits.min_pixels:
        grow = math.sqrt(limits.min_pixels / (width * height))
        new_width = math.ceil(width * grow / factor) * factor
        new_height = math.ceil(height * grow / factor) * factor
    return Size(new_width, new_height)


class Relative(msgspec.Struct, frozen=True, tag="relative"):
    """A grid from 0 to `divisor` over each side, whatever the size of the picture."""

    divisor: int = 1000


class AbsoluteResized(msgspec.Struct, frozen=True, tag="absolute-resized"):
    """Pixels of the picture as the vision encoder saw it, after the resize to `limits`."""

    limits: Limits | Fitted


class Native(msgspec.Struct, frozen=True, tag="native"):
    """Pixels of the screenshot itself."""


Codec = Relative | AbsoluteResized | Native


def grid(codec: Codec, size: Size) -> Size:
    """How many grid units the model counts over the width and height of a screenshot."""
    match codec:
        case Relative(divisor=divisor):
            return Size(divisor, divisor)
        case AbsoluteResized(limits=limits):
            return limits.sent_size(size)
        case Native():
            return size


def to_point(codec: Codec, x: float, y: float, size: Size) -> Point:
    """The screenshot pixel that a model's numbers mean. Raises `DialectError` off the grid."""
    across = grid(codec, size)
    return Point(
        _to_pixel(codec, "x", x, across.width, size.width),
        _to_pixel(codec, "y", y, across.height, size.height),
    )


def to_numbers(codec: Codec, point: Point, size: Size) -> tuple[int, int]:
    """What the model would write for a pixel.

    `to_point` of it lies within one pixel, or within half a grid unit where units are coarser.
    """
    across = grid(codec, size)
    return (
        _to_number(codec, point.x, across.width, size.width),
        _to_number(codec, point.y, across.height, size.height),
    )


def _to_pixel(codec: Codec, axis: str, number: float, units: int, pixels: int) -> int:
    # A relative grid has lines, the last one being the far edge; pixels have centres.
    lines = isinstance(codec, Relative)
    last = units if lines else units - 1
    if not 0 <= number <= last:  # NaN fails this too
        raise DialectError(
            f"{axis}={number:g} is outside the screen.",
            f"{axis} must be between 0 and {last}.",
        )
    if lines:
        return min(math.floor(number * pixels / units), pixels - 1)
    return min(math.floor((number + 0.5) * pixels / units), pixels - 1)


def _to_number(codec: Codec, pixel: int, units: int, pixels: int) -> int:
    exact = (pixel + 0.5) * units / pixels
    return round(exact) if isinstance(codec, Relative) else math.floor(exact)
