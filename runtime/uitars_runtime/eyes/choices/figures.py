"""Shapes cut out of their ground, and how they are measured.

Letters and icons are cut out as well; what a shape is is told beside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.shapes import Part, Pixels, Proposal
from uitars_runtime.geometry import Box, Point, grown, moved

Colours = NDArray[np.floating]
"""Shape (..., 3)."""
LEAST = 9
"""Height in pixels of a choice, at least."""
HIGHEST = 68
"""Height of a switch at most: one of 34 pixels, twice as large."""
AROUND = 4
"""Pixels around a shape in which its ground is seen."""
MARGIN = 3
"""Pixels around a figure that are looked at with it."""
STRENGTHS = 0.25, 0.1
"""Shares of the strongest difference from the ground from which a pixel is a part of a shape."""
APART = 0.14
"""Blank columns beside a choice in its height, at least."""
FAINT, STRONG = 24.0, 90.0
"""Difference from which a border is seen, and from which a dot or a check mark is."""
ROUND, LONGEST = 1.25, 2.6
"""Width in its height up to which a shape may be a knob, and up to which it is looked at."""
CIRCULAR, ROUNDISH, STRAIGHT = 0.92, 0.85, 0.9
"""Share of an ideal circle or pill that a shape has in common with it, at least, and that of a knob
on something; share of its box that a square fills."""


class Figure(NamedTuple):
    """A shape cut out of its ground."""

    box: Box
    pixels: NDArray[np.float32]
    """Those of the box."""
    mask: NDArray[np.bool_]
    """Which of them are the shape, holes filled."""
    ground: NDArray[np.float32]
    """The colour around it."""
    apart: bool
    """Whether there is more room beside it than beside letters."""
    edged: Pixels
    """Its pixels and `MARGIN` more on each side, as far as the screen goes."""


def may_be_choice(box: Box) -> bool:
    """Whether a shape has the size and the proportions of a choice, or of its knob."""
    return LEAST - 2 <= box.height <= HIGHEST and 0.8 <= box.width / box.height <= LONGEST


def around(box: Box) -> Box:
    """What is looked at of a shape that may be a choice, or the knob of one."""
    return grown(box, AROUND + 2 * box.height + MARGIN, AROUND + box.height // 2 + MARGIN)


def figures(parts: Mapping[Proposal, Part]) -> Iterator[Figure]:
    """What stands alone on its ground where a shape is, each once. `parts`: what is `around`."""
    seen: set[tuple[Box, int]] = set()
    for shape, part in parts.items():
        cut = [*cut_out(part, shape.box, AROUND, AROUND)]
        high = shape.box.height
        if shape.box.width / high <= ROUND and _may_be_knob(shape, cut):
            cut += cut_out(part, shape.box, AROUND + 2 * high, AROUND + high // 2)
        for figure in cut:
            key = figure.box, int(np.count_nonzero(figure.mask))
            if figure.apart and key not in seen:
                seen.add(key)
                yield figure


def _may_be_knob(shape: Proposal, cut: Sequence[Figure]) -> bool:
    """Whether a shape may be the knob of a switch, of which all is wanted."""
    if not cut:
        return shape.framed
    return any(in_common(one.mask, disc(one.box)) >= ROUNDISH for one in cut)


def cut_out(part: Part, box: Box, across: int, down: int) -> Iterator[Figure]:
    """The shape around the middle of a box, by its strong parts and by faint ones too, where it
    touches nothing so many pixels beside it. `part`: these pixels and `MARGIN` more."""
    left, top = max(0, box.left - across), max(0, box.top - down)
    window = part.crop(grown(box, across, down))
    rim = np.concatenate([window[0], window[-1], window[:, 0], window[:, -1]])
    ground = np.sort(rim, axis=0)[len(rim) // 2].astype(np.float32)
    colours = window.astype(np.float32)
    contrast = apart_of(colours, ground)
    strongest = float(contrast.max())
    middle = Point(box.center.x - left, box.center.y - top)
    for share in STRENGTHS:
        ink = contrast > max(FAINT, share * strongest)
        cut = _around(ink, middle)
        if cut is not None:
            place, mask = cut
            own = colours[place.top : place.bottom, place.left : place.right]
            at = moved(place, Point(left, top))
            edged = part.crop(grown(at, MARGIN, MARGIN))
            yield Figure(at, own, mask, ground, _is_apart(ink, place), edged)


def _is_apart(ink: NDArray[np.bool_], place: Box) -> bool:
    """Whether there is more room on both sides of a shape than between letters."""
    room = max(2, round(APART * place.height))
    rows = ink[place.top : place.bottom]
    before, after = rows[:, max(0, place.left - room) : place.left], rows[:, place.right :]
    return not before.any() and not after[:, :room].any()


def _around(ink: NDArray[np.bool_], middle: Point) -> tuple[Box, NDArray[np.bool_]] | None:
    """The largest part of the ink around a point, holes filled, where it reaches no side."""
    import cv2

    outlines, _ = cv2.findContours(ink.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    parts = [(_bounds(outline), outline) for outline in outlines]
    parts = [(place, outline) for place, outline in parts if place.contains(middle)]
    if not parts:
        return None
    place, outline = max(parts, key=lambda part: part[0].area)
    rows, columns = ink.shape
    if min(place.left, place.top) == 0 or place.right == columns or place.bottom == rows:
        return None
    mask = np.zeros((place.height, place.width), np.uint8)
    cv2.drawContours(mask, [outline - (place.left, place.top)], -1, 1, cv2.FILLED)
    return place, mask.astype(np.bool_)


def _bounds(outline: Any) -> Box:
    import cv2

    left, top, width, height = cv2.boundingRect(outline)
    return Box(left, top, left + width, top + height)


def in_common(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    """Share that two masks have in common of what is in either."""
    return np.count_nonzero(one & other) / np.count_nonzero(one | other)


def disc(box: Box) -> NDArray[np.bool_]:
    """A mask of that size with the circle, or nearly one, that fills it."""
    return _disc(box.width, box.height)


@lru_cache(maxsize=256)
def _disc(width: int, height: int) -> NDArray[np.bool_]:
    y, x = np.ogrid[:height, :width]
    across, down = (2 * x + 1) / width - 1, (2 * y + 1) / height - 1
    return np.asarray(across**2 + down**2 <= 1, np.bool_)


def apart_of(colours: Colours, other: Colours) -> NDArray[np.float32]:
    """What colours differ from others, summed over the channels."""
    red, green, blue = np.moveaxis(np.abs(colours - other), -1, 0)
    return np.asarray(red + green + blue, np.float32)


def inset_of(mask: NDArray[np.bool_], border: int) -> NDArray[np.bool_]:
    """A mask without so many pixels at its edge."""
    import cv2

    kernel = np.ones((2 * border + 1, 2 * border + 1), np.uint8)
    padded = np.pad(mask.astype(np.uint8), border)
    return cv2.erode(padded, kernel)[border:-border, border:-border].astype(np.bool_)
