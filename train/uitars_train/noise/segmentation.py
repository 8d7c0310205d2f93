"""Elements that the eyes take apart, run together or see twice, and frames taken for fields."""

from __future__ import annotations

import random
import zlib
from typing import Final

import msgspec

from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box
from uitars_train.simulator.world import World

_SHARE: Final = {Role.COMBO: 0.12, Role.FIELD: 0.05, Role.BUTTON: 0.05, Role.TAB: 0.04}
_INSIDE: Final = {
    Role.COMBO: (Role.FIELD, Role.TEXT, Role.BUTTON),
    Role.FIELD: (Role.FIELD, Role.TEXT),
    Role.BUTTON: (Role.ICON, Role.TEXT),
    Role.TAB: (Role.TEXT, Role.ICON),
}
_LEAST: Final = 24
"""Pixels of width below which nothing inside is seen by itself."""


def doubled(item: Element, level: float, fixed: random.Random) -> list[Element]:
    """The element, and now and then what is inside it as one of its own."""
    share = _SHARE.get(item.role, 0.0) * level
    if item.box.width < _LEAST or fixed.random() >= share:
        return [item]
    role = fixed.choice(_INSIDE[item.role])
    box = item.box
    side = fixed.randint(12, 30)
    left = box.left + fixed.randint(2, 8)
    within = Box(
        left, box.top + 2, max(left + 6, box.right - side), max(box.top + 6, box.bottom - 2)
    )
    if role is Role.ICON:
        within = Box(left, within.top, left + min(16, box.width // 2), within.bottom)
        return [item, Element(within, role)]
    words = item.text if fixed.random() < 0.7 else ""
    if fixed.random() < 0.5:
        # The words are seen by themselves, and the control around them has none.
        return [msgspec.structs.replace(item, text=""), Element(within, role, words, words)]
    return [item, Element(within, role, words, words)]


_RUNNING: Final = {Role.TEXT, Role.LINK, Role.MENU, Role.TAB, Role.ITEM, Role.HEADER}
_GAP: Final = 34
"""Pixels between words below which they may be read as one line."""


def merged(seen: list[Element], share: float, seed: int) -> list[Element]:
    """Words of one height that stand close together, run into one line here and there.

    A label runs into the words of the list or field beside it too.
    """
    kept: list[Element] = []
    for item in sorted(seen, key=lambda one: (one.box.center.y // 14, one.box.left)):
        before = kept[-1] if kept else None
        if before is not None and _run_on(before, item) and _draw(before, item, seed) < share:
            box = Box(
                before.box.left,
                min(before.box.top, item.box.top),
                item.box.right,
                max(before.box.bottom, item.box.bottom),
            )
            text = f"{before.text} {item.text}"
            kept[-1] = msgspec.structs.replace(before, box=box, text=text, name=text)
        else:
            kept.append(item)
    return kept


def _run_on(one: Element, other: Element) -> bool:
    level = abs(one.box.center.y - other.box.center.y) < 8
    gap = other.box.left - one.box.right
    labels = one.role is Role.TEXT and other.role in (Role.COMBO, Role.FIELD)
    wordy = one.role in _RUNNING and (other.role in _RUNNING or labels)
    return (
        wordy
        and bool(one.text and other.text)
        and level
        and -2 <= gap < _GAP
        and one.box.height < 40
    )


def _draw(one: Element, other: Element, seed: int) -> float:
    place = f"{seed} {one.box.top // 8} {other.box.left // 8}"
    return random.Random(zlib.crc32(place.encode())).random()


def split(item: Element, words: list[str], cut: int) -> list[Element]:
    """A line read as two."""
    box = item.box
    share = len(" ".join(words[:cut])) / max(1, len(item.text))
    middle = box.left + int(box.width * share)
    left, right = " ".join(words[:cut]), " ".join(words[cut:])
    first = Box(box.left, box.top, max(middle, box.left + 4), box.bottom)
    second = Box(middle + 4, box.top, max(box.right, middle + 8), box.bottom)
    return [
        msgspec.structs.replace(item, box=first, text=left, name=left),
        msgspec.structs.replace(item, box=second, text=right, name=right, role=Role.TEXT),
    ]


def inner(box: Box, text: str, role: Role = Role.TEXT) -> Element:
    """The words in a field as a thing of their own."""
    right = min(box.right, box.left + 10 + 7 * len(text))
    bottom = min(box.bottom, box.top + 20)
    return Element(Box(box.left + 4, box.top + 2, right, bottom), role, text, text)


def written(box: Box, text: str, role: Role, zoom: float) -> list[Element]:
    """The lines of a large text, each by itself."""
    high = int(18 * zoom)
    return [
        inner(Box(box.left, box.top + high * row, box.right, box.bottom), line, role)
        for row, line in enumerate(text.split("\n"))
        if line and box.top + high * (row + 1) < box.bottom
    ]


def mark(box: Box) -> Box:
    """The little box or ring at the left end of a tick."""
    return Box(box.left, box.top, max(min(box.left + 18, box.right - 4), box.left + 4), box.bottom)


def tick_and_label(item: Element, fixed: random.Random) -> list[Element]:
    """The little box or ring, and the words to its right."""
    box, ring = item.box, mark(item.box)
    named = item.name if fixed.random() < 0.7 else ""
    tick = msgspec.structs.replace(item, box=ring, text="", name=named)
    words = Box(ring.right + 4, box.top, max(box.right, ring.right + 8), box.bottom)
    role = fixed.choice((Role.TEXT, Role.TEXT, Role.ITEM))
    return [tick, Element(words, role, item.text, item.text)]


def frames(world: World) -> list[Element]:
    """Frames of popups and lists, taken for fields or lists."""
    found: list[Element] = []
    for surface in world.surfaces[1:]:
        top = [widget.text for widget in surface.widgets[:1]]
        if surface.owner is not None:
            middle = (surface.box.top + surface.box.bottom) // 2
            upper = Box(surface.box.left, surface.box.top, surface.box.right, middle)
            lower = Box(surface.box.left, middle, surface.box.right, surface.box.bottom)
            found += [
                Element(upper, Role.FIELD, "", top[0] if top else ""),
                Element(lower, Role.FIELD),
            ]
        elif surface.view is not None:
            found.append(Element(surface.view, Role.FIELD))
    return found
