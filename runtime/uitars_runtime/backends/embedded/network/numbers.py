"""Numbers of a task that stand on the screen: these are meant whole, not by their digits, and a day
that is asked for as the 15th is the one that is called 15.

A task's numbers are cut into digits, so that each key of a calculator can be pointed at; a day of a
calendar, a page or a row is called by the whole number. Not here: sums (`tokenizer.py`), what is
counted ("the 2nd tab", `rules/ordinals.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.situation import Span
from uitars_runtime.backends.embedded.tokenizer import Word
from uitars_runtime.element import Element, Role

_NTH: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th)")
_AFTER: Final = frozenset({".", ",", ";", "!", "and", "then", "of"})
"""What follows a day; a noun after it ("the 2nd tab") is what is counted."""


def with_days(words: Sequence[Word], elements: Sequence[Element]) -> tuple[Word, ...]:
    """The words; those that ask for a day are what something on the screen is called."""
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
    called = _called(elements)
    keys = {one.text for one in elements if one.role is Role.BUTTON}
    found: list[Span] = []
    for span in _numbers(words):
        number = "".join(word.text for word in words[span.first : span.last + 1])
        if number in called and (number in keys or not keys.issuperset(number)):
            found.append(span)
    return tuple(found)


def _called(elements: Sequence[Element]) -> set[str]:
    """The numbers that something is called."""
    return {name for one in elements for name in (one.name, one.text) if name.isdecimal()}


def _numbers(words: Sequence[Word]) -> Iterator[Span]:
    """Runs of two digits and more that follow each other without a space."""
    first = 0
    for at in range(1, len(words) + 1):
        if at < len(words) and words[at].glued and _digit(words[at]) and _digit(words[at - 1]):
            continue
        if at - first > 1:
            yield Span(first, at - 1)
        first = at


def _digit(word: Word) -> bool:
    return len(word.text) == 1 and word.text.isdecimal()
