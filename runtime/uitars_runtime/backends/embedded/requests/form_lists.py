"""The entries of a drop-down list that was opened, and which of them is meant.

Not here: opening and closing it (`forms.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from uitars_runtime.backends.embedded.network.form_reader import form_reader
from uitars_runtime.backends.embedded.requests.entry import unseen
from uitars_runtime.backends.embedded.requests.form_plan import Want
from uitars_runtime.edits.lines import letters
from uitars_runtime.element import Element, Role
from uitars_runtime.forms.form import OFF, Control, Kind
from uitars_runtime.sums.reading import in_figures

_ENTRIES: Final = frozenset({Role.MENU_ITEM, Role.ITEM, Role.TEXT, Role.BUTTON, Role.RADIO})
"""What eyes take the entries of an open list for."""
_WORD: Final = re.compile(r"\w+")
_FIGURES: Final = re.compile(r"\d+")
_NO: Final = re.compile(r"\b(?:no|not|non|never|without|except|nothing)\b|n['’]t\b", re.IGNORECASE)
_INTO, _OUT = 3.0, 0.5
"""Heights of a list that its entries begin at most inside of its left edge, and outside."""


def entries_of(elements: Sequence[Element], before: Sequence[Element]) -> list[Element]:
    """What can be chosen of a list that was opened: what was not seen there before."""
    return [one for one in unseen(elements, before) if one.text and one.role in _ENTRIES]


def listed(want: Want, entries: Sequence[Element]) -> Iterator[str]:
    """Those that stand in the column of the list, from the top: eyes also see words anew that an
    open list covers in part."""
    high = want.box.height
    for one in sorted(entries, key=lambda one: one.box.top):
        if -_OUT * high <= one.box.left - want.box.left <= _INTO * high:
            yield one.text


def chosen(want: Want, entries: Sequence[Element]) -> Element | None:
    """The entry that is meant: by its letters, as the words are surely read for these entries, else
    the only one that holds them all, or begins with them."""
    figures = in_figures(want.value)
    for said in (want.value, figures):
        for one in entries:
            if letters(one.text) == letters(said):
                return one
    return _read(want, entries) or _holding(figures, entries)


def _read(want: Want, entries: Sequence[Element]) -> Element | None:
    if not entries:
        return None
    group = [Control(Kind.TEXT, want.control.label)]
    choices = [Control(Kind.CHOICE, one.text, OFF) for one in entries]
    reading = form_reader().reading(want.value, [*group, *choices])
    if reading is None or not reading.is_sure or len(reading.meant) != 1:
        return None
    place = reading.meant[0].control - len(group)
    return entries[place] if place >= 0 and _may_be(entries[place].text, want.value) else None


def _may_be(entry: str, said: str) -> bool:
    """Whether no other number stands there: 32 is never 34."""
    theirs, ours = {*_FIGURES.findall(entry)}, {*_FIGURES.findall(in_figures(said))}
    return not theirs or not ours or bool(theirs & ours)


def _holding(said: str, entries: Sequence[Element]) -> Element | None:
    wanted = _words(said)
    found = [
        (words, one)
        for one in entries
        if {*wanted} <= {*(words := _words(one.text))} and _is_denied(one.text) == _is_denied(said)
    ]
    begins = [pair for pair in found if pair[0][: len(wanted)] == wanted]
    for several in (found, begins):
        if wanted and len({tuple(words) for words, _ in several}) == 1:
            return several[0][1]
    return None


def _is_denied(text: str) -> bool:
    return _NO.search(text) is not None


def _words(text: str) -> list[str]:
    """Also of "07:30" and "7:30"."""
    return [one.casefold().removesuffix("s").lstrip("0") for one in _WORD.findall(text)]
