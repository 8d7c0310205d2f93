"""The colour of an element's face in a word, from the pixels inside its box.

Only what people would name: the colour most of the face has. Not here: finding elements (eyes).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SAMPLES: Final = 12
"""Pixels looked at along each side of a box."""
_HUES: Final = (
    *((15, "red"), (42, "orange"), (70, "yellow"), (165, "green"), (200, "cyan"), (255, "blue")),
    *((290, "purple"), (345, "pink"), (361, "red")),
)
"""Upper ends of hues in degrees."""
_PLAIN: Final = ("", "black", "grey", "white")
_FACES: Final = (Role.ICON, Role.BUTTON)
_LARGE: Final = 48
"""Shorter side in pixels from which the face of a button without words is what one sees of it."""
_SHAPES: Final = ("rectangle", "ellipse", "stop", "record")
"""What the eyes take a plain face of a colour for; as large as that, it is none of these."""
_PALE: Final = 0.5
"""The darkest channel (0 to 1) from which red is pink."""
_DULL: Final = 0.22
"""Chroma (0 to 1) below which a colour counts as black, grey or white."""


def with_colours(
    elements: Sequence[Element], pixels: NDArray[np.uint8] | None
) -> tuple[Element, ...]:
    """The same elements with the colours of their faces, named by them where they have no name; as
    they are where there is no picture."""
    if pixels is None or not elements:
        return tuple(elements)
    colours = colours_of(pixels, [item.box for item in elements])
    return tuple(named_by(item, colour) for item, colour in zip(elements, colours, strict=True))


def named_by(item: Element, colour: str) -> Element:
    """The element with that colour, a word of `vocabulary.COLOURS` or empty.

    What has neither words nor a meaning is called by it; a control only by a bright one, as grey
    controls are many, unless it is as large as a cell of a board.
    """
    large = min(item.box.width, item.box.height) >= _LARGE and item.role in _FACES
    if large and item.icon in _SHAPES:
        item = msgspec.structs.replace(item, icon="", meanings=())
    bare = not (item.text or item.name or item.icon)
    tells = item.role is Role.OTHER or large or colour not in _PLAIN
    name = colour if bare and tells else item.name
    return msgspec.structs.replace(item, colour=colour, name=name)


def colours_of(pixels: NDArray[np.uint8], boxes: Sequence[Box]) -> list[str]:
    """A word of `vocabulary.COLOURS` for each; empty for a box outside of the picture."""
    height, width = pixels.shape[:2]
    across = np.array([(max(box.left, 0), min(box.right, width)) for box in boxes])
    down = np.array([(max(box.top, 0), min(box.bottom, height)) for box in boxes])
    inside = (across[:, 0] < across[:, 1]) & (down[:, 0] < down[:, 1])
    rows, columns = _samples(down, height), _samples(across, width)
    faces = pixels[rows[:, :, None], columns[:, None, :]].reshape(len(boxes), -1, 3)
    middles = np.median(faces, axis=1) / 255
    return [
        _word(*(float(value) for value in middle)) if seen else ""
        for middle, seen in zip(middles, inside, strict=True)
    ]


def _samples(sides: NDArray[np.int64], size: int) -> NDArray[np.intp]:
    """(boxes, _SAMPLES) pixels spread evenly from the first to the last of each side."""
    spread = np.linspace(sides[:, 0], sides[:, 1] - 1, _SAMPLES, axis=1)
    return np.clip(spread, 0, size - 1).astype(np.intp)


def _word(red: float, green: float, blue: float) -> str:
    high, low = max(red, green, blue), min(red, green, blue)
    chroma = high - low
    if chroma < _DULL:
        middle = (high + low) / 2
        return "black" if middle < 0.22 else "white" if middle > 0.9 else "grey"
    if high == red:
        hue = 60 * (((green - blue) / chroma) % 6)
    elif high == green:
        hue = 60 * ((blue - red) / chroma + 2)
    else:
        hue = 60 * ((red - green) / chroma + 4)
    word = next(name for end, name in _HUES if hue < end)
    if word == "red" and low > _PALE:
        return "pink"
    return "brown" if word in ("orange", "red") and high < 0.62 and hue > 12 else word
