"""Parts of a line that the task names, as elements of their own.

The eyes read words that stand close together as one line ("Home Products Prices"), and a link in
the middle of a sentence as the sentence. Where the task names a part of such a line, and nothing
else on the screen is called so, the part joins the elements. Not here: clicks inside a line that
is pointed at as a whole (`spot.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.tokenizer import Word
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box

_WORDY: Final = {Role.TEXT, Role.LINK, Role.MENU, Role.TAB, Role.ITEM, Role.HEADER}
_PIECE: Final = re.compile(r"\S+")
_WORD: Final = re.compile(r"[@\w]+")
_NARROW: Final = 4
"""Pixels per character below which the words stand beside the box, not in it."""
_LONGEST: Final = 4
"""Words of a part, at most."""
_LONGEST_NAME: Final = 12
"""Words and marks of what the task names, at most."""
_EDGES: Final = ".,:;!?\"'“”‘’()[]"


def with_parts(elements: Sequence[Element], words: Sequence[Word]) -> tuple[Element, ...]:
    """The elements, and behind a line the part of it that the task names."""
    names = set(_names(words))
    whole = names & {_plain(item.text) for item in elements}
    # "Add" is no name of its own where "Add comment" is asked for and stands there.
    free = {name for name in names if not any(f" {name} " in f" {other} " for other in whole)}
    grown: list[Element] = []
    for item in elements:
        grown.append(item)
        named = _plain(item.text) in whole
        part = _part(item, free) if item.role in _WORDY and not named else None
        if part is not None:
            grown.append(part)
    return tuple(grown)


def _names(words: Sequence[Word]) -> Iterator[str]:
    """What the task seems to name: quoted words, capitals that begin no sentence, and @names."""
    for first in range(len(words)):
        for last in range(first, min(first + _LONGEST_NAME, len(words))):
            run = words[first : last + 1]
            if all(word.quoted for word in run) or _capital(words, first):
                yield _plain(" ".join(word.text for word in run))


def _plain(text: str) -> str:
    """The words of a text in small letters, whatever stands between them."""
    return " ".join(_WORD.findall(text.lower()))


def _capital(words: Sequence[Word], index: int) -> bool:
    begins = index == 0 or words[index - 1].text in ".!?:"
    first = words[index].text[0]
    return first == "@" or (first.isupper() and not begins)


def _part(item: Element, names: set[str]) -> Element | None:
    """The longest run of the line's words that is a name, but for the whole line."""
    text = item.text
    pieces = list(_PIECE.finditer(text))
    if len(pieces) < 2 or item.box.width < _NARROW * len(text):
        return None
    for size in range(min(_LONGEST, len(pieces) - 1), 0, -1):
        for first in range(len(pieces) - size + 1):
            start, end = pieces[first].start(), pieces[first + size - 1].end()
            said = text[start:end].strip(_EDGES)
            if _plain(said) in names:
                return _cut(item, start, end, said)
    return None


def _cut(item: Element, start: int, end: int, said: str) -> Element:
    box, total = item.box, len(item.text)
    left = box.left + box.width * start // total
    right = box.left + box.width * end // total
    part = Box(left, box.top, max(right, left + 4), box.bottom)
    return msgspec.structs.replace(item, box=part, text=said, name=said)
