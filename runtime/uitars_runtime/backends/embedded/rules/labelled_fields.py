"""A click on the words beside a field is for the field: in most toolkits the words do nothing.

Not here: which words name which field (`eyes/naming.py`).
Its worth (bench/rules.py): 2 of 452 steps with what programs tell, none on pictures alone.
"""

from __future__ import annotations

from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_runtime.element import Element, Role
from uitars_runtime.grounding import Side

_ENTRIES: Final = frozenset({Role.FIELD, Role.COMBO})
_NEAR: Final = 60
"""Pixels between words and the field below them, at most."""


def to_labelled(decision: Decision, situation: Situation) -> Decision:
    """The same decision, or the click on the only field or list that the words name."""
    place = decision.element
    if place is None or decision.act is not Act.CLICK or decision.side is not Side.ON:
        return decision
    label = situation.elements[place]
    if label.role is not Role.TEXT:
        return decision
    named = [
        at
        for at, item in enumerate(situation.elements)
        if item.role in _ENTRIES and _same(item.name, label.text) and _is_beside(label, item)
    ]
    return msgspec.structs.replace(decision, element=named[0]) if len(named) == 1 else decision


def _same(name: str, words: str) -> bool:
    return bool(name) and name.rstrip(":* ").casefold() == words.rstrip(":* ").casefold()


def _is_beside(label: Element, item: Element) -> bool:
    """Whether the field stands right of the words in their row, or right below them."""
    level = item.box.top <= label.box.center.y < item.box.bottom
    below = 0 <= item.box.top - label.box.bottom <= _NEAR
    over = item.box.left < label.box.right and label.box.left < item.box.right
    return (level and item.box.left >= label.box.right) or (below and over)
