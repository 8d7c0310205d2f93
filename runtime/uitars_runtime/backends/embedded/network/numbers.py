"""Numbers of a task that stand on the screen: these are meant whole, not by their digits, and a day
that is asked for as the 15th is the one that is called 15.

A task's numbers are cut into digits, so that each key of a calculator can be pointed at; a day of a
calendar, a page or a row is called by the whole number. Not here: sums (`tokenizer.py`), what is
counted ("the 2nd tab", `rules/ordinals.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.situation import Span
from uitars_runtime.backends.embedded.tokenizer import Word, joined
from uitars_runtime.element import Element, Role

_NTH: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th)")
_AFTER: Final = frozenset({".", ",", ";", "!", "and", "then", "of"})
"""What follows a day; a noun after it ("the 2nd tab") is what is counted."""


def with_days(words: Sequence[Word], elements: Sequence[Element]) -> tuple[Word, ...]:
    """The words; those that ask for a day are what something on the screen is called."""
    if not any(_NTH.fullmatch(word.text) for word in words):  # as in most tasks
        return tuple(words)
    called = _called(elements)
    told = list(words)
    for at, word in enumerate(words):
        after = words[at + 1].text.lower() if at + 1 < len(words) else "."
        day = None if word.quoted else _NTH.fullmatch(word.text)
        if day and day[1] in called and after in _AFTER:
            told[at] = msgspec.structs.replace(word, text=day[1])
    return tuple(told)


def whole_numbers(words: Sequence[Word], elements: Sequence[Element]) -> tuple[Span, ...]:
    """The words of each number of several digits that something on the screen is called. Where its
    digits are keys to press, only something to press is."""
    spans = list(glued_runs(words, _is_digit))
    if not spans:  # as in most tasks
        return ()
    called = _called(elements)
    keys = {one.text for one in elements if one.role is Role.BUTTON}
    found: list[Span] = []
    for span in spans:
        number = joined(words[span.places])
        if number in called and (number in keys or not keys.issuperset(number)):
            found.append(span)
    return tuple(found)


def glued_runs(words: Sequence[Word], belongs: Callable[[Word], bool]) -> Iterator[Span]:
    """Runs of two words and more that belong together and follow each other without a space."""
    first = 0
    for at in range(1, len(words) + 1):
        glued = at < len(words) and words[at].glued
        if glued and belongs(words[at]) and belongs(words[at - 1]):
            continue
        if at - first > 1:
            yield Span(first, at - 1)
        first = at


def _called(elements: Sequence[Element]) -> set[str]:
    """The numbers that something is called."""
    return {name for one in elements for name in (one.name, one.text) if name.isdecimal()}


def _is_digit(word: Word) -> bool:
    return len(word.text) == 1 and word.text.isdecimal()
