"""What is asked for and what it makes of a text: from words to changes. Pure.

None is the answer wherever the words do not fit the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from uitars_runtime.edits.asked import Asked, Op, Slot
from uitars_runtime.edits.changes import Change, Cut, Exchange, Put, Restore, Store, Whole
from uitars_runtime.edits.lines import bare, holding, occurrences, plain, unquoted, which
from uitars_runtime.quotations import QUOTATION


class Known(msgspec.Struct, frozen=True):
    """The text that the next words are about."""

    lines: tuple[str, ...]
    before: tuple[tuple[str, ...], ...] = ()
    """The text before each change that was asked for so far."""
    last: tuple[int, ...] = ()
    """The lines spoken of last."""
    named: tuple[str, ...] = ()
    """What was spoken of and is to be written."""


class Meant(msgspec.Struct, frozen=True):
    """Changes, and the lines that the next words may call "it"."""

    changes: tuple[Change, ...]
    last: tuple[int, ...] = ()


_IT: Final = re.compile(
    r"it|them|him|her|that|this|these|those|both|they|(?:all|both|the two|each) of them|"
    r"(?:his|her|its|their|that|this) (?:line|entry|row|name)s?",
    re.IGNORECASE,
)
_LED: Final = re.compile(
    r"^(?:the )?(?:title|heading|words?|line|name|text|sentence)s? (?=[A-Z\"“‘'])|"
    r"^(?:another|one more) (?=\w)"
)
"""Before what is to be written."""
_HOW: Final = re.compile(rf"^({QUOTATION.pattern}),? (?:with|without|but) .*")
"""What is said about a quotation is none of it."""
_LISTED: Final = re.compile(r", (?:and )?| and ")
_FEW: Final = 4
"""Words of an entry in a list."""
_MARK: Final = re.compile(r"\s*[-*•+] ")
_NUMBER: Final = re.compile(r"(?<![\w.])-?\d+(?:[.,:/-]\d+)*")
_UNIT: Final = re.compile(r"(-?\d+(?:[.,:/-]\d+)*)\s?([a-z%€$£]*)", re.IGNORECASE)
_SET: Final = re.compile(r"\s*[=:]\s*|\s+[-–]\s+")
_NAME: Final = re.compile(r"[\w-]+(?:[ ._-][\w-]+){0,5}")
"""Of a file."""
_JOINED: Final = (",", ".", ";", ":", "!", "?", ")")


def _new(one: Asked, known: Known) -> tuple[str, ...]:
    """What is to be written."""
    texts = [_LED.sub("", text.lstrip(" ,:;")) for text in one.texts(Slot.NEW)]
    said = [unquoted(_HOW.sub(r"\1", text)) for text in texts]
    if said and known.named and all(_IT.fullmatch(text) for text in said):
        return known.named
    return tuple(said)


def _entries(one: Asked, known: Known) -> tuple[str, ...]:
    """What is to be written, each entry by itself where it is one for a list."""
    texts = _new(one, known)
    if len(texts) != 1 or "," not in texts[0] or texts != tuple(one.texts(Slot.NEW)):
        return texts
    entries = tuple(filter(None, _LISTED.split(texts[0])))
    short = all(len(each.split()) <= _FEW for each in (*entries, *map(bare, known.lines)))
    return entries if short and len(known.lines) > 1 else texts


def _lines(one: Asked, known: Known, slot: Slot = Slot.LINE) -> list[int]:
    """The lines that a slot names; none where one of them is not clear."""
    found: list[int] = []
    for said in one.texts(slot):
        # "it" may be what the words before it name.
        here = which(said, known.lines, found or known.last)
        if not here:
            return []
        found += [at for at in here if at not in found]
    return found


def _line(one: Asked, known: Known, slot: Slot = Slot.LINE) -> int | None:
    found = _lines(one, known, slot) if one.has(slot) else known.last
    return found[0] if len(found) == 1 else None


def _end(lines: Sequence[str]) -> int:
    """Behind the last line that is not empty."""
    return max((at + 1 for at, line in enumerate(lines) if line.strip()), default=0)


def _place(one: Asked, lines: Sequence[str], last: Sequence[int]) -> int | None:
    """Before which line something goes; at the end where nobody says it."""
    for slot, behind in ((Slot.BELOW, 1), (Slot.ABOVE, 0)):
        for said in one.texts(slot):
            found = which(said, lines, last)
            return found[-1] + behind if found else None
    return 0 if one.has(Slot.TOP) else _end(lines)


def _like_others(text: str, lines: Sequence[str]) -> str:
    """A new entry with the mark that the others have."""
    full = [line for line in lines if line.strip()]
    marks = [found[0] for line in full if (found := _MARK.match(line))]
    alike = len(set(marks)) == 1 and 2 * len(marks) > len(full)
    return f"{marks[0]}{text}" if alike and not _MARK.match(text) else text


# --------------------------------------------------------------------------- lines


def put(one: Asked, known: Known) -> Meant | None:
    texts, at = _entries(one, known), _place(one, known.lines, known.last)
    if not texts or at is None:
        return None
    marked = tuple(_like_others(text, known.lines) for text in texts)
    return Meant((Put(at, marked),), (at + len(marked) - 1,))


def behind(one: Asked, known: Known) -> Meant | None:
    at, texts = _line(one, known), _new(one, known)
    if at is None or len(texts) != 1:
        return None
    end = len(known.lines[at])
    blank = "" if texts[0].startswith(_JOINED) else " "
    return Meant((Exchange(at, end, end, f"{blank}{texts[0]}"),), (at,))


def front(one: Asked, known: Known) -> Meant | None:
    at, texts = _line(one, known), _new(one, known)
    if at is None or len(texts) != 1:
        return None
    return Meant((Exchange(at, 0, 0, f"{texts[0]} "),), (at,))


def cut(one: Asked, known: Known) -> Meant | None:
    found = _lines(one, known)
    said = one.texts(Slot.LINE)
    if not found and known.before and said and all(_IT.fullmatch(text) for text in said):
        return Meant(())  # it has gone already: "no more eggs, take them off"
    found = found or [at for text in said for at in holding(text, known.lines)]
    gone = sorted(set(found), reverse=True)
    return Meant(tuple(Cut(at) for at in gone)) if gone else None


def line(one: Asked, known: Known) -> Meant | None:
    at, texts = _line(one, known), _new(one, known)
    if at is None or len(texts) != 1:
        return None
    return Meant((Exchange(at, 0, len(known.lines[at]), texts[0]),), (at,))


# --------------------------------------------------------------------------- words


def _within(one: Asked, known: Known, old: str) -> list[int]:
    """The lines in which words are meant: those that are named, where the words stand in them."""
    named = _lines(one, known, Slot.IN) if one.has(Slot.IN) else []
    fits = any(occurrences(known.lines[at], old) for at in named)
    return named if fits else [*range(len(known.lines))]


def word(one: Asked, known: Known) -> Meant | None:
    changes: list[Exchange] = []
    for said in one.texts(Slot.OLD):
        old = unquoted(said)
        found = [
            _without(known.lines[at], at, span)
            for at in _within(one, known, old)
            for span in reversed(occurrences(known.lines[at], old))
        ]
        if not found:
            return None
        changes += found
    return _of_words(changes) if changes else None


def _of_words(changes: Sequence[Exchange]) -> Meant:
    return Meant(tuple(changes), tuple(dict.fromkeys(each.at for each in changes)))


def _without(text: str, at: int, span: tuple[int, int]) -> Exchange:
    """Words go with the blank beside them."""
    start, end = span
    if start and text[start - 1] == " ":
        start -= 1
    elif text[end : end + 1] == " ":
        end += 1
    return Exchange(at, start, end, "")


def change(one: Asked, known: Known) -> Meant | None:
    texts = _new(one, known)
    if len(texts) != 1:
        return None
    found: list[Exchange] = []
    for said in one.texts(Slot.OLD):
        old = unquoted(said)
        exact = _exchanged(old, texts[0], known, _within(one, known, old))
        if not exact:
            return None
        found += exact
    if not found and one.has(Slot.LINE):
        everywhere = [*range(len(known.lines))]
        named = [unquoted(text) for text in one.texts(Slot.LINE)]
        found = [each for old in named for each in _exchanged(old, texts[0], known, everywhere)]
        if not found or any(_SET.match(known.lines[each.at], each.end) for each in found):
            return set_value(one, known)
    if one.has(Slot.ONLY) and len(found) > 1:
        last = re.search(r"\b(?:last|second|bottom)\b", one.texts(Slot.ONLY)[0], re.IGNORECASE)
        ordered = sorted(found, key=lambda each: (each.at, each.start))
        found = [ordered[-1 if last else 0]]
    return _of_words(found) if found else None


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
    texts = _new(one, known)
    if len(texts) != 1:
        return None
    lines = _lines(one, known) if one.has(Slot.LINE) else [*known.last]
    lines = lines or [at for said in one.texts(Slot.LINE) for at in holding(said, known.lines)]
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


# --------------------------------------------------------------------------- the whole text


def whole(one: Asked, known: Known) -> Meant | None:
    texts = _new(one, known)
    return Meant((Whole(texts),)) if texts else None


def empty(_one: Asked, _known: Known) -> Meant | None:
    return Meant((Whole(()),))


def undo(_one: Asked, known: Known) -> Meant | None:
    return Meant((Restore(known.before[-1]),), known.last) if known.before else None


def save(_one: Asked, known: Known) -> Meant | None:
    return Meant((Store(),), known.last)


def save_as(one: Asked, known: Known) -> Meant | None:
    texts = one.texts(Slot.NEW)
    name = unquoted(texts[0]).rstrip(".") if len(texts) == 1 else ""
    return Meant((Store(name),), known.last) if _NAME.fullmatch(name) else None


def _cased(one: Asked, known: Known, cased: Callable[[str], str]) -> Meant | None:
    lines = _lines(one, known)
    if one.has(Slot.LINE) and not lines:
        return None
    if not one.has(Slot.LINE):
        lines = [at for at, text in enumerate(known.lines) if text.strip()]
    texts = [(at, known.lines[at]) for at in lines]
    return Meant(tuple(Exchange(at, 0, len(text), cased(text)) for at, text in texts), tuple(lines))


def upper(one: Asked, known: Known) -> Meant | None:
    return _cased(one, known, str.upper)


def lower(one: Asked, known: Known) -> Meant | None:
    return _cased(one, known, str.lower)


def move(one: Asked, known: Known) -> Meant | None:
    at = _line(one, known)
    if at is None:
        return None
    left = [*known.lines[:at], *known.lines[at + 1 :]]
    to = _place(one, left, ())
    return None if to is None else Meant((Cut(at), Put(to, (known.lines[at],))), (to,))


def swap(one: Asked, known: Known) -> Meant | None:
    both = sorted({*_lines(one, known), *_lines(one, known, Slot.OTHER_LINE)})
    if len(both) != 2:
        return None
    first, second = both
    one_line, other = known.lines[first], known.lines[second]
    changes = (Cut(second), Put(second, (one_line,)), Cut(first), Put(first, (other,)))
    return Meant(changes, (first, second))


def sort(one: Asked, known: Known) -> Meant | None:
    full = [text for text in known.lines if text.strip()]
    ordered = sorted(full, key=lambda text: bare(text).casefold(), reverse=one.has(Slot.DOWN))
    return Meant((Whole(tuple(ordered)),))


def double(one: Asked, known: Known) -> Meant | None:
    at = _line(one, known)
    if at is None:
        return None
    to = _place(one, known.lines, ()) if one.has(Slot.END) or one.has(Slot.TOP) else at + 1
    return None if to is None else Meant((Put(to, (known.lines[at],)),), (to,))


Meaning = Callable[[Asked, Known], Meant | None]
MEANINGS: Final[Mapping[Op, Meaning]] = {
    Op.PUT: put,
    Op.BEHIND: behind,
    Op.FRONT: front,
    Op.CUT: cut,
    Op.WORD: word,
    Op.CHANGE: change,
    Op.SET: set_value,
    Op.LINE: line,
    Op.WHOLE: whole,
    Op.EMPTY: empty,
    Op.UNDO: undo,
    Op.SAVE: save,
    Op.SAVE_AS: save_as,
    Op.UPPER: upper,
    Op.LOWER: lower,
    Op.MOVE: move,
    Op.SWAP: swap,
    Op.SORT: sort,
    Op.DOUBLE: double,
}
