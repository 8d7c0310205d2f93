"""What stands in a field: which field is meant, whether the text came to be there by the run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from uitars_runtime.element import Element, Role
from uitars_runtime.evidence.findings import NOBODY, Finding, Run, best, later
from uitars_runtime.evidence.goals import Alter, Change, Enter
from uitars_runtime.evidence.looks import Deed, Moment, same_place
from uitars_runtime.evidence.words import plain, shortened, stands
from uitars_runtime.types import Click, Drag, Press, Type

_NUMBERED: Final = re.compile(r"^\d{1,4}\s+(?=\S)")
"""The number of a line, which editors write beside it."""
_ONE_LINE: Final = 48
"""Pixels up to which a field has one line."""


def entered(goal: Enter, run: Run, start: int) -> Finding:
    """The step by which a text came to stand where the task wants it."""
    became = [_became(text, field, run, start) for text, field in goal.readings]
    typed = [
        _typed(text, field, deed, at)
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
        and plain(action.text) != plain(text)
        and stands(text, action.text, whole=True)
    )


def _became(text: str, field: str, run: Run, start: int) -> Finding:
    """A field that the task names says the text since a step, and still where it is seen."""
    if not field:
        return NOBODY
    typed = any(types(text, deed) for _, deed in later(run, start))
    for at, deed in later(run, start):
        then, now = _field(field, deed.before), _field(field, deed.after)
        if then is None or now is None or not same_place(then, now):
            continue
        if _holds(then, text, deed.before, typed=typed):
            continue
        if not _holds(now, text, deed.after, typed=typed):
            continue
        if not _inside(deed, now) or typed_otherwise(text, deed):
            continue
        after = [one.after for _, one in later(run, at + 1)]
        seen_later = [(_field(field, moment), moment) for moment in after]
        if any(one and not _holds(one, text, moment, typed=typed) for one, moment in seen_later):
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
            typed = types(goal.text, deed)
            if not _holds(now, goal.text, deed.after, typed=typed) or not _inside(deed, now):
                continue
            if typed_otherwise(goal.text, deed):
                continue
            earlier = run.deeds[start].before
            then = [one for one in earlier.of(Role.FIELD, Role.COMBO) if same_place(one, now)]
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


def _typed(text: str, field: str, deed: Deed, at: int) -> Finding:
    after, before = deed.after, deed.before
    fields = after.of(Role.FIELD, Role.COMBO)
    wanted = after.called(field, Role.FIELD, Role.COMBO) if field else fields
    shown = shortened(text)
    holding = [one for one in wanted if _holds(one, text, after, typed=True)]
    if not field and len(fields) <= 1 and not holding and _came(text, deed):
        return Finding(at, f"“{shown}” stands on the screen")
    if field and not wanted:
        # A form that closes at once is read as it was before; a name nobody sees is no proof.
        return Finding(at, missing=f"no field is called “{field}”")
    if not holding:
        return Finding(at, missing=f"“{shown}” was typed, and nobody saw it stand there")
    if len(wanted) > 1 and (field or not _is_document(holding[0], fields)):
        return Finding(at, missing=f"“{shown}” was typed, and more than one field could be meant")
    held = [one for one in before.of(Role.FIELD, Role.COMBO) if same_place(one, holding[0])]
    if any(_holds(one, text, before, typed=True) for one in held):
        return Finding(at, missing=f"“{shown}” stood there before")
    where = f"in “{holding[0].name}”" if field else "in the field"
    return Finding(at, f"“{shown}” stands {where}")


def _holds(field: Element, text: str, moment: Moment, *, typed: bool = False) -> bool:
    """`typed`: whether the run typed just this, so that what is read is that or something else."""
    if not text:
        return not field.text.strip()
    one_line = field.box.height <= _ONE_LINE
    exact = frozenset[str]() if typed else moment.exact
    if stands(text, field.text, whole=one_line, exact=exact):
        return True
    inside = [
        one.text
        for one in moment.of(Role.TEXT, Role.ITEM, Role.LINK, Role.TITLE)
        if field.box.contains(one.box.center)
    ]
    return stands(text, "\n".join(inside), whole=one_line, exact=exact)


def _came(text: str, deed: Deed) -> bool:
    """Whether a line of the screen is the text now; for editors without a frame."""
    there, then = (
        "\n".join(_NUMBERED.sub("", one.text) for one in moment.of(Role.TEXT, Role.ITEM))
        for moment in (deed.after, deed.before)
    )
    return stands(text, there, whole=False) and not stands(text, then, whole=False)


def _is_document(field: Element, fields: Sequence[Element]) -> bool:
    """Whether a field is so much larger than all others that a task need not name it."""
    others = [one.box.area for one in fields if one is not field]
    return not others or field.box.area >= 4 * max(others)
