"""Whether a screen shows something that those before it did not: a round keeps few screens.

A control in its other state is something new, and so is an open menu or a page of other widgets; a
row that is chosen or a caret elsewhere is not. Not here: what a screen is told by again
(`explorer.fingerprint`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uitars_runtime.element import Role
from uitars_train.harvest.records import Truth

_LITTLE: Final = 4
"""Widgets that are there or gone, at most, where nothing new is shown."""
_FILLED: Final = 2
"""Screens of one round that show a field with other words, and nothing else."""
_Known = frozenset[tuple[object, ...]]


class Novelty:
    """The screens that were kept."""

    def __init__(self) -> None:
        self._kept: list[_Known] = []
        self._filled = 0

    def adds(self, told: Sequence[Truth]) -> bool:
        """Whether it is worth keeping."""
        shown = _shown(told)
        nearest = min((shown ^ other for other in self._kept), key=len, default=None)
        if nearest is None or len(nearest) > _LITTLE or _in_other_state(nearest):
            return True
        if any(one[1] is Role.MENU_ITEM for one in nearest):
            return True
        words = any(one[1] is Role.FIELD for one in nearest)
        self._filled += words
        return words and self._filled <= _FILLED

    def keep(self, told: Sequence[Truth]) -> None:
        """It was kept."""
        self._kept.append(_shown(told))


def _in_other_state(differs: _Known) -> bool:
    """Whether one widget is there twice, on and off."""
    places = [one[:-1] for one in differs]
    return len(places) > len(set(places))


def _shown(told: Sequence[Truth]) -> _Known:
    return frozenset(
        (
            one.told,
            one.element.role,
            one.element.name,
            one.element.text,
            one.element.box,
            one.element.disabled,
            one.element.checked,
        )
        for one in told
    )
