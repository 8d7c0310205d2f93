"""Things that the task counts ("the third link", "the second Edit button") take that as their name.

Counting is left to this code: what is meant then matches the words of the task like any label.
Entries of a table are counted by its rows, whatever the eyes take its cells for; what has no
headers is counted in reading order (`network/layout.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import pairwise
from statistics import median
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.layout import reading_order, rows
from uitars_runtime.backends.embedded.network.matching import MARKS
from uitars_runtime.backends.embedded.tokenizer import Word
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box


class _Tables(msgspec.Struct, frozen=True):
    """`ordinals.toml`."""

    ordinals: tuple[str, ...]
    numbers: tuple[str, ...]
    nouns: dict[Role, tuple[str, ...]]


_TABLES: Final = msgspec.toml.decode(
    (files("uitars_runtime.backends.embedded.rules") / "ordinals.toml").read_bytes(), type=_Tables
)
_ORDINALS: Final = {
    word: at or -1 for at, said in enumerate(_TABLES.ordinals) for word in said.split()
}
"""Words that say which one, counted from 1; -1 for the last."""
_NUMBERS: Final = _ORDINALS | {
    word: at for at, said in enumerate(_TABLES.numbers, 1) for word in said.split()
}
_NOUNS: Final = {noun: role for role, nouns in _TABLES.nouns.items() for noun in nouns}
_FROM_LAST: Final = (
    *(["to", "last"], ["to", "the", "last"]),
    *(["from", "last"], ["from", "the", "last"]),
)
"""What stands behind an ordinal that counts from the end."""
_BETWEEN: Final = 4
"""Words that may stand between an ordinal and its noun."""
_BACK: Final = 7
"""Words by which a noun may come before its ordinal ("many menus are there: press the 2nd")."""
_SIGNS: Final = ("number", "no", "nr", "#")
_SMALL: Final = frozenset(("of", "all", "the", "among", "in", "these", "those"))
_POINTING: Final = frozenset(
    ("the", "number", "press", "click", "select", "pick", "choose", "take")
)
"""What stands before an ordinal that points at something, not at a time ("first, open ...")."""


def with_ordinals(elements: Sequence[Element], words: Sequence[Word]) -> tuple[Element, ...]:
    """The same elements; the one that the task counts is named by the words that count it."""
    named = list(elements)
    for said, label, role, place in _counted([word for word in words if word.text not in MARKS]):
        order = first_cells(elements) if role is Role.ITEM and not label else []
        if not order:
            alike = _alike(elements, label, role, max(2, abs(place)))
            order = [alike[at] for at in reading_order([elements[at].box for at in alike])]
        if len(order) < abs(place) or any(said in _called(item) for item in elements):
            continue
        meant = order[place - 1 if place > 0 else place]
        named[meant] = msgspec.structs.replace(named[meant], name=said)
    return tuple(named)


def _alike(elements: Sequence[Element], label: str, role: Role, least: int) -> list[int]:
    """What counts: of that role and label, or of that label alone where these are too few."""
    labelled = [at for at, item in enumerate(elements) if not label or label in _called(item)]
    both = [at for at in labelled if elements[at].role is role]
    choices = (both, labelled) if label else (both,)
    return next((found for found in choices if len(found) >= least), list[int]())


def _called(item: Element) -> tuple[str, str]:
    return item.text.lower(), item.name.lower()


def _counted(words: Sequence[Word]) -> Iterator[tuple[str, str, Role, int]]:
    """The words that count something, a label among them, what is counted, and which one, below
    zero from the end. What stands in quotes is copied, and counts nothing."""
    spoken = [word.text.lower() for word in words]
    end = -1
    for at, word in enumerate(spoken):
        if words[at].quoted or at <= end:
            continue
        if word in _ORDINALS:
            place, end = _place(spoken, at)
            ahead = _ahead(spoken, at, end)
            if ahead is not None:
                yield (*ahead, place)
                continue
            if noun := _behind(spoken, at):
                yield " ".join(spoken[at : end + 1]), "", _NOUNS[noun], place
        elif word in _NUMBERS and not _says_how_often(spoken, at):
            signed = at > 0 and spoken[at - 1] in _SIGNS
            noun = _noun(spoken, at - 2 - signed) or _noun(spoken, at - 1 - signed)
            start = at - signed - noun.count(" ") - 1
            if noun and " ".join(spoken[start : at - signed]) == noun:
                yield " ".join(spoken[start : at + 1]), "", _NOUNS[noun], _NUMBERS[word]


def _place(spoken: list[str], at: int) -> tuple[int, int]:
    """Which one an ordinal says with the words behind it ("second to last", "last but one"), below
    zero from the end, and where its last word stands."""
    place = _ORDINALS[spoken[at]]
    if place < 0:
        but = spoken[at + 1 : at + 2] == ["but"]
        left = _NUMBERS.get(spoken[at + 2], 0) if but and at + 2 < len(spoken) else 0
        return (place - left, at + 2) if left > 0 else (place, at)
    for behind in _FROM_LAST:
        end = at + len(behind)
        if spoken[at + 1 : end + 1] == behind:
            return -place, end
    # A label may begin with it: "the second last name field".
    if spoken[at + 1 : at + 2] == ["last"] and _noun(spoken, at + 2):
        return -place, at + 1
    return place, at


def _ahead(spoken: list[str], at: int, end: int) -> tuple[str, str, Role] | None:
    """The noun after an ordinal from `at` to `end`: the words up to its end, the label between,
    what it means."""
    for start in range(end + 1, min(end + 2 + _BETWEEN, len(spoken))):
        if noun := _noun(spoken, start):
            said = " ".join(spoken[at : start + noun.count(" ") + 1])
            label = " ".join(word for word in spoken[end + 1 : start] if word not in _SMALL)
            return said, label, _NOUNS[noun]
    return None


def _behind(spoken: list[str], at: int) -> str:
    """The nearest noun before an ordinal that points at something, or nothing."""
    if spoken[at].isalpha() and (at == 0 or spoken[at - 1] not in _POINTING):
        return ""
    if _says_how_often(spoken, at):
        return ""
    nouns = (_noun(spoken, start) for start in range(at - 1, max(-1, at - 1 - _BACK), -1))
    return next((noun for noun in nouns if noun), "")


def _says_how_often(spoken: list[str], at: int) -> bool:
    """Whether a number goes on as in "press tab 2 more times" or "for the third time"."""
    after = [word for word in spoken[at + 1 : at + 3] if word != "more"]
    return after[:1] in (["time"], ["times"])


def _noun(spoken: list[str], start: int) -> str:
    """The noun of two words or of one that begins there, or nothing."""
    if not 0 <= start < len(spoken):
        return ""
    pair = " ".join(spoken[start : start + 2])
    return next((noun for noun in (pair, spoken[start]) if noun in _NOUNS), "")


_CELLS: Final = {Role.ITEM, Role.TEXT, Role.MENU_ITEM, Role.LINK, Role.BUTTON}
_BEYOND: Final = 8
"""Pixels by which a cell may reach over the ends of the headers."""
_GAP: Final = 1.8
"""Pitches of the rows above it from which what stands below does not belong to the table."""


def first_cells(elements: Sequence[Element]) -> list[int]:
    """Indices of the first cell of each row, from above; empty where no headers stand level."""
    heads = [item.box for item in elements if item.role is Role.HEADER]
    level = max(rows(heads), key=len, default=list[int]())
    if len(level) < 2:
        return []
    head = [heads[index] for index in level]
    below = [at for at, item in enumerate(elements) if item.role in _CELLS and _under(item, head)]
    found = rows([elements[at].box for at in below])
    first = [below[row[0]] for row in found]
    return first[: _end([elements[at].box for at in first])]


def _under(item: Element, head: Sequence[Box]) -> bool:
    middle = item.box.center
    left, right = min(box.left for box in head), max(box.right for box in head)
    low = max(box.bottom for box in head)
    return bool(item.text) and middle.y > low and left - _BEYOND <= middle.x <= right + _BEYOND


def _end(boxes: Sequence[Box]) -> int:
    """How many rows follow each other at about the same pitch."""
    steps = [after.center.y - before.center.y for before, after in pairwise(boxes)]
    for at in range(1, len(steps)):
        if steps[at] > _GAP * median(steps[:at]):
            return at + 1
    return len(boxes)
