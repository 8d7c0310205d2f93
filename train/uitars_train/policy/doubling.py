"""Controls that the eyes see twice: a list and the words in it, a button and the picture on it.

Not here: lines taken apart or run together, and marks with their words (`misreading.py`).
"""

from __future__ import annotations

import random
from typing import Final

import msgspec

from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box

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
