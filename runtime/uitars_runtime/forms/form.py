"""The controls of what is shown, in the order in which they stand, each with what it is called and
what it holds.

Not here: what a request means for them (`asked.py`), how they are worked.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from uitars_runtime.element import Element, Role


class Kind(enum.StrEnum):
    """What a control is, in the words that the trained reader knows."""

    TEXT = "text"
    """Words that are no control."""
    FIELD = "field"
    LIST = "list"
    """A drop-down list."""
    TICK = "tick"
    CHOICE = "choice"
    """One of several of which one is chosen."""
    SLIDER = "slider"
    BUTTON = "button"
    LINK = "link"
    TAB = "tab"
    ITEM = "item"
    MENU = "menu"


STATEFUL: Final = frozenset({Kind.TICK, Kind.CHOICE})
"""What is on or off."""
FILLED: Final = frozenset({Kind.FIELD, Kind.LIST, Kind.SLIDER})
"""What takes a value."""
ON: Final = "on"
OFF: Final = "off"
KINDS: Final[Mapping[Role, Kind]] = {
    Role.TEXT: Kind.TEXT,
    Role.TITLE: Kind.TEXT,
    Role.HEADER: Kind.TEXT,
    Role.FIELD: Kind.FIELD,
    Role.COMBO: Kind.LIST,
    Role.CHECKBOX: Kind.TICK,
    Role.RADIO: Kind.CHOICE,
    Role.SLIDER: Kind.SLIDER,
    Role.BUTTON: Kind.BUTTON,
    Role.LINK: Kind.LINK,
    Role.TAB: Kind.TAB,
    Role.ITEM: Kind.ITEM,
    Role.MENU: Kind.MENU,
    Role.MENU_ITEM: Kind.MENU,
}
"""What eyes take for a control."""
DATE: Final = re.compile(
    r"(?P<first>[dmy]*|\d*)(?P<mark>[./-])(?P<second>[dmy]+|\d+)(?P=mark)(?P<third>[dmy]*|\d*)",
    re.IGNORECASE,
)
"""A date in figures, or the letters that say how one is written: "dd.mm.yyyy". Its first or last
part is not seen where it is marked."""


class Control(msgspec.Struct, frozen=True):
    """One of them."""

    kind: Kind
    label: str
    holds: str = ""
    """The text of a field, what a list shows, `ON` or `OFF`; empty of others."""
    element: int = -1
    """Its place among all that was seen; negative where nothing was."""

    @property
    def is_pressed(self) -> bool:
        """Whether all that can be done with it is to press it."""
        return self.kind not in FILLED and self.kind not in STATEFUL


_WORDS: Final = frozenset({Kind.ITEM, Kind.LINK, Kind.TAB, Kind.MENU})
"""What eyes take the words of a control for, where they see that these are no plain ones."""
_BESIDE, _BELOW = 260, 36
"""Pixels from the words of a control to it at most, as eyes name it (`eyes/naming.py`)."""


def controls(elements: Sequence[Element]) -> tuple[Control, ...]:
    """Those that have a name, and the words that are the name of none."""
    found = [*_controls(elements)]
    called = {one.label for one in found if one.kind is not Kind.TEXT}
    return tuple(
        one
        for one in found
        if not (one.kind is Kind.TEXT and one.label in called)
        and not (one.kind in _WORDS and _is_label(one, found, elements))
    )


def _is_label(words: Control, found: Sequence[Control], elements: Sequence[Element]) -> bool:
    """Whether words are those of a control beside or below them; an entry elsewhere may be called
    like a switch."""
    box = elements[words.element].box
    for one in found:
        if one.label == words.label and (one.kind in FILLED or one.kind in STATEFUL):
            other = elements[one.element].box
            across = max(other.left - box.right, box.left - other.right)
            down = max(other.top - box.bottom, box.top - other.bottom)
            if (down < 0 and across <= _BESIDE) or (across < 0 and down <= _BELOW):
                return True
    return False


def kind_of(element: Element) -> Kind | None:
    """What eyes take for a control. A browser's field for a date has a button like a list's."""
    kind = KINDS.get(element.role)
    return Kind.FIELD if kind is Kind.LIST and DATE.match(element.text.strip()) else kind


def is_form(form: Sequence[Control]) -> bool:
    """Whether there is something to fill in."""
    return not all(one.is_pressed for one in form)


def mention(label: str) -> str:
    """The pattern of a label where it stands by itself."""
    return rf"(?<!\w){re.escape(label)}(?!\w)"


def groups(form: Sequence[Control]) -> Iterator[list[int]]:
    """The places of those of which one is chosen: what stands together."""
    group: list[int] = []
    for number, one in enumerate((*form, Control(Kind.TEXT, ""))):
        if one.kind is Kind.CHOICE:
            group.append(number)
        elif group:
            yield group
            group = []


def _controls(elements: Sequence[Element]) -> Iterator[Control]:
    for at, one in enumerate(elements):
        kind = kind_of(one)
        label = (one.name or one.text).strip()
        # Fields that are drawn pale are taken for such that cannot be used.
        if kind is not None and label and (kind in FILLED or not one.disabled):
            yield Control(kind, label, _held(kind, one), at)


def _held(kind: Kind, element: Element) -> str:
    if kind in STATEFUL:
        return ON if element.checked else OFF
    return element.text.strip() if kind in FILLED and element.text != element.name else ""
