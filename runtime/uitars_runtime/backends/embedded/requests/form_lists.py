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
_TOKEN: Final = re.compile(r"(?<!\w)[-+]?\d+(?:[.,:]\d+)*|\d+|[^\W\d]+")
_ZEROS: Final = re.compile(r"(?<![\d.,])0+(?=\d)|:00$")
"""What "07:30" has more than "7:30", and "10:00" than "10"."""
_NO: Final = re.compile(r"\b(?:no|not|non|never|without|except|nothing)\b|n['’]t\b", re.IGNORECASE)
_PLURAL: Final = 4
"""Letters of a word from which an s at its end says no more than that there are several."""
_INTO: Final = 3.0
"""Heights of a list that its entries begin at most inside of its left edge; outside it may be all
of its width, for eyes may see its right part alone."""
_NEXT: Final = 2.5
"""Heights of a list from one of its entries to the next, at most."""


def entries_of(want: Want, elements: Sequence[Element], before: Sequence[Element]) -> list[Element]:
    """What can be chosen of a list that was opened: what was not seen before and stands in its
    column, for eyes also see words anew that an open list covers in part."""
    box = want.box
    last = max(box.right, box.left + round(_INTO * box.height))
    return [
        one
        for one in unseen(elements, before)
        if one.text
        and one.role in _ENTRIES
        and box.left - max(box.height, box.width) <= one.box.left <= last
    ]


def listed(want: Want, entries: Sequence[Element]) -> Iterator[str]:
    """Those that stand one below the other from the list on, from the top."""
    reach = _NEXT * want.box.height
    rows = sorted(entries, key=lambda one: one.box.top)
    near = {at for at, one in enumerate(rows) if abs(one.box.center.y - want.at.y) <= reach}
    for order in (range(len(rows)), reversed(range(len(rows)))):
        last: Element | None = None
        for at in order:
            one = rows[at]
            if at in near or (
                last is not None and abs(one.box.center.y - last.box.center.y) <= reach
            ):
                near.add(at)
                last = one
    yield from (rows[at].text for at in sorted(near))


def called(said: str, entries: Sequence[str]) -> str | None:
    """The entry that is called so: to the sign, else the only one with these letters."""
    for one in entries:
        if one.strip().casefold() == said.strip().casefold():
            return one
    same = {one for one in entries if letters(one) and letters(one) == letters(said)}
    return same.pop() if len(same) == 1 else None


def chosen(want: Want, entries: Sequence[Element]) -> Element | None:
    """The entry that is meant: what is called so, what the words are surely read for, else the only
    one that holds them all, or begins with them."""
    figures = in_figures(want.value)
    texts = [one.text for one in entries]
    for said in (want.value, figures):
        if (found := called(said, texts)) is not None:
            return entries[texts.index(found)]
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
    """Whether no number of what was said is missing where there are numbers: 32 is never 34."""
    theirs, ours = _numbers(entry), _numbers(in_figures(said))
    return not theirs or ours <= theirs


def _numbers(text: str) -> set[str]:
    return {one for one in _tokens(text) if one[-1].isdigit()}


def _holding(said: str, entries: Sequence[Element]) -> Element | None:
    """Of entries that say no to it none is meant."""
    wanted = _tokens(said)
    found = [
        (tokens, one)
        for one in entries
        if _is_within(wanted, tokens := _tokens(one.text))
        and _is_denied(one.text) == _is_denied(said)
    ]
    begins = [pair for pair in found if pair[0][: len(wanted)] == wanted]
    for several in (found, begins):
        if wanted and len({tuple(tokens) for tokens, _ in several}) == 1:
            return several[0][1]
    return None


def _is_within(some: list[str], tokens: list[str]) -> bool:
    """Whether they stand there one after the other."""
    return any(tokens[at : at + len(some)] == some for at in range(len(tokens)))


def _is_denied(text: str) -> bool:
    return _NO.search(text) is not None


def _tokens(text: str) -> list[str]:
    """Its words, those of several as of one, and its numbers as they are mostly written."""
    return [
        _ZEROS.sub("", one)
        if one[-1].isdigit()
        else one.removesuffix("s")
        if len(one) >= _PLURAL
        else one
        for one in _TOKEN.findall(text.casefold())
    ]
