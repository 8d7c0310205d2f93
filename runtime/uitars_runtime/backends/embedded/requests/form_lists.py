"""The entries of a drop-down list that was opened, and which of them is meant.

Not here: opening and closing it (`forms.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from statistics import median
from typing import Final

from uitars_runtime.backends.embedded.network.form_reader import form_reader
from uitars_runtime.backends.embedded.network.tagging import COMMON
from uitars_runtime.backends.embedded.requests.entry import unseen
from uitars_runtime.edits.lines import letters
from uitars_runtime.element import Element, Role
from uitars_runtime.forms.form import OFF, Control, Kind
from uitars_runtime.geometry import Box, overlap
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
_NEXT, _FIRST = 2.5, 3.5
"""Heights of a list from one of its entries to the next, and from itself to one of them, at most:
the one that is marked is often not seen."""
_LINE: Final = 0.25
"""Heights of a list by which the middles of words in one line lie apart at most."""
_ALIKE: Final = 0.6
"""Share of its letters that half a word has in common with the whole, at least: the edge of a list
cuts through some. Ours."""
_ASIDE: Final = 0.75
"""Heights of a list by which its entries begin apart at most: of some the whole row is seen."""


def entries_of(box: Box, elements: Sequence[Element], before: Sequence[Element]) -> list[Element]:
    """What can be chosen of a list that was opened: what was not seen before and stands in its
    column, for eyes also see words anew that an open list covers in part. `box`: of the list."""
    last = max(box.right, box.left + round(_INTO * box.height))
    return [
        one
        for one in unseen(elements, before)
        if one.text
        and one.role in _ENTRIES
        and box.left - max(box.height, box.width) <= one.box.left <= last
        and not any(_is_rest_of(one, known, box) for known in before)
    ]


def _is_rest_of(seen: Element, known: Element, box: Box) -> bool:
    """Whether words are what an open list leaves to be seen of others: in their line, and much like
    them. The list itself may lie under an entry of the same words."""
    middle = seen.box.center.y
    if not overlap(known.box, seen.box) or abs(known.box.center.y - middle) > _LINE * box.height:
        return False
    one, other = letters(seen.text), letters(known.text)
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    same = sum(block.size for block in blocks)
    return bool(one) and known.box != box and one != other and same >= _ALIKE * len(one)


def listed(box: Box, entries: Sequence[Element]) -> Iterator[str]:
    """Those that stand one below the other from the list on, from the top, each once: eyes see the
    one that the list shows there, too, and parts of words that it covers beside its entries."""
    reach = _NEXT * box.height
    column = median(one.box.left for one in entries) if entries else 0
    within = [one for one in entries if abs(one.box.left - column) <= _ASIDE * box.height]
    rows = sorted(within, key=lambda one: one.box.top)
    first = _FIRST * box.height
    near = {at for at, one in enumerate(rows) if abs(one.box.center.y - box.center.y) <= first}
    for order in (range(len(rows)), reversed(range(len(rows)))):
        last: Element | None = None
        for at in order:
            one = rows[at]
            if at in near or (
                last is not None and abs(one.box.center.y - last.box.center.y) <= reach
            ):
                near.add(at)
                last = one
    yield from dict.fromkeys(rows[at].text for at in sorted(near))


def called(said: str, entries: Sequence[str]) -> str | None:
    """The entry that is called so: to the sign, else the only one with these letters."""
    for one in entries:
        if one.strip().casefold() == said.strip().casefold():
            return one
    same = {one for one in entries if letters(one) and letters(one) == letters(said)}
    return same.pop() if len(same) == 1 else None


def meant(label: str, said: str, entries: Sequence[str]) -> str | None:
    """The entry that is meant of a list: what is called so, what the words are surely read for,
    else the only one that holds them all, or begins with them, or stands in them."""
    figures = in_figures(said)
    for words in (said, figures):
        if (found := called(words, entries)) is not None:
            return found
    return _read(label, said, entries) or _holding(figures, entries) or _held(figures, entries)


def _read(label: str, said: str, entries: Sequence[str]) -> str | None:
    if not entries:
        return None
    group = [Control(Kind.TEXT, label)]
    choices = [Control(Kind.CHOICE, one, OFF) for one in entries]
    reading = form_reader().reading(said, [*group, *choices])
    if reading is None or not reading.is_sure or len(reading.meant) != 1:
        return None
    place = reading.meant[0].control - len(group)
    return entries[place] if place >= 0 and _may_be(entries[place], said) else None


def _may_be(entry: str, said: str) -> bool:
    """Whether no number of what was said is missing where there are numbers: 32 is never 34."""
    theirs, ours = _numbers(entry), _numbers(in_figures(said))
    return not theirs or ours <= theirs


def _numbers(text: str) -> set[str]:
    return {one for one in _tokens(text) if one[-1].isdigit()}


def _holding(said: str, entries: Sequence[str]) -> str | None:
    """Of entries that say no to it none is meant."""
    wanted = _tokens(said)
    found = [
        (tokens, one)
        for one in entries
        if _is_within(wanted, tokens := _tokens(one)) and _is_denied(one) == _is_denied(said)
    ]
    begins = [pair for pair in found if pair[0][: len(wanted)] == wanted]
    for several in (found, begins):
        if wanted and len({tuple(tokens) for tokens, _ in several}) == 1:
            return several[0][1]
    return None


def _held(said: str, entries: Sequence[str]) -> str | None:
    """The only one whose words are all among those that were said."""
    words = _tokens(said)
    found = {
        one
        for one in entries
        if not COMMON.issuperset(tokens := _tokens(one))
        and _is_within(tokens, words)
        and _is_denied(one) == _is_denied(said)
    }
    return found.pop() if len(found) == 1 else None


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
