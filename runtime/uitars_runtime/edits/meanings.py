"""What is asked for and what it makes of a text: from words to changes. Pure.

None is the answer wherever the words do not fit the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

import msgspec

from uitars_runtime.edits.asked import Asked, Op, Slot
from uitars_runtime.edits.changes import Cut, Exchange, Put, Restore, Store, Whole
from uitars_runtime.edits.known import (
    IT,
    Known,
    Meant,
    line_meant,
    lines_meant,
    written,
)
from uitars_runtime.edits.lines import bare, unquoted
from uitars_runtime.edits.words import change, set_value, word

_LISTED: Final = re.compile(r", (?:and )?| and ")
_FEW: Final = 4
"""Words of an entry in a list."""
_MARK: Final = re.compile(r"\s*[-*•+] ")
_NAME: Final = re.compile(r"[\w-]+(?:[ ._-][\w-]+){0,5}")
"""Of a file."""
PLACES: Final = (Slot.TOP, Slot.END, Slot.BELOW, Slot.ABOVE)
"""What says where a line goes."""
_JOINED: Final = (",", ".", ";", ":", "!", "?", ")")

Meaning = Callable[[Asked, Known], Meant | None]


def _entries(one: Asked, known: Known) -> tuple[str, ...]:
    """What is to be written, each entry by itself where it is one for a list."""
    texts = written(one, known)
    if len(texts) != 1 or "," not in texts[0] or texts != tuple(one.texts(Slot.NEW)):
        return texts
    entries = tuple(filter(None, _LISTED.split(texts[0])))
    short = all(len(each.split()) <= _FEW for each in (*entries, *map(bare, known.lines)))
    return entries if short and len(known.lines) > 1 else texts


def _end(lines: Sequence[str]) -> int:
    """Behind the last line that is not empty."""
    return max((at + 1 for at, line in enumerate(lines) if line.strip()), default=0)


def _place(one: Asked, known: Known) -> int | None:
    """Before which line something goes; at the end where nobody says it."""
    for slot, behind in ((Slot.BELOW, 1), (Slot.ABOVE, 0)):
        for said in one.texts(slot):
            found = known.which(said)
            return found[-1] + behind if found else None
    return 0 if one.has(Slot.TOP) else _end(known.lines)


def _like_others(text: str, lines: Sequence[str]) -> str:
    """A new entry with the mark that the others have."""
    full = [line for line in lines if line.strip()]
    marks = [found[0] for line in full if (found := _MARK.match(line))]
    alike = len(set(marks)) == 1 and 2 * len(marks) > len(full)
    return f"{marks[0]}{text}" if alike and not _MARK.match(text) else text


# --------------------------------------------------------------------------- lines


def put(one: Asked, known: Known) -> Meant | None:
    texts, at = _entries(one, known), _place(one, known)
    if not texts or at is None:
        return None
    marked = tuple(_like_others(text, known.lines) for text in texts)
    return Meant((Put(at, marked),), (at + len(marked) - 1,))


def cut(one: Asked, known: Known) -> Meant | None:
    found = lines_meant(one, known, several=True)
    said = one.texts(Slot.LINE)
    if not found and known.before and said and all(IT.fullmatch(text) for text in said):
        return Meant(())  # it has gone already: "no more eggs, take them off"
    gone = sorted(found, reverse=True)
    return Meant(tuple(Cut(at) for at in gone)) if gone else None


def _at_line(becomes: Callable[[str, str], tuple[int, int, str]]) -> Meaning:
    """Of one line: by its letters and what is to be written, which of them become what."""

    def meaning(one: Asked, known: Known) -> Meant | None:
        at, texts = line_meant(one, known), written(one, known)
        if at is None or len(texts) != 1:
            return None
        return Meant((Exchange(at, *becomes(known.lines[at], texts[0])),), (at,))

    return meaning


def _behind(line: str, new: str) -> tuple[int, int, str]:
    return len(line), len(line), new if new.startswith(_JOINED) else f" {new}"


# --------------------------------------------------------------------------- the whole text


def whole(one: Asked, known: Known) -> Meant | None:
    texts = written(one, known)
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
    lines = lines_meant(one, known)
    if one.has(Slot.LINE) and not lines:
        return None
    if not one.has(Slot.LINE):
        lines = [at for at, text in enumerate(known.lines) if text.strip()]
    texts = [(at, known.lines[at]) for at in lines]
    return Meant(tuple(Exchange(at, 0, len(text), cased(text)) for at, text in texts), tuple(lines))


def move(one: Asked, known: Known) -> Meant | None:
    at = line_meant(one, known)
    if at is None or not any(one.has(slot) for slot in PLACES):
        return None
    left = (*known.lines[:at], *known.lines[at + 1 :])
    to = _place(one, msgspec.structs.replace(known, lines=left, last=()))
    return None if to is None else Meant((Cut(at), Put(to, (known.lines[at],))), (to,))


def swap(one: Asked, known: Known) -> Meant | None:
    both = sorted({*lines_meant(one, known), *lines_meant(one, known, Slot.OTHER_LINE)})
    if len(both) != 2:
        return None
    first, second = both
    one_line, other = known.lines[first], known.lines[second]
    changes = (Cut(second), Put(second, (one_line,)), Cut(first), Put(first, (other,)))
    return Meant(changes, (first, second))


def sort(one: Asked, known: Known) -> Meant | None:
    full = [text for text in known.lines if text.strip()]
    in_parts = len(full) < len(known.lines) and not known.freely
    if in_parts or any(one.has(slot) for slot in (Slot.BELOW, Slot.ABOVE, Slot.IN)):
        return None
    ordered = sorted(full, key=lambda text: bare(text).casefold(), reverse=one.has(Slot.DOWN))
    return Meant((Whole(tuple(ordered)),))


def double(one: Asked, known: Known) -> Meant | None:
    at = line_meant(one, known)
    if at is None:
        return None
    to = _place(one, known) if one.has(Slot.END) or one.has(Slot.TOP) else at + 1
    return None if to is None else Meant((Put(to, (known.lines[at],)),), (to,))


MEANINGS: Final[Mapping[Op, Meaning]] = {
    Op.PUT: put,
    Op.BEHIND: _at_line(_behind),
    Op.FRONT: _at_line(lambda _, new: (0, 0, f"{new} ")),
    Op.CUT: cut,
    Op.WORD: word,
    Op.CHANGE: change,
    Op.SET: set_value,
    Op.LINE: _at_line(lambda line, new: (0, len(line), new)),
    Op.WHOLE: whole,
    Op.EMPTY: empty,
    Op.UNDO: undo,
    Op.SAVE: save,
    Op.SAVE_AS: save_as,
    Op.UPPER: partial(_cased, cased=str.upper),
    Op.LOWER: partial(_cased, cased=str.lower),
    Op.MOVE: move,
    Op.SWAP: swap,
    Op.SORT: sort,
    Op.DOUBLE: double,
}
