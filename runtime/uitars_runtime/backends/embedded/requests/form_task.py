"""A form that is being filled: what is meant, how far it is, and what a person is asked meanwhile.

Not here: what is done next (`forms.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from uitars_runtime.agreement import agrees
from uitars_runtime.backends.embedded.requests.entry import Doing
from uitars_runtime.backends.embedded.requests.form_lists import called
from uitars_runtime.backends.embedded.requests.form_plan import Want, corrected, question
from uitars_runtime.backends.embedded.requests.form_state import Tried
from uitars_runtime.element import Element
from uitars_runtime.forms.doubts import put_it
from uitars_runtime.types import Action

_NO: Final = re.compile(r"no|nope|nah|wrong|not (?:quite|really|right)", re.IGNORECASE)
_NUMBER: Final = re.compile(
    r"(?:no,? )?(?:(?:make|set|put) it (?:to |at )?|to |at )?(?P<number>-?\d+(?:\.\d+)?)",
    re.IGNORECASE,
)
"""What a slider should be at instead."""


class Task(msgspec.Struct):
    """A request that is being worked on."""

    words: str
    offset: int
    wants: tuple[Want, ...]
    done: list[Action | None]
    """What was done so far."""
    question: str = ""
    """Before anything else is done, where it is not sure what is meant."""
    asked: str = ""
    """That, until it is answered."""
    entries: tuple[str, ...] = ()
    """Those of a list that are asked about."""
    at: int = 0
    """Which want is next."""
    begun: bool = False
    """Whether something was done for it."""
    keys: list[Doing] = []
    """What is left to do for it."""
    opened: tuple[Element, ...] | None = None
    """What was seen before its list was opened, until an entry is chosen."""
    tried: Tried = msgspec.field(default_factory=Tried)
    """What was done for it."""
    waited: bool = False
    """Whether it was looked again."""
    left: bool = False
    """Whether the keyboard was taken off it, and with it the frame that shows who has it."""

    def onward(self) -> None:
        """To the next want."""
        self.at += 1
        self.afresh()

    def afresh(self) -> None:
        """As if nothing had been done for the want that is next."""
        self.begun = self.waited = self.left = False
        self.opened, self.tried = None, Tried()

    def hears(self, said: str, elements: Sequence[Element]) -> bool:
        """Whether an answer says what is to be done: which entry is meant, that a slider stands as
        it should, that all is meant as it was told, or what is to be otherwise."""
        if self.entries:
            return self._hears_entry(said)
        if self.tried.slide is not None:
            return self._hears_of_slider(said)
        if agrees(said):
            return True
        wants = corrected(said, self.wants, elements)
        if wants is not None:
            self.wants, self.question = wants, question(wants) or ""
        return wants is not None

    def _hears_of_slider(self, said: str) -> bool:
        """That it stands right, what number it should be at, or that it does not stand right, and
        then a person is asked to set it."""
        if agrees(said):
            self.onward()
            return True
        want, number = self.wants[self.at], _NUMBER.fullmatch(said)
        if number is not None:
            self._means(number["number"])
            return True
        asks = put_it(want.control.label, want.value) if _NO.fullmatch(said) else None
        if asks is None or asks == self.asked:
            return False
        self.question = asks
        return True

    def _hears_entry(self, said: str) -> bool:
        meant = called(said, self.entries)
        if meant is not None:
            self._means(meant)
            self.entries = ()
        return meant is not None

    def _means(self, value: str) -> None:
        """The want that is next, begun again with another value."""
        wants = [*self.wants]
        wants[self.at] = msgspec.structs.replace(wants[self.at], value=value)
        self.wants = tuple(wants)
        self.afresh()
