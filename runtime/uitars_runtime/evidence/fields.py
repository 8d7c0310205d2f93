"""What stands in a field: which field is meant, whether the text came to be there by the run."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from uitars_runtime.element import Element, Role
from uitars_runtime.evidence.findings import NOBODY, Finding, Run, best, later
from uitars_runtime.evidence.goals import Alter, Change, Enter
from uitars_runtime.evidence.looks import Deed, Moment, same_place
from uitars_runtime.evidence.words import shortened, stands
from uitars_runtime.types import Click, Drag, Press, Type

NUMBERED: Final = re.compile(r"^\d{1,4}\s+(?=\S)")
"""The number of a line, which editors write beside it."""
ONE_LINE: Final = 48
"""Pixels up to which a field has one line."""
_MOVES: Final = frozenset(
    {"tab", "enter", "shift", "ctrl", "left", "right", "home", "end", "pageup", "pagedown"}
)
_PAGE_MOVES: Final = _MOVES | {"up", "down", "esc"}
"""The same in a text of several lines; in a field of one they may choose another value."""
_CHORDS: Final = ({"ctrl", "a"}, {"ctrl", "c"}, {"ctrl", "s"}, {"ctrl", "f"})
"""Others that write nothing."""


def entered(goal: Enter, run: Run, start: int) -> Finding:
    """The step by which a text came to stand where the task wants it."""
    became = [_became(text, field, run, start) for text, field in goal.readings]
    typed = [
        _typed(text, field, run, at)
        for at, deed in later(run, start)
        for text, field in goal.readings
        if types(text, deed)
    ]
    return best([*became, *typed])


def stood(text: str, field: str, run: Run, start: int) -> Finding:
    """Whether a text stood in a named field all the time, so that there was nothing to do."""
    moments = [*(deed.before for deed in run.deeds), run.last]
    found = [_field(field, moment) for moment in moments]
    held = [
        one is not None and _holds(one, text, moment)
        for one, moment in zip(found, moments, strict=True)
    ]
    if not field or found[-1] is None or not all(held):
        return NOBODY
    used = tuple(at for at, deed in later(run, start) if _inside(deed, found[-1]))
    return Finding(None, f"“{text}” stood in “{found[-1].name}” already", used=used)


def types(text: str, deed: Deed) -> bool:
    """Whether a step typed just this."""
    action = deed.step.action
    return isinstance(action, Type) and action.text.strip("\n\t") == text.strip()


def typed_otherwise(text: str, deed: Deed) -> bool:
    """Whether a step typed another text, though on the screen it could be taken for this one."""
    action = deed.step.action
    return (
        isinstance(action, Type)
        and action.text.strip() != text.strip()
        and stands(text, action.text, whole=True)
    )


def writes(deed: Deed, *, lines: bool) -> bool:
    """Whether a step may have changed the text in which it worked, of one or of several `lines`."""
    match deed.step.action:
        case Type(text=text):
            return bool(text.strip("\n\t"))
        case Press(keys=keys):
            moves = _PAGE_MOVES if lines else _MOVES
            return not set(keys) <= moves and set(keys) not in _CHORDS
        case _:
            return False


def _became(text: str, field: str, run: Run, start: int) -> Finding:
    """A field that the task names says the text since a step, and still where it is seen."""
    if not field:
        return NOBODY
    for at, deed in later(run, start):
        then, now = _field(field, deed.before), _field(field, deed.after)
        if then is None or now is None or not same_place(then, now):
            continue
        holds = _reader(text, now, deed)
        if holds(then, deed.before) or not holds(now, deed.after):
            continue
        if not _inside(deed, now) or typed_otherwise(text, deed) or _spoilt(text, now, run, at):
            continue
        after = [one.after for _, one in later(run, at + 1)]
        seen_later = [(_field(field, moment), moment) for moment in after]
        if any(one and not holds(one, moment) for one, moment in seen_later):
            continue
        used = [place for place, one in later(run, start) if place != at and _inside(one, now)]
        said = f"“{text}” stands in “{now.name}”" if text else f"“{now.name}” is empty"
        return Finding(at, said, used=tuple(used))
    return NOBODY


def swapped(goal: Alter, run: Run, start: int) -> Finding:
    """A field that said the one text and says the other now."""
    if goal.change is not Change.REPLACE:
        return NOBODY
    for at, deed in later(run, start):
        for now in deed.after.of(Role.FIELD, Role.COMBO):
            holds = _reader(goal.text, now, deed)
            if not holds(now, deed.after) or not _inside(deed, now):
                continue
            if typed_otherwise(goal.text, deed) or _spoilt(goal.text, now, run, at):
                continue
            earlier = run.deeds[start].before
            then = _again(now, earlier)
            if len(then) != 1 or not _holds(then[0], goal.old, earlier):
                continue
            used = tuple(place for place, one in later(run, start) if _inside(one, now))
            return Finding(at, f"“{goal.text}” stands where “{goal.old}” stood", used=used)
    return NOBODY


def _field(name: str, moment: Moment) -> Element | None:
    """The one field of that name, or the only one where its window is called so; None where there
    is none, or more than one."""
    found = moment.called(name, Role.FIELD, Role.COMBO)
    if not found and len(fields := moment.of(Role.FIELD, Role.COMBO)) == 1:
        found = fields if moment.titled(name) else []
    return found[0] if len(found) == 1 else None


def _inside(deed: Deed, field: Element) -> bool:
    """Whether a step did something in this field and nowhere else."""
    match deed.step.action:
        case Type() | Press() | Drag():
            return not deed.beyond([field.box])
        case Click(at=at):
            return field.box.contains(at) and not deed.beyond([field.box])
        case _:
            return False


def _typed(text: str, field: str, run: Run, at: int) -> Finding:
    deed = run.deeds[at]
    after, before = deed.after, deed.before
    fields = after.of(Role.FIELD, Role.COMBO)
    wanted = after.called(field, Role.FIELD, Role.COMBO) if field else fields
    shown = shortened(text)
    holding = [one for one in wanted if _reader(text, one, deed)(one, after)]
    if not field and len(fields) <= 1 and not holding and _came(text, deed):
        if _spoilt(text, None, run, at):
            return Finding(at, missing=f"“{shown}” was typed and changed again")
        return Finding(at, f"“{shown}” stands on the screen")
    if field and not wanted:
        # A form that closes at once is read as it was before; a name nobody sees is no proof.
        return Finding(at, missing=f"no field is called “{field}”")
    if not holding:
        return Finding(at, missing=f"“{shown}” was typed, and nobody saw it stand there")
    if len(wanted) > 1 and (field or not _is_document(holding[0], fields)):
        return Finding(at, missing=f"“{shown}” was typed, and more than one field could be meant")
    then = _again(holding[0], before)
    if any(_reader(text, holding[0], deed)(one, before) for one in then):
        return Finding(at, missing=f"“{shown}” stood there before")
    if _spoilt(text, holding[0], run, at):
        return Finding(at, missing=f"“{shown}” was typed and changed again")
    where = f"in “{holding[0].name}”" if field else "in the field"
    return Finding(at, f"“{shown}” stands {where}")


def _reader(text: str, field: Element, deed: Deed) -> Callable[[Element, Moment], bool]:
    """Asks whether a field holds the text. What the step typed is the text, or not, however it is
    read; where it typed a part of it only, or beside something else, it is read to the letter."""
    typed = types(text, deed)
    then = "".join(one.text.strip() for one in _again(field, deed.before))
    beside = then and any(stands(text, one, whole=True) for one in (then + text, text + then))
    pieced = bool(beside) if typed else writes(deed, lines=True)
    exact = frozenset[str]() if typed else None

    def holds(one: Element, moment: Moment) -> bool:
        if pieced and not _lines(text) <= _read(one, moment):
            return False
        return _holds(one, text, moment, exact)

    return holds


def _spoilt(text: str, field: Element | None, run: Run, at: int) -> bool:
    """Whether steps behind the one that brought the text wrote in its field, or without one in its
    windows, and left another: what is misread is misread alike as long as nobody changes it."""
    after = run.deeds[at].after
    lines = field is None or field.box.height > ONE_LINE
    wrote = [
        deed
        for _, deed in later(run, at + 1)
        if writes(deed, lines=lines)
        and _ids(deed.before) == _ids(after)
        and (field is None or _inside(deed, field))
    ]
    if not wrote:
        return False
    read, now = _read(field, after), _read(field, wrote[-1].after)
    known = {line for line in read if stands(line, text, whole=False)} or read
    return not (known <= now or _lines(text) <= now)


def _ids(moment: Moment) -> set[int]:
    return {one.id for one in moment.windows or ()}


def _again(field: Element, moment: Moment) -> list[Element]:
    """What stands at the place of a field on another look."""
    return [one for one in moment.of(Role.FIELD, Role.COMBO) if same_place(one, field)]


def _read(field: Element | None, moment: Moment) -> set[str]:
    """The lines that are read at the place of a field; without one those of the whole screen."""
    if field is None:
        return _lines(_text(moment))
    return {
        line
        for one in _again(field, moment)
        for text in (one.text, _text_in(one, moment))
        for line in _lines(text)
    }


def _lines(text: str) -> set[str]:
    """Without the caret, which is read as a bar."""
    return {line.strip(" |") for line in text.splitlines()} - {""}


def _holds(field: Element, text: str, moment: Moment, exact: frozenset[str] | None = None) -> bool:
    """`exact`: words for which no other one may be taken, if not those that the screens show."""
    if not text:
        return not field.text.strip()
    whole = field.box.height <= ONE_LINE
    exact = moment.exact if exact is None else exact
    read = (field.text, _text_in(field, moment))
    return any(stands(text, one, whole=whole, exact=exact) for one in read)


def _text_in(field: Element, moment: Moment) -> str:
    """What is read within a field besides its own text."""
    found = moment.of(Role.TEXT, Role.ITEM, Role.LINK, Role.TITLE)
    return "\n".join(one.text for one in found if field.box.contains(one.box.center))


def _text(moment: Moment) -> str:
    return "\n".join(NUMBERED.sub("", one.text) for one in moment.of(Role.TEXT, Role.ITEM))


def _came(text: str, deed: Deed) -> bool:
    """Whether a line of the screen is the text now; for editors without a frame."""
    there, then = _text(deed.after), _text(deed.before)
    return stands(text, there, whole=False) and not stands(text, then, whole=False)


def _is_document(field: Element, fields: Sequence[Element]) -> bool:
    """Whether a field is so much larger than all others that a task need not name it."""
    others = [one.box.area for one in fields if one is not field]
    return not others or field.box.area >= 4 * max(others)
