"""Which of the widgets that a program tells of can be seen where it says they are.

Programs are wrong about places, and tell of what is scrolled away or painted over. Words count
where they were read, controls without words where the eyes found one or something is drawn alone.
Not here: asking the programs (`tree.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.fusion import ALIKE
from uitars_runtime.eyes.naming import MARKS
from uitars_runtime.eyes.shapes import ink_mask
from uitars_runtime.geometry import intersection_over_union, overlap
from uitars_runtime.types import Box
from uitars_train.harvest.records import Truth

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SAME: Final = 0.4
"""Overlap from which the eyes mean the same control."""
_LARGEST_ICON: Final = 96
"""Height in pixels up to which a button without words is an icon."""
_LARGEST_MARK: Final = 28
"""Height in pixels up to which what is drawn alone may be the box of a tick."""
_INK: Final = (0.02, 0.9)
"""Share of an icon's box that its drawing covers."""
_OFF: Final = 0.2
"""By how much of a button's sides its picture may be off its middle."""
_PRESSED: Final = frozenset({Role.BUTTON, Role.MENU_ITEM, Role.TAB})
"""Roles of which a picture may stand for the words."""


def confirmed(
    truths: Sequence[Truth], seen: Sequence[Element], pixels: NDArray[np.uint8]
) -> list[Truth]:
    """Those that lie on the screen, each with its role as drawn, and whether it is confirmed."""
    screen = Box(0, 0, int(pixels.shape[1]), int(pixels.shape[0]))
    inside = [one for one in truths if screen.contains(one.element.box.center)]
    judged = [_judged(one, seen, pixels) for one in inside]
    # Programs tell of bars that they do not draw.
    return [one for one in judged if one.confirmed or one.element.role is not Role.SCROLLBAR]


def share(truths: Sequence[Truth]) -> float:
    """How much of what is told is to be seen."""
    return sum(one.confirmed for one in truths) / len(truths) if truths else 0.0


def _judged(truth: Truth, seen: Sequence[Element], pixels: NDArray[np.uint8]) -> Truth:
    element = truth.element
    within = [one for one in seen if _lies_in(one.box, element.box)]
    if element.role is Role.COMBO:
        value = " ".join(one.text for one in within if one.text)
        element = msgspec.structs.replace(element, text=value)
        return _with(truth, element, _found(element, seen) or _alike(value, truth.element.text))
    if element.role is Role.CHECKBOX:
        pushed = _pushed(element, seen, within, pixels)
        if pushed is not None:
            return _with(truth, pushed, True)
    if _letters(element.text) and _read(element, seen, within):
        return _with(truth, element, True)
    if element.role in MARKS:
        marks = any(one.role is element.role for one in within)
        return _with(truth, element, marks or _found(element, seen))
    words = any(_letters(one.text) for one in within if one.role is not Role.ICON)
    if element.role in _PRESSED and not words and element.box.height <= _LARGEST_ICON:
        icon = msgspec.structs.replace(element, role=Role.ICON, text="")
        seen_there = any(
            one.role is Role.ICON and _in_middle(one.box, element.box) for one in within
        )
        if seen_there or _is_drawn(element.box, pixels):
            return _with(truth, icon, True)
    bare = not _letters(element.text)
    return _with(truth, element, bare and element.role is not Role.TEXT and _found(element, seen))


def _pushed(
    element: Element, seen: Sequence[Element], within: Sequence[Element], pixels: NDArray[np.uint8]
) -> Element | None:
    """A button that stays down, which Qt tells of as of a tick; None where it is drawn as one."""
    box = element.box
    if any(one.role in MARKS for one in within):
        return None
    if _letters(element.text) and _read(element, seen, within):
        faces = (one for one in seen if one.role in (Role.BUTTON, Role.TAB))
        face = any(intersection_over_union(one.box, box) >= _SAME for one in faces)
        return msgspec.structs.replace(element, role=Role.BUTTON) if face else None
    pictures = (one for one in within if one.role is Role.ICON)
    shown = any(_in_middle(one.box, box) for one in pictures)
    if shown or (_LARGEST_MARK < box.height <= _LARGEST_ICON and _is_drawn(box, pixels)):
        return msgspec.structs.replace(element, role=Role.ICON, text="")
    return None


def _with(truth: Truth, element: Element, is_confirmed: bool) -> Truth:
    return msgspec.structs.replace(truth, element=element, confirmed=is_confirmed)


def _found(element: Element, seen: Sequence[Element]) -> bool:
    """Whether the eyes have a control there."""
    return any(
        one.role is not Role.TEXT and intersection_over_union(one.box, element.box) >= _SAME
        for one in seen
    )


def _is_drawn(box: Box, pixels: NDArray[np.uint8]) -> bool:
    """Whether there is a picture in the middle of the box: a box beside its control cuts it."""
    crop = pixels[max(0, box.top) : box.bottom, max(0, box.left) : box.right]
    ink = ink_mask(crop)
    low, high = _INK
    if not crop.size or not low <= float(ink.mean()) <= high:
        return False
    return all(
        abs(int(inked[0]) + int(inked[-1]) + 1 - side) <= 2 * _OFF * side
        for inked, side in (
            (np.flatnonzero(ink.any(axis=0)), ink.shape[1]),
            (np.flatnonzero(ink.any(axis=1)), ink.shape[0]),
        )
    )


def _in_middle(inner: Box, outer: Box) -> bool:
    across, down = inner.center.x - outer.center.x, inner.center.y - outer.center.y
    return abs(across) <= _OFF * outer.width and abs(down) <= _OFF * outer.height


def _read(element: Element, seen: Sequence[Element], within: Sequence[Element]) -> bool:
    """Whether its words were read there, in one line or in several, alone or with its row's."""
    around = [one.text for one in seen if overlap(one.box, element.box)]
    whole = "".join(one.text for one in within)
    return any(_alike(words, element.text) for words in [*around, whole])


def _alike(one: str, other: str) -> bool:
    first, second = _letters(one), _letters(other)
    if not first or not second:
        return False
    return SequenceMatcher(None, first, second, autojunk=False).ratio() >= ALIKE


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", text).lower()


def _lies_in(inner: Box, outer: Box) -> bool:
    return outer.contains(inner.center) and inner.area <= 1.5 * outer.area
