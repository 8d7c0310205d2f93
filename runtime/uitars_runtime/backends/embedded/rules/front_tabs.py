"""The tab in front, where the eyes took it for mere words.

In many programs the tab in front has no frame of its own, and only the others look like tabs. What
stands in their row, right beside them, is then the tab in front. Not here: which of several tabs
that are seen as tabs is selected (the eyes).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from uitars_runtime.element import Element, Role
from uitars_runtime.geometry import gap_across
from uitars_runtime.types import Box

_WORDS: Final = {Role.TEXT, Role.LINK, Role.TITLE}
_LEVEL: Final = 6
"""Pixels by which the middles of tabs in one row may differ."""
_BESIDE: Final = 26
"""Pixels between a tab and the words of the one in front, at most."""


def with_front_tabs(elements: Sequence[Element]) -> tuple[Element, ...]:
    """The same elements; the only words beside several tabs, none of them in front, are a tab."""
    tabs = [item for item in elements if item.role is Role.TAB]
    words = [item for item in elements if item.role in _WORDS and _is_front(item, tabs)]
    return tuple(
        msgspec.structs.replace(item, role=Role.TAB, selected=True)
        if any(item is one for one in words) and not _shared(item, words)
        else item
        for item in elements
    )


def _is_front(item: Element, tabs: Sequence[Element]) -> bool:
    row = [tab for tab in tabs if _level(tab.box, item.box)]
    chosen = any(tab.selected for tab in row)
    return (
        len(row) > 1 and not chosen and any(gap_across(tab.box, item.box) <= _BESIDE for tab in row)
    )


def _shared(item: Element, words: Sequence[Element]) -> bool:
    """Whether other words in the row might be the tab in front as well."""
    return any(other is not item and _level(other.box, item.box) for other in words)


def _level(one: Box, other: Box) -> bool:
    return abs(one.center.y - other.center.y) <= _LEVEL
