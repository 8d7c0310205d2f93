"""From what a request asks for to the changes of the text that is open.

What is said is held against the text: what is to go or to be another must stand there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from uitars_runtime.edits.asked import Asked, Op, Slot
from uitars_runtime.edits.changes import Change, Cut, Exchange, Put, Restore, changed
from uitars_runtime.edits.known import Known
from uitars_runtime.edits.meanings import MEANINGS, PLACES

_UNSEEN: Final = "\u2026xY\u2026"
"""A line of which nothing is known but that it has capitals and small letters."""


class Part(msgspec.Struct, frozen=True):
    """Words of a task with the changes they ask for; without any all that is asked for besides,
    from there on."""

    start: int
    end: int
    changes: tuple[Change, ...] = ()
    counts: bool = False
    """Whether they would be others where more stands above and below of what is seen of the text:
    of its last line, of line 3, of all lines."""


def parts(
    asked: Sequence[Asked], lines: Sequence[str], *, freely: bool = False
) -> tuple[Part, ...] | Asked:
    """The changes of a text that are asked for, in their order, up to what is something else; or
    the first that does not fit the text. `freely`: also those that only may be meant, for a person
    to say yes or no to."""
    found = _parts(asked, lines, freely=freely)
    if isinstance(found, Asked):
        return found
    further = _parts(asked, (_UNSEEN, *lines, _UNSEEN), freely=freely)
    lower = tuple(_lower(part) for part in found)
    counts = further != lower or any(one.has(Slot.ALL) for one in asked)
    return tuple(msgspec.structs.replace(part, counts=counts) for part in found)


def _parts(
    asked: Sequence[Asked], lines: Sequence[str], *, freely: bool
) -> tuple[Part, ...] | Asked:
    known = Known(tuple(lines), freely=freely)
    found: list[Part] = []
    for one in _whole(asked):
        if one.op is None:
            known = _spoken_of(one, known)
            continue
        if one.op is Op.OTHER:
            return (*found, Part(one.start, one.end)) if found else ()
        meant = MEANINGS[one.op](one, known)
        if meant is None:
            return one
        if not meant.changes:
            continue
        found.append(Part(one.start, one.end, meant.changes))
        before = [*known.before]
        now: Sequence[str] = known.lines
        for change in meant.changes:
            before.append(tuple(now))
            now = changed(now, change)
        known = Known(tuple(now), tuple(before), meant.last, freely=freely)
    return tuple(found)


def _lower(part: Part) -> Part:
    """The same in a text with another line above and below."""
    changes: list[Change] = []
    for change in part.changes:
        match change:
            case Put(at=at) | Cut(at=at) | Exchange(at=at):
                changes.append(msgspec.structs.replace(change, at=at + 1))
            case Restore(lines=lines):
                changes.append(Restore((_UNSEEN, *lines, _UNSEEN)))
            case _:
                changes.append(change)
    return Part(part.start, part.end, tuple(changes))


def _whole(asked: Sequence[Asked]) -> list[Asked]:
    """Neighbours that ask for the same as one, where a part of it stands in each."""
    found: list[Asked] = []
    for one in asked:
        last = found[-1] if found else None
        if last is not None and one.op is last.op is Op.MOVE and not any(map(last.has, PLACES)):
            # "Homework comes first, move it up": what the next words are about.
            found[-1:] = [Asked(last.start, last.end, None, last.marked), one]
        elif last is not None and one.op is last.op and one.op is not None and _belong(last, one):
            marked = (*last.marked, *one.marked)
            found[-1] = Asked(last.start, one.end, one.op, marked)
        else:
            found.append(one)
    return found


def _belong(first: Asked, second: Asked) -> bool:
    if not first.marked or not second.marked:
        return True
    written = first.has(Slot.NEW) and second.has(Slot.NEW)
    return first.op is Op.PUT and not written


def _spoken_of(one: Asked, known: Known) -> Known:
    """After a remark "it" is what was spoken of there."""
    last = tuple(at for said in one.texts(Slot.LINE) for at in known.which(said, ()))
    named = tuple(one.texts(Slot.NEW))
    return msgspec.structs.replace(known, last=last or known.last, named=(*known.named, *named))
