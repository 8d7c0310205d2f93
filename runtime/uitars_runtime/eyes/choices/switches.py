"""Switches: pills with a knob at one end, in them or larger than they are high."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.choices.figures import (
    CIRCULAR,
    FAINT,
    Figure,
    apart_of,
    disc,
    in_common,
    inset_of,
)
from uitars_runtime.eyes.shapes import Choice, Sort, extent
from uitars_runtime.geometry import Box, Point

KNOB, KNOB_ROUND = 0.35, 0.8
"""Height of a knob in that of its pill, at least, and share that it has in common with a circle."""
LOPSIDED, OFF = 0.15, (0.2, 0.08)
"""What width and height of a knob differ, in its height, and how far its middle lies across and
down from that of the end of the pill, in the height of this, at most."""
BORDER = 0.08
"""The border of a pill in its height."""
LOWER, KEYHOLE = 0.85, 0.88
"""Height of a bar in that of the knob on it, at most; share that both have in common with an ideal
one, at least: knobs cast a shadow."""
PILL = 1.4, 2.4
"""Width of a switch in its height."""


def switch(figure: Figure) -> Choice | None:
    """A pill with a knob at one end, which may be larger than the pill is high."""
    height, width = figure.mask.shape
    tall = np.count_nonzero(figure.mask, axis=0)
    sides = int(tall[: width // 3].max()), int(tall[-(width // 3) :].max())
    on, track = sides[1] > sides[0], min(sides)
    common = in_common(figure.mask, _pill(width, height, track, on=on))
    if track >= LOWER * height:
        return _by_knob(figure) if common >= CIRCULAR else None
    first, last = figure.pixels[height // 2, [height // 2, -height // 2]]
    lower = common >= KEYHOLE and float(apart_of(first, last)) >= FAINT
    return Choice(Sort.SWITCH, checked=on) if lower else None


@lru_cache(maxsize=256)
def _pill(width: int, height: int, track: int, *, on: bool) -> NDArray[np.bool_]:
    """A circle as high as all of it at one end, and a lower bar with round ends behind it."""
    y, x = np.ogrid[:height, :width]
    down = y - (height - 1) / 2
    first, last = track / 2 - 0.5, width - track / 2 - 0.5
    beyond = np.maximum(0, np.maximum(first - x, x - last))
    bar = beyond**2 + down**2 <= (track / 2) ** 2
    knob = width - height / 2 - 0.5 if on else height / 2 - 0.5
    return np.asarray(bar | ((x - knob) ** 2 + down**2 <= (height / 2) ** 2), np.bool_)


def _by_knob(figure: Figure) -> Choice | None:
    """Which end of a pill of one colour holds the only other thing, which is round."""
    height, width = figure.mask.shape
    first, last = height // 2, width - 1 - height // 2
    reach = max(1, height // 8)
    ends = [
        np.median(
            figure.pixels[first - reach : first + reach + 1, at - reach : at + reach + 1],
            axis=(0, 1),
        )
        for at in (first, last)
    ]
    if float(apart_of(*ends)) < FAINT:
        return None
    inner = inset_of(figure.mask, max(1, round(BORDER * height)))
    from_left, from_right = (apart_of(figure.pixels, end) for end in ends)
    off = _knob(inner & (from_left < from_right), Point(first, first), height)
    on = _knob(inner & (from_right < from_left), Point(last, first), height)
    return Choice(Sort.SWITCH, checked=bool(on > off)) if max(on, off) >= KNOB_ROUND else None


def _part_at(mask: NDArray[np.bool_], at: Point) -> tuple[Box, NDArray[np.bool_]] | None:
    """The connected part of a mask that holds a point, without what hangs on it by a thread."""
    import cv2

    cross = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))
    whole = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, cross)
    _, labels = cv2.connectedComponents(whole, connectivity=4)
    part = labels == labels[at.y, at.x]
    box = extent(part)
    if box is None or not whole[at.y, at.x]:
        return None
    return box, part[box.top : box.bottom, box.left : box.right]


def _knob(mask: NDArray[np.bool_], at: Point, height: int) -> float:
    """How round the part of a pill about the middle of its end is, 0 to 1; 0 for what is no knob.

    `height`: of the pill.
    """
    part = _part_at(mask, at)
    if part is None:
        return 0.0
    box, shape = part
    across, down = box.center.x - at.x, box.center.y - height / 2
    is_knob = (
        box.height >= KNOB * height
        and abs(box.width - box.height) <= max(1, round(LOPSIDED * box.height))
        and abs(across) <= max(2.0, OFF[0] * height)
        and abs(down) <= max(1.0, OFF[1] * height)
    )
    return in_common(shape, disc(box)) if is_knob else 0.0
