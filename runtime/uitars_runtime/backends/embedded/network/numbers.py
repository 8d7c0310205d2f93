"""Numbers of a task that stand on the screen: these are meant whole, not by their digits.

A task's numbers are cut into digits, so that each key of a calculator can be pointed at; a day of a
calendar, a page or a row is called by the whole number. Not here: sums (`tokenizer.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uitars_runtime.backends.embedded.situation import Span
from uitars_runtime.backends.embedded.tokenizer import Word
from uitars_runtime.element import Element, Role


def whole_numbers(words: Sequence[Word], elements: Sequence[Element]) -> tuple[Span, ...]:
    """The words of each number of several digits that something on the screen is called. Where its
    digits are keys to press, only something to press is."""
    called = {name for one in elements for name in (one.name, one.text) if name.isdecimal()}
    keys = {one.text for one in elements if one.role is Role.BUTTON}
    found: list[Span] = []
    for span in _numbers(words):
        number = "".join(word.text for word in words[span.first : span.last + 1])
        if number in called and (number in keys or not keys.issuperset(number)):
            found.append(span)
    return tuple(found)


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
