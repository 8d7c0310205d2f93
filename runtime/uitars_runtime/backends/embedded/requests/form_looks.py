"""Looking into the drop-down lists of a form before its request is read for good: which of two
lists "robotics" is for can be told by what they offer.

Each list is opened, read and closed again. Such a look serves no words of the task, and whoever
decides what is next is told of none. Not here: what requests mean (`network/form_reader.py`), how
an entry is chosen (`form_lists.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uitars_runtime.backends.embedded.network.history import came_of
from uitars_runtime.backends.embedded.requests.entry import FAILED, LATE, Entry
from uitars_runtime.backends.embedded.requests.form_lists import entries_of, listed
from uitars_runtime.backends.embedded.requests.starting import Rest
from uitars_runtime.backends.embedded.situation import called
from uitars_runtime.element import Element, Role
from uitars_runtime.forms.asked import Reading
from uitars_runtime.forms.form import FILLED, Control, Kind
from uitars_runtime.grounding import SeenElement
from uitars_runtime.types import Click, Press, Step

CLOSE: Final = Press(("esc",))
"""What closes an open list."""
_MOST: Final = 6
"""Lists that are looked into: each takes two steps. Ours."""
_FEWEST: Final = 2
"""Entries one below the other by which an open list is known: Escape would close a dialog."""


def are_worth_it(reading: Reading, form: Sequence[Control]) -> bool:
    """Whether something is meant that what the lists offer may make clear."""
    meant = [form[one.control].kind for one in reading.meant]
    return bool(lists_of(form)) and any(kind in FILLED for kind in meant)


def lists_of(form: Sequence[Control]) -> list[Control]:
    return [one for one in form if one.kind is Kind.LIST][:_MOST]


class Looks:
    """The lists of one form, which are opened one after the other."""

    def __init__(self, rest: Rest, form: Sequence[Control], elements: Sequence[Element]) -> None:
        self._asked = rest.task, rest.offset
        self._ahead = [(one.label, _seen(one.element, elements)) for one in lists_of(form)]
        self._before: tuple[Element, ...] | None = None
        self.offers: dict[str, tuple[str, ...]] = {}
        self.waited = False
        """Whether a list is looked at once more: it may open late."""

    def are_for(self, rest: Rest) -> bool:
        """Whether they are for what is asked for."""
        return self._asked == (rest.task, rest.offset)

    def next(self, elements: Sequence[Element], steps: Sequence[Step]) -> Entry | None:
        """What is done next; None once all were looked into. `steps`: all of the run."""
        if steps and is_look(steps[-1]) and came_of(steps[-1]) in FAILED:
            self._ahead.clear()  # whoever may refuse one does not want the others
        while self._ahead:
            label, one = self._ahead[0]
            if self._before is None:
                self._before = tuple(elements)
                return Entry(Click(one.box.center), None, one)
            entries = [*listed(one.box, entries_of(one.box, elements, self._before))]
            if len(entries) < _FEWEST and not self.waited:
                self.waited = True
                return Entry(LATE, None, one)
            self._ahead.pop(0)
            self._before, self.waited = None, False
            if len(entries) >= _FEWEST:
                self.offers[label] = tuple(entries)
                return Entry(CLOSE, None, one)
        return None


def _seen(at: int, elements: Sequence[Element]) -> SeenElement:
    return SeenElement(at, elements[at].box, elements[at].role, called(elements[at]))


def is_look(step: Step) -> bool:
    """Whether a step was for such a look."""
    meant = step.grounding
    return (
        meant is not None
        and meant.only_looks
        and meant.target is not None
        and meant.target.role is Role.COMBO
    )


def without_looks(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The others."""
    return tuple(step for step in steps if not is_look(step))
