"""Odd and even numbers, named so where the task speaks of odd or even ones.

What is named matches the words of the task and of the buttons beside it like any label.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from uitars_runtime.eyes.element import Element, Role

_TOLD: Final = re.compile(r"\b(odd|even)\b", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[-–−]?(\d{1,9})")


def with_parity(elements: Sequence[Element], task: str) -> tuple[Element, ...]:
    """The same elements; whole numbers are named `odd` or `even` where the task says so."""
    if _TOLD.search(task) is None:
        return tuple(elements)
    return tuple(_named(item) for item in elements)


def _named(item: Element) -> Element:
    number = _NUMBER.fullmatch(item.text)
    if number is None or item.role is Role.FIELD:
        return item
    return msgspec.structs.replace(item, name="odd" if int(number[1]) % 2 else "even")
