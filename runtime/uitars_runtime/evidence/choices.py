"""One of several: what a list shows, which entry is marked, where a slider stands."""

from __future__ import annotations

from typing import Final

from uitars_runtime.element import Element, Role
from uitars_runtime.evidence import outcomes
from uitars_runtime.evidence.buttons import worked
from uitars_runtime.evidence.fields import entered, stood, typed_otherwise
from uitars_runtime.evidence.findings import NOBODY, Finding, Run, best, later
from uitars_runtime.evidence.goals import Choose, Enter, Push
from uitars_runtime.evidence.looks import Deed, Moment, same_place
from uitars_runtime.evidence.states import toggled
from uitars_runtime.evidence.words import names, plain, same
from uitars_runtime.types import Box

_AROUND: Final = 28
"""Pixels around a slider within which its value stands."""


def chosen(goal: Choose, run: Run, start: int) -> Finding:
    found: list[Finding] = []
    for option, within in goal.readings:
        if not within:
            found.append(toggled(option, True, run, start))
        found += [_picked(option, within, run, deed, at) for at, deed in later(run, start)]
        if within:
            if not _is_there(within, run):
                found.append(_in_group(option, run, start))
            found.append(entered(Enter(goal.words, ((option, within),)), run, start))
            found.append(_slid(option, within, run, start))
            found.append(stood(option, within, run, start))
    return best(found)


def _picked(option: str, within: str, run: Run, deed: Deed, at: int) -> Finding:
    """A list that shows the option now, an entry that is marked, or one of a menu that worked."""
    shown = _shown_in_list(option, within, deed, at)
    target = deed.target
    if shown.seen or target is None or not deed.before.is_called(option, target):
        return shown
    if target.role in (Role.MENU_ITEM, Role.MENU, Role.TAB, Role.ITEM) or not within:
        if within and not outcomes.through_menu(within, run, at):
            return Finding(at, missing=f"nobody saw that it was chosen from “{within}”")
        if names(option, "save"):
            return outcomes.stored(run, at, "Save")
        if target.role is Role.MENU_ITEM:
            return outcomes.worked(run, at)
        if target.role in (Role.BUTTON, Role.LINK):
            return worked(Push("", option), run, deed, at)
        return _marked(option, deed, at)
    return shown


def _shown_in_list(option: str, within: str, deed: Deed, at: int) -> Finding:
    lists = deed.after.called(within, Role.COMBO) if within else deed.after.of(Role.COMBO)
    exact = deed.after.exact
    now = [one for one in lists if same(plain(option), plain(one.text), exact)]
    if len(now) != 1 or (within and len(lists) != 1) or typed_otherwise(option, deed):
        return NOBODY
    then = [one for one in deed.before.of(Role.COMBO) if same_place(one, now[0])]
    if any(same(plain(option), plain(one.text), exact) for one in then):
        return NOBODY
    return Finding(at, f"“{now[0].name or now[0].text}” shows “{now[0].text}”")


def _marked(option: str, deed: Deed, at: int) -> Finding:
    roles = (Role.ITEM, Role.TAB, Role.RADIO)
    now = [one for one in deed.after.called(option, *roles) if one.selected or one.checked]
    if len(now) == 1:
        return Finding(at, f"“{now[0].name or now[0].text}” is marked")
    return Finding(at, missing=f"nobody saw that “{option}” is the one that is chosen")


def _is_there(name: str, run: Run) -> bool:
    """Whether a control of that name was ever seen from which something can be chosen."""
    roles = (Role.COMBO, Role.FIELD, Role.SLIDER, Role.MENU, Role.TAB, Role.CHECKBOX)
    return any(one.called(name, *roles) for one in (*(d.before for d in run.deeds), run.last))


def _in_group(option: str, run: Run, start: int) -> Finding:
    """A radio button: nothing on the screen says what its group is called."""
    found = toggled(option, True, run, start)
    if found.deed is None or not run.deeds[found.deed].after.called(option, Role.RADIO):
        return NOBODY
    return found


def _slid(value: str, name: str, run: Run, start: int) -> Finding:
    """A slider beside which the value stands now, where another one stood before."""
    if not value.replace(".", "", 1).isdigit():
        return NOBODY
    for at, deed in later(run, start):
        then, now = beside(name, deed.before), beside(name, deed.after)
        last = beside(name, run.last) or now
        if now == last == value and then not in (value, ""):
            used = tuple(place for place, one in later(run, start) if _slides(name, one))
            return Finding(at, f"“{name}” shows {value}", used=used)
    return NOBODY


def _slides(name: str, deed: Deed) -> bool:
    """Whether a step changed the value beside a slider and nothing else."""
    then, now = beside(name, deed.before), beside(name, deed.after)
    boxes = [_band(one) for one in deed.before.called(name, Role.SLIDER)]
    return then != now and bool(boxes) and not deed.beyond(boxes)


def beside(name: str, moment: Moment) -> str:
    """The number that stands at the one slider of that name; empty where none does."""
    sliders = moment.called(name, Role.SLIDER)
    if len(sliders) != 1:
        return ""
    band = _band(sliders[0])
    texts = [
        one.text.strip(" %")
        for one in moment.of(Role.TEXT, Role.FIELD, Role.SLIDER)
        if band.contains(one.box.center)
    ]
    numbers = [text for text in texts if text.replace(".", "", 1).isdigit()]
    return numbers[0] if len(numbers) == 1 else ""


def _band(slider: Element) -> Box:
    box = slider.box
    return Box(box.left - _AROUND, box.top - _AROUND, box.right + 2 * _AROUND, box.bottom + _AROUND)
