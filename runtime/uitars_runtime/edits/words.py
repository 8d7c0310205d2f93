"""Words of a line that go or become others, and values that do. Pure.

None is the answer wherever what is asked for does not fit the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from uitars_runtime.edits.asked import Asked, Slot
from uitars_runtime.edits.changes import Exchange
from uitars_runtime.edits.known import Known, Meant, lines_meant, written
from uitars_runtime.edits.lines import (
    is_numbered,
    occurrence,
    occurrences,
    place_of,
    plain,
    unquoted,
)

_NUMBER: Final = re.compile(r"(?<![\w.])-?\d+(?:[.,:/-]\d+)*")
_UNIT: Final = re.compile(r"(-?\d+(?:[.,:/-]\d+)*)\s?([a-z%€$£]*)", re.IGNORECASE)
_SET: Final = re.compile(r"\s*[=:]\s*|\s+[-–]\s+")


def word(one: Asked, known: Known) -> Meant | None:
    found: list[Exchange] = []
    for said in one.texts(Slot.OLD):
        old = unquoted(said)
        gone = [
            _without(known.lines[at], at, span)
            for at in _within(one, known)
            for span in reversed(occurrences(known.lines[at], old))
        ]
        if not gone:
            return None
        found += gone
    return _of_words(_chosen(one, known, found))


def _within(one: Asked, known: Known) -> Sequence[int]:
    """The lines in which words are meant: those that are named, none where such are not there."""
    if any(is_numbered(said) for said in one.texts(Slot.IN)):
        return lines_meant(one, known, Slot.IN)
    return lines_meant(one, known, Slot.IN) or range(len(known.lines))


def _chosen(one: Asked, known: Known, found: Sequence[Exchange]) -> list[Exchange]:
    """Those of the changes that are meant where not all are; none where that is not clear."""
    if len(found) > 1 and one.has(Slot.IN) and not lines_meant(one, known, Slot.IN):
        return []  # a place that nobody knows, and each may be it
    left = sorted(found, key=lambda each: (each.at, each.start))
    for said in one.texts(Slot.ONLY):
        place = occurrence(said)
        if place is not None:
            left = [left[place]] if -len(left) <= place < len(left) else []
        elif len(left) > 1 and (where := place_of(said)):
            lines = known.which(where)
            left = [each for each in left if each.at in lines]
    return [each for each in found if each in left]


def _of_words(found: Sequence[Exchange]) -> Meant | None:
    lines = tuple(dict.fromkeys(each.at for each in found))
    return Meant(tuple(found), lines) if found else None


def _without(text: str, at: int, span: tuple[int, int]) -> Exchange:
    """Words go with the blank beside them."""
    start, end = span
    if start and text[start - 1] == " ":
        start -= 1
    elif text[end : end + 1] == " ":
        end += 1
    return Exchange(at, start, end, "")


def change(one: Asked, known: Known) -> Meant | None:
    texts = written(one, known)
    if len(texts) != 1:
        return None
    found: list[Exchange] = []
    for said in one.texts(Slot.OLD):
        old = unquoted(said)
        exact = _exchanged(old, texts[0], known, _within(one, known))
        if not exact:
            return None
        found += exact
    if not found and one.has(Slot.LINE):
        everywhere = [*range(len(known.lines))]
        named = [unquoted(text) for text in one.texts(Slot.LINE)]
        found = [each for old in named for each in _exchanged(old, texts[0], known, everywhere)]
        if not found or any(_SET.match(known.lines[each.at], each.end) for each in found):
            return set_value(one, known)
    return _of_words(_chosen(one, known, found))


def _exchanged(old: str, new: str, known: Known, inside: Sequence[int]) -> list[Exchange]:
    """Every occurrence, from the last to the first of a line, only where it differs."""
    for name in dict.fromkeys((old, re.sub(r"^(?:the|my|our|a) ", "", old, flags=re.IGNORECASE))):
        found = [
            _differing(known.lines[at], at, span, new)
            for at in inside
            for span in reversed(occurrences(known.lines[at], name))
        ]
        if found:
            return found
    return []


def _differing(text: str, at: int, span: tuple[int, int], new: str) -> Exchange:
    """Of a passage only the words in the middle that are others."""
    start, end = span
    old, words = text[start:end].split(" "), _without_unit(new, text[end:]).split(" ")
    while len(old) > 1 and len(words) > 1 and old[0].casefold() == words[0].casefold():
        start += len(old.pop(0)) + 1
        words.pop(0)
    while len(old) > 1 and len(words) > 1 and old[-1].casefold() == words[-1].casefold():
        end -= len(old.pop()) + 1
        words.pop()
    return Exchange(at, start, end, " ".join(words))


def set_value(one: Asked, known: Known) -> Meant | None:
    """What a line says of something: what was said before, what stands behind a sign, or the number
    that is in it."""
    texts = written(one, known)
    if len(texts) != 1:
        return None
    lines = lines_meant(one, known, several=True) if one.has(Slot.LINE) else [*known.last]
    found = [each for at in lines if (each := _valued(one, known.lines[at], at, texts[0]))]
    if not found and one.has(Slot.OLD):
        # Where the old value stands in one place only, that is meant, whatever it is called.
        found = _exchanged(
            unquoted(one.texts(Slot.OLD)[0]), texts[0], known, range(len(known.lines))
        )
        return _of_words(found) if len(found) == 1 else None
    return Meant(tuple(found), tuple(lines)) if found and len(found) == len(lines) else None


def _valued(one: Asked, text: str, at: int, new: str) -> Exchange | None:
    for said in one.texts(Slot.OLD):
        for old in (unquoted(said), unquoted(said).split(" ")[0]):
            if spans := occurrences(text, old):
                return _differing(text, at, spans[-1], new)
    sign = _SET.search(text)
    named = {plain(said) for said in one.texts(Slot.LINE)}
    if sign and any(
        plain(text[: sign.start()]) in name or name in plain(text[: sign.start()]) for name in named
    ):
        return Exchange(at, sign.end(), len(text), new)
    value, numbers = _UNIT.fullmatch(new), list(_NUMBER.finditer(text))
    if value is None or not numbers:
        return None
    unit = [
        each for each in numbers if value[2] and text[each.end() :].lstrip().startswith(value[2])
    ]
    chosen = unit if len(unit) == 1 else numbers
    if len(chosen) > 1:
        chosen = chosen[-1:] if not text[chosen[-1].end() :].strip() else []
    return Exchange(at, *chosen[0].span(), value[1]) if chosen else None


def _without_unit(new: str, rest: str) -> str:
    """A value without its unit, where that stands behind it already."""
    value = _UNIT.fullmatch(new)
    follows = value and value[2] and rest.lstrip().casefold().startswith(value[2].casefold())
    return value[1] if value and follows else new
