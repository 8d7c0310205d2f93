"""Where a task says that a program is to be started: "open the calculator and add 2 and 3".

Found in the words alone, with the names that this machine knows; whether it is done is decided by
what is on the screen (starting.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from uitars_runtime.applications.application import Application
from uitars_runtime.applications.resolve import Catalogue, Found
from uitars_runtime.backends.embedded.situation import Span
from uitars_runtime.backends.embedded.tokenizer import Word, span_text

_VERBS: Final = frozenset({"open", "start", "launch", "run"})
_BEFORE: Final = frozenset(
    {"please", "first", "then", "now", "next", "you", "to", "and", "also", "just", "afterwards"}
)
"""Words that an order can follow right away."""
_MARKS: Final = frozenset(",;.!:")
_AFTER: Final = frozenset({"and", "then", "to", "so", "for", "please", "first", "now"})
"""Words that end the name of a program, unless they are part of it."""
_FILLERS: Final = _BEFORE | _AFTER | frozenset({"it", "me", "there", "up", "thanks", "thank"})
_LONGEST: Final = 9
"""Words of a name or a description."""
_PLACES: Final = frozenset(
    {
        *("menu", "submenu", "tab", "dialog", "dialogue", "list", "page", "link", "folder", "box"),
        *("section", "sidebar", "panel", "toolbar", "file", "document", "window", "row", "item"),
        *("preferences", "settings", "options", "properties", "help", "view", "history", "field"),
        *("bookmarks", "tools", "edit", "message", "mail", "picture", "image", "drop-down"),
        *("files", "pictures", "photos", "calendar", "clock", "contacts", "slides", "email"),
    }
)
"""What windows are made of: while one is there, it is meant rather than a program named so."""


class Opening(msgspec.Struct, frozen=True):
    """Words that ask for a program."""

    span: Span
    """From the verb to the last word of the name."""
    name: str
    """What is to be opened, as the task says it."""
    application: Application | None = None
    sure: bool = False
    """Whether it is the name or the kind of a program, and of nothing that windows have."""


def openings(
    task: str, words: Sequence[Word], catalogue: Callable[[], Catalogue]
) -> tuple[Opening, ...]:
    """All of them, in the order of the task; the catalogue is read where there may be one."""
    found: list[Opening] = []
    for index, word in enumerate(words):
        if found and index <= found[-1].span.last:
            continue
        if word.text.lower() in _VERBS and not word.quoted and _begins(task, words, index):
            opening = _read(task, words, index, catalogue())
            if opening is not None:
                found.append(opening)
    return tuple(found)


def trimmed(task: str, words: Sequence[Word], first: int, end: int) -> Span | None:
    """The words from `first` on before `end` that say something; None where none does."""
    while first < end and _says_nothing(words[first]):
        first += 1
    while end > first and (words[end - 1].text in _MARKS or _joins(words[end - 1])):
        end -= 1
    return Span(first, end - 1) if first < end else None


def _says_nothing(word: Word) -> bool:
    plain = not (word.quoted or word.opens)
    return plain and (word.text in _MARKS or word.text.lower() in _FILLERS)


def _joins(word: Word) -> bool:
    return not (word.quoted or word.closes) and word.text.lower() in ("and", "then", "please")


def _begins(task: str, words: Sequence[Word], index: int) -> bool:
    """Whether an order can begin at a word."""
    if index == 0 or _new_line(task, words, index):
        return True
    before = words[index - 1]
    return not before.quoted and (before.text in _MARKS or before.text.lower() in _BEFORE)


def _new_line(task: str, words: Sequence[Word], index: int) -> bool:
    return "\n" in task[words[index - 1].end : words[index].start]


def _read(task: str, words: Sequence[Word], verb: int, catalogue: Catalogue) -> Opening | None:
    first = verb + 1
    if first < len(words) and words[first].text.lower() == "up":
        first += 1
    ends = list(_ends(task, words, first))
    for end in reversed(ends):
        named = _name(task, words, first, end)
        meant = catalogue.resolve(named) if named else None
        if isinstance(meant, Found) and meant.named:
            place = words[end - 1].text.lower() in _PLACES
            return Opening(Span(verb, end - 1), named, meant.application, not place)
    return _described(task, words, verb, first, ends, catalogue)


def _described(
    task: str, words: Sequence[Word], verb: int, first: int, ends: list[int], catalogue: Catalogue
) -> Opening | None:
    """What no name is: a description of a program, a file, or something unknown. A description may
    go on after `to` or `for`."""
    nearest: Opening | None = None
    for end in ends:
        named = _name(task, words, first, end)
        meant = catalogue.resolve(named)
        application = meant.application if isinstance(meant, Found) else None
        opening = Opening(Span(verb, end - 1), named, application)
        if application is not None:
            return opening
        nearest = nearest or opening
        if end == len(words) or words[end].text.lower() not in ("to", "for"):
            break
    return nearest


def _ends(task: str, words: Sequence[Word], first: int) -> Iterator[int]:
    """Where the name may end, the nearest first."""
    for end in range(first + 1, min(len(words), first + _LONGEST) + 1):
        if end == len(words) or _new_line(task, words, end):
            yield end
            return
        if words[end].quoted:
            continue
        mark = words[end].text in _MARKS
        ends = mark or words[end].text.lower() in _AFTER
        if ends and words[end - 1].text not in _MARKS:
            yield end
        if mark and words[end].text != ",":
            return


def _name(task: str, words: Sequence[Word], first: int, end: int) -> str:
    """The words without quotes around them."""
    inside = [
        index for index in range(first, end) if not (words[index].opens or words[index].closes)
    ]
    return span_text(task, tuple(words), inside[0], inside[-1]) if inside else ""
