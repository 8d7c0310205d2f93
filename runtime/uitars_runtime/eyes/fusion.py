"""What the eyes see and what programs say of themselves, as one list of elements.

A program knows the roles and states of its widgets better than any picture shows them. But it can
be wrong about where they lie (scaling, windows in front), and some programs say nothing at all. So
it is believed only as far as its words stand where it says.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from difflib import SequenceMatcher

import msgspec

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.eyes import in_reading_order
from uitars_runtime.eyes.naming import LABELLED, MARKS, with_names
from uitars_runtime.geometry import Box, intersection_over_union, union

ALIKE = 0.7
"""Share of equal characters from which two readings are of the same words; the eyes misread."""
BELIEVED = 0.5
"""Share of the words read where a tree has its own that must be the same ones, or none of it is
believed."""
_CONTENT = frozenset({Role.TEXT, Role.ITEM, Role.LINK, Role.MENU_ITEM})
"""What can lie inside a field of several lines without being the field itself."""


def fuse(seen: Sequence[Element], told: Sequence[Element]) -> tuple[Element, ...]:
    """One list in reading order; `seen` as it is where the tree cannot be believed."""
    witnesses = [(element, _words_in(element, seen)) for element in told]
    tested = [
        (element, words)
        for element, words in witnesses
        if words and element.role is not Role.FIELD and _letters(element.text)
    ]
    right = sum(_says(element, words) for element, words in tested)
    if right < BELIEVED * len(tested) or not told:
        return tuple(seen)
    believed = [element for element, words in witnesses if not words or _says(element, words)]
    left = list(seen)
    fused: list[Element] = []
    for element in sorted(believed, key=lambda one: one.box.area):
        same = [other for other in left if _is(other, element)]
        left = [other for other in left if other not in same]
        fused.append(_joined(element, same))
    return in_reading_order(with_names([*fused, *left]))


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", text).lower()


def _words_in(told: Element, seen: Sequence[Element]) -> list[str]:
    """What is read where it lies, line by line and all together."""
    inside = (_letters(other.text) for other in seen if _lies_in(other.box, told.box))
    lines = [line for line in inside if line]
    return [*lines, "".join(lines)] if lines else []


def _lies_in(inner: Box, outer: Box) -> bool:
    """Whether most of the inner box is in the outer one; the two measure edges differently."""
    return outer.contains(inner.center) and inner.area <= 1.5 * outer.area


def _says(told: Element, words: Sequence[str]) -> bool:
    """Whether the words read there are its own. What a field holds or a list shows may be any."""
    own = _letters(told.text)
    return told.role in LABELLED or (own != "" and any(_alike(line, own) for line in words))


def _alike(one: str, other: str) -> bool:
    # What is much longer cannot be alike, and to compare it with each line takes minutes.
    if 2 * min(len(one), len(other)) < ALIKE * (len(one) + len(other)):
        return False
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= ALIKE


def _is(seen: Element, told: Element) -> bool:
    """Whether the eyes mean the same thing, or words on it."""
    if told.role is Role.FIELD and seen.role in _CONTENT:
        return False
    if told.role is Role.TEXT and seen.role is not Role.TEXT:
        return False
    if intersection_over_union(seen.box, told.box) > 0.5:
        return True
    return (told.role is not Role.FIELD or seen.role is told.role) and _lies_in(seen.box, told.box)


def _joined(told: Element, same: Sequence[Element]) -> Element:
    """The program's word on role and state; the eyes' on colour, on where a mark is, and on which
    words can be read."""
    best = max(same, key=lambda other: intersection_over_union(other.box, told.box), default=None)
    if best is None:
        return told
    words = next((other.text for other in same if other.text), "")
    joined = msgspec.structs.replace(
        told,
        box=_drawn(told, same),
        text=told.text or ("" if told.role is Role.FIELD else words),
        name=told.name or best.name,
        icon=best.icon,
        meanings=best.meanings,
        colour=best.colour,
    )
    if told.role is Role.COMBO and words:
        # Its words are what it shows; where a program gives these as its name (GTK), it has no
        # name yet, and takes that of the label beside it.
        is_value = _alike(_letters(joined.name), _letters(words))
        return msgspec.structs.replace(joined, text=words, name="" if is_value else joined.name)
    if told.role is Role.BUTTON and best.role is Role.ICON:
        # Its name is what the program calls it; there are no such words to be seen.
        return msgspec.structs.replace(joined, role=Role.ICON, text="")
    return joined


def _drawn(told: Element, same: Sequence[Element]) -> Box:
    """Where it is to be clicked: a program gives a mark the whole row that it lies in, of which
    only the mark and its words may work."""
    parts = [other.box for other in same if other.role in MARKS or other.role is Role.TEXT]
    if told.role not in MARKS or not parts:
        return told.box
    return functools.reduce(union, parts)
