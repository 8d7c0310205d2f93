"""What counts on one screen, and by which words people can call it.

Only what the pixels confirm is asked for. Not here: which ask is made of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.layout import NOBODY, neighbours
from uitars_runtime.element import Element
from uitars_runtime.geometry import Box
from uitars_train.harvest.records import Screen, Truth
from uitars_train.instructions.by_rule.wording import NOUNS

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_LONGEST: Final = 5
"""Words of a name by which somebody says what stands beside it."""
_CHORD: Final = re.compile(r"\s*[\[(](?:ctrl|alt|shift|super|meta|f\d)[^\])]*[\])]\s*$", re.I)
"""What tool tips of icons end with."""
_LETTERS: Final = 40
"""Of a name that somebody says whole."""
_FURTHEST: Final = 240
"""Pixels up to which things are said to stand beside each other."""


class Standing(NamedTuple):
    """What counts on one screen: widgets that the pixels confirm, none inside of another."""

    screen: Screen
    places: tuple[int, ...]
    """Of the elements among all that the program tells."""
    elements: tuple[Element, ...]
    truths: tuple[Truth, ...]
    beside: Ints
    """(sides, elements)."""
    unique: tuple[str, ...]
    """Names that nothing else goes by; empty for others."""
    extent: Box
    """Around all that is confirmed."""


def standing(screen: Screen) -> Standing:
    """The screen with its names and neighbours."""
    counted = [
        at
        for at, one in enumerate(screen.true)
        if one.confirmed and one.element.role in NOUNS and not _holds_another(screen, at)
    ]
    truths = tuple(screen.true[at] for at in counted)
    elements = tuple(one.element for one in truths)
    boxes = np.array(
        [(e.box.left, e.box.top, e.box.right, e.box.bottom) for e in elements], np.float32
    ).reshape(-1, 4)
    beside = _near(neighbours(boxes, elements), boxes)
    shown = [one.element.box for one in screen.true if one.confirmed]
    return Standing(
        screen, tuple(counted), elements, truths, beside, _unique(elements), _around(shown)
    )


def name_of(element: Element) -> str:
    """What stands on it, or what it is called, without stops and without its chord."""
    return _CHORD.sub("", element.text or element.name).strip(" .…:")


def sayable(name: str) -> bool:
    """Whether somebody would say a name in a sentence: a few words, with letters."""
    return _is_short(name) and any(map(str.isalpha, name))


def _is_short(name: str) -> bool:
    return len(name) <= _LETTERS and 0 < len(name.split()) <= _LONGEST


def _unique(elements: Sequence[Element]) -> tuple[str, ...]:
    names = [name_of(element) for element in elements]
    often = Counter(name.lower() for name in names)
    return tuple(
        name if often[name.lower()] == 1 and _is_short(name) and any(map(str.isalnum, name)) else ""
        for name in names
    )


def _around(boxes: Sequence[Box]) -> Box:
    if not boxes:
        return Box(0, 0, 1, 1)
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def _near(beside: Ints, boxes: Floats) -> Ints:
    """Of `neighbours`, those that people call so: none further than `_FURTHEST`."""
    near = beside.copy()
    for side in near:
        (there,) = np.nonzero(side != NOBODY)
        one, other = boxes[there], boxes[side[there]]
        gaps = np.maximum(other[:, :2] - one[:, 2:], one[:, :2] - other[:, 2:])
        side[there[gaps.max(1) > _FURTHEST]] = NOBODY
    return near


def _holds_another(screen: Screen, at: int) -> bool:
    box = screen.true[at].element.box
    return any(
        other != at
        and one.confirmed
        and box.contains(one.element.box.center)
        and one.element.box.area < box.area
        for other, one in enumerate(screen.true)
    )
