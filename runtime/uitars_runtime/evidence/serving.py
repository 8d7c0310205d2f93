"""Which step did what a goal asks for, and what was seen to come about by it.

A goal is served by the first step from a place on whose effect is the one wanted. Where two things
on the screen could be meant, or the effect cannot be seen, it is not served. Saving, opening and
closing, which show in windows and files, are in outcomes.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, assert_never

from uitars_runtime.element import Element, Role
from uitars_runtime.evidence import outcomes
from uitars_runtime.evidence.findings import NOBODY, Finding, Run, best, later
from uitars_runtime.evidence.goals import (
    Choose,
    Close,
    Enter,
    Goal,
    Keys,
    Push,
    Save,
    Show,
    Toggle,
    Unread,
)
from uitars_runtime.evidence.looks import Deed, Moment, same_place, same_row
from uitars_runtime.evidence.words import names, plain, readings, same, stands
from uitars_runtime.run_record import UNREAD
from uitars_runtime.types import Button, Click, Press, Type

_PRESSABLE: Final = (
    *(Role.BUTTON, Role.LINK, Role.MENU, Role.MENU_ITEM, Role.TAB, Role.ITEM, Role.HEADER),
    *(Role.TEXT, Role.ICON, Role.RADIO, Role.CHECKBOX),
)
_CONTROLS: Final = frozenset(_PRESSABLE) - {Role.TEXT, Role.ICON, Role.HEADER}
_NUMBERED: Final = re.compile(r"^\d{1,4}\s+(?=\S)")
"""The number of a line, which editors write beside it."""
_ONE_LINE: Final = 48
"""Pixels up to which a field has one line."""
_ANSWERS: Final = frozenset({"ok", "yes", "no", "cancel", "close", "save", "done", "apply"})


def serve(goal: Goal, run: Run, start: int) -> Finding:
    """The deed from `start` on that did what the goal asks for."""
    match goal:
        case Enter():
            return _entered(goal, run, start)
        case Toggle():
            return _toggled(goal.control, goal.on, run, start)
        case Choose():
            return _chosen(goal, run, start)
        case Push():
            return _pushed(goal, run, start)
        case Keys():
            return outcomes.pressed(goal, run, start)
        case Save():
            return outcomes.saved(goal, run, start)
        case Show():
            return outcomes.shown(goal, run, start)
        case Close():
            return outcomes.closed(goal, run, start)
        case Unread():
            return Finding(missing=UNREAD)
        case _:
            assert_never(goal)


# --------------------------------------------------------------------------- text


def _entered(goal: Enter, run: Run, start: int) -> Finding:
    found = [
        _typed(text, field, deed, at)
        for at, deed in later(run, start)
        for text, field in goal.readings
        if isinstance(deed.step.action, Type)
        and deed.step.action.text.strip("\n\t") == text.strip()
    ]
    return best(found)


def _typed(text: str, field: str, deed: Deed, at: int) -> Finding:
    after, before = deed.after, deed.before
    fields = after.of(Role.FIELD, Role.COMBO)
    wanted = after.called(field, Role.FIELD, Role.COMBO) if field else fields
    shown = text if len(text) <= 40 else f"{text[:39]}…"
    holding = [one for one in wanted if _holds(one, text, after)]
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
    if any(_holds(one, text, before) for one in held):
        return Finding(at, missing=f"“{shown}” stood there before")
    where = f"in “{holding[0].name}”" if field else "in the field"
    return Finding(at, f"“{shown}” stands {where}")


def _holds(field: Element, text: str, moment: Moment) -> bool:
    one_line = field.box.height <= _ONE_LINE
    if stands(text, field.text, whole=one_line):
        return True
    inside = [
        one.text
        for one in moment.of(Role.TEXT, Role.ITEM, Role.LINK, Role.TITLE)
        if field.box.contains(one.box.center)
    ]
    return stands(text, "\n".join(inside), whole=one_line)


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


# --------------------------------------------------------------------------- states


def _toggled(control: str, on: bool, run: Run, start: int) -> Finding:
    return best([_flipped(control, on, run, deed, at) for at, deed in later(run, start)])


def _flipped(control: str, on: bool, run: Run, deed: Deed, at: int) -> Finding:
    then, now = _ticked(control, deed.before), _ticked(control, deed.after)
    if then is None or now is None:
        touched = deed.target is not None and _is_called(control, deed.target)
        if touched and deed.changed:
            return Finding(at, missing=f"nobody saw whether “{control}” is {_state(on=on)}")
        return NOBODY
    if not same_place(now.element, then.element) or not deed.near(now.element.box):
        return NOBODY
    if now.on == then.on:
        return NOBODY
    name = now.element.name or now.element.text
    later_on = [_ticked(control, one.after) for _, one in later(run, at + 1)]
    if now.on is not on or any(one is not None and one.on is not on for one in later_on):
        return Finding(at, missing=f"“{name}” is {_state(on=not on)}")
    return Finding(at, f"“{name}” was {_state(on=not on)} and is now {_state(on=on)}")


class _Tick(NamedTuple):
    element: Element
    on: bool


def _ticked(control: str, moment: Moment) -> _Tick | None:
    """The one box that is called so; None where there is none, or more than one."""
    found = moment.called(control, Role.CHECKBOX, Role.RADIO, Role.ITEM, Role.MENU_ITEM)
    marks = [one for one in found if one.role in (Role.CHECKBOX, Role.RADIO) or one.checked]
    if not marks or not all(same_row(one, marks[0]) for one in found):
        return None
    return _Tick(marks[0], any(one.checked for one in marks))


def _state(*, on: bool) -> str:
    return "ticked" if on else "not ticked"


def _chosen(goal: Choose, run: Run, start: int) -> Finding:
    found: list[Finding] = []
    for option, within in goal.readings:
        if not within:
            found.append(_toggled(option, True, run, start))
        found += [_picked(option, within, run, deed, at) for at, deed in later(run, start)]
        if within:
            found.append(_entered(Enter(goal.words, ((option, within),)), run, start))
    return best(found)


def _picked(option: str, within: str, run: Run, deed: Deed, at: int) -> Finding:
    """A list that shows the option now, an entry that is marked, or one of a menu that worked."""
    shown = _shown_in_list(option, within, deed, at)
    target = deed.target
    if shown.seen or target is None or not _is_called(option, target):
        return shown
    if target.role in (Role.MENU_ITEM, Role.MENU, Role.TAB, Role.ITEM) or not within:
        if within and not outcomes.through_menu(within, run, at):
            return Finding(at, missing=f"nobody saw that it was chosen from “{within}”")
        if names(option, "save"):
            return outcomes.stored(run, at, "Save")
        if target.role is Role.MENU_ITEM:
            return outcomes.worked(run, at)
        if target.role in (Role.BUTTON, Role.LINK):
            return _worked(Push("", option), run, deed, at)
        return _marked(option, deed, at)
    return shown


def _shown_in_list(option: str, within: str, deed: Deed, at: int) -> Finding:
    lists = deed.after.called(within, Role.COMBO) if within else deed.after.of(Role.COMBO)
    now = [one for one in lists if same(plain(option), plain(one.text))]
    if len(now) != 1 or (within and len(lists) != 1):
        return NOBODY
    then = [one for one in deed.before.of(Role.COMBO) if same_place(one, now[0])]
    if any(same(plain(option), plain(one.text)) for one in then):
        return NOBODY
    return Finding(at, f"“{now[0].name or now[0].text}” shows “{now[0].text}”")


def _marked(option: str, deed: Deed, at: int) -> Finding:
    roles = (Role.ITEM, Role.TAB, Role.RADIO)
    now = [one for one in deed.after.called(option, *roles) if one.selected or one.checked]
    if len(now) == 1:
        return Finding(at, f"“{now[0].name or now[0].text}” is marked")
    return Finding(at, missing=f"nobody saw that “{option}” is the one that is chosen")


# --------------------------------------------------------------------------- buttons


def _pushed(goal: Push, run: Run, start: int) -> Finding:
    return best([_worked(goal, run, deed, at) for at, deed in later(run, start)])


def _worked(goal: Push, run: Run, deed: Deed, at: int) -> Finding:
    if not _presses(goal, deed):
        return NOBODY
    label = deed.target.text or deed.target.name if deed.target else goal.control
    if deed.closed and not deed.opened:
        return Finding(at, f"“{label}” was pressed and its window is gone")
    if names(goal.control, "save"):
        return outcomes.stored(run, at, label)
    if plain(goal.control) in _ANSWERS and not deed.changed:
        return Finding(at, missing=f"“{label}” was pressed, and its window is still there")
    if deed.target is not None and deed.target.role is Role.MENU_ITEM:
        return outcomes.worked(run, at)
    if said := outcomes.refusal(deed):
        return Finding(at, missing=f"“{label}” was pressed, and the screen says “{said}”")
    if not deed.worked:
        return Finding(at, missing=f"“{label}” was pressed, and nothing was seen to change")
    return Finding(at, f"“{label}” was pressed and the screen changed")


def _presses(goal: Push, deed: Deed) -> bool:
    match deed.step.action:
        case Click(button=Button.LEFT):
            target = deed.target
            if target is None or target.role not in _PRESSABLE:
                return False
            if goal.within and not _named_whole(goal, target):
                return _is_called(goal.control, target) and _is_in(goal.within, deed)
            return _is_called(goal.control, target) and _is_alone(target, deed.before)
        case Type(text=text):
            return len(text) == 1 and text == goal.control
        case Press(keys=(key,)):
            return len(key) == 1 and key == goal.control
        case _:
            return False


def _named_whole(goal: Push, target: Element) -> bool:
    """Whether what looked like a place is a part of the label: `Sign in`, `Out of office`."""
    return plain(target.text or target.name) in readings(goal.words.partition(" ")[2])


def _is_in(within: str, deed: Deed) -> bool:
    titles = [one.title for one in deed.before.windows or ()]
    return any(names(within, title) for title in titles)


def _is_called(phrase: str, target: Element) -> bool:
    return any(names(phrase, label) for label in (target.text, target.name) if label)


def _is_alone(target: Element, moment: Moment) -> bool:
    """Whether nothing else that can be pressed is called the same."""
    if target.role not in _CONTROLS:
        return True
    label = plain(target.text or target.name)
    alike = [one for one in moment.of(*_CONTROLS) if plain(one.text or one.name) == label]
    return all(same_place(one, target) for one in alike)
