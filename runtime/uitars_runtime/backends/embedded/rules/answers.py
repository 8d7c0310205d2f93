"""Answers that code reckons, as words that can be typed, at the field they go into.

An answer lies on its field: whoever points at it while the field has been clicked types it.
Not here: how an answer is found (`sums.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_runtime.element import Element, Role
from uitars_runtime.geometry import distance
from uitars_runtime.types import Box

_POINTING: Final = (Act.CLICK, Act.DOUBLE)


def answer(elements: Sequence[Element], beside: Box, text: str, name: str) -> Element:
    """The answer to what stands in a box, on the nearest field; without one, where it was asked."""
    fields = [item.box for item in elements if item.role is Role.FIELD]
    place = min(fields, key=lambda box: distance(box, beside), default=beside)
    return Element(place, Role.TEXT, text, name)


def to_type(decision: Decision, situation: Situation) -> Decision:
    """The same decision, or for a click on the answer in a field that was clicked last, typing."""
    index, history = decision.element, situation.history
    if decision.act not in _POINTING or index is None or not history:
        return decision
    item, last = situation.elements[index], history[-1]
    clicked = last.act in _POINTING and last.at is not None and item.box.contains(last.at)
    if clicked and _is_answer(item, situation.elements) and decision.serves is not None:
        return Decision(Act.TYPE, decision.serves, element=index)
    return decision


def _is_answer(item: Element, elements: Sequence[Element]) -> bool:
    """Whether it is words that nobody sees, on a field."""
    return (
        item.role is Role.TEXT
        and item.name != item.text
        and any(other.role is Role.FIELD and other.box == item.box for other in elements)
    )
