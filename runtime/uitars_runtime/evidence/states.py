"""Boxes, switches and entries of menus that are on or off."""

from __future__ import annotations

from typing import NamedTuple

from uitars_runtime.element import Element, Role
from uitars_runtime.evidence import outcomes
from uitars_runtime.evidence.findings import NOBODY, Finding, Run, best, later
from uitars_runtime.evidence.looks import Deed, Moment, same_place, same_row


def toggled(control: str, on: bool, run: Run, start: int) -> Finding:
    """The step that ticked a box or took its tick away; none where it was so all the time."""
    found = [_flipped(control, on, run, deed, at) for at, deed in later(run, start)]
    return best([*found, *(_in_menu(control, on, run, at) for at, _ in later(run, start))])


def was_so(control: str, on: bool, run: Run) -> Finding:
    """Whether a box was as the task wants it all the time, so that there was nothing to do."""
    moments = [*(deed.before for deed in run.deeds), run.last]
    ticks = [_ticked(control, moment) for moment in moments]
    last = ticks[-1]
    if last is None or not all(one is not None and one.on is on for one in ticks):
        return NOBODY
    name = last.element.name or last.element.text
    return Finding(None, f"“{name}” is {_state(on=on)}, as it was before")


def _in_menu(control: str, on: bool, run: Run, at: int) -> Finding:
    """An entry of a menu that bore a tick, or none, was chosen and had an effect."""
    deed = run.deeds[at]
    target = deed.target
    if target is None or target.role is not Role.MENU_ITEM:
        return NOBODY
    if not deed.before.is_called(control, target):
        return NOBODY
    if target.checked is on:
        return Finding(at, missing=f"“{target.text}” was {_state(on=on)} already and was chosen")
    found = outcomes.worked(run, at)
    if not found.seen or deed.opened:
        return NOBODY
    return Finding(
        at, f"“{target.text}” was {_state(on=not on)}, was chosen, and the screen changed"
    )


def _flipped(control: str, on: bool, run: Run, deed: Deed, at: int) -> Finding:
    then, now = _ticked(control, deed.before), _ticked(control, deed.after)
    if then is None or now is None:
        touched = deed.target is not None and deed.before.is_called(control, deed.target)
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
