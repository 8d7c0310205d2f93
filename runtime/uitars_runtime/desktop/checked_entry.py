"""Entering text and reading back what arrived, where the program lets it be read."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Protocol

from uitars_runtime.desktop.capture import Grab
from uitars_runtime.desktop.readback import Field, arrived
from uitars_runtime.desktop.settle import Settled, Settler

_SHOWN = 200
"""Characters of a field that are quoted when they are not what was typed."""


class Route(enum.StrEnum):
    """How text was entered."""

    KEYBOARD = "with the keyboard"
    CLIPBOARD = "through the clipboard"


class Entry(Protocol):
    """Enters text where the keyboard is. Raises `Refused`, which says how far it came."""

    def enter(self, text: str, /) -> Route: ...

    def enter_otherwise(self, text: str, route: Route, /) -> Route | None:
        """Enter what did not arrive by that route by another; None where there is none."""
        ...


class CheckedEntry:
    """Types, waits, reads back, and goes the other way when nothing at all arrived."""

    def __init__(self, entry: Entry, settler: Settler, read: Callable[[], Field | None]) -> None:
        """`read`: the field with the keyboard, where its program tells."""
        self._entry = entry
        self._settler = settler
        self._read = read

    def enter(self, text: str, before: Grab) -> tuple[str, Settled]:
        """What came of it, as a sentence, and the screen after it. Raises `Refused`."""
        field = self._read()
        route = self._entry.enter(text)
        settled = self._settler.after(before)
        now = self._read()
        if settled.changed is None and field is not None and now == field:
            # The program answers and nothing came of it, on the screen or in the field.
            other = self._entry.enter_otherwise(text, route)
            if other is not None:
                route, settled = other, self._settler.after(before)
                now = self._read()
        return f"Entered {len(text)} characters {route}; {_verdict(field, now, text)}", settled


def _verdict(before: Field | None, after: Field | None, text: str) -> str:
    exact = arrived(before, after, text)
    if exact is None or after is None:
        return "what arrived could not be read back."
    if exact:
        return "they arrived exactly."
    return f"that is not what arrived: the field holds {after.text[-_SHOWN:]!r}."
