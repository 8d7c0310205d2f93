"""What was pressed, and whether anything came of it."""

from __future__ import annotations

from typing import Final

from uitars_runtime.element import Element, Role
from uitars_runtime.evidence import outcomes
from uitars_runtime.evidence.findings import NOBODY, Finding, Run, best, later
from uitars_runtime.evidence.goals import Push
from uitars_runtime.evidence.looks import Deed, Moment, same_place
from uitars_runtime.evidence.words import names, plain, readings
from uitars_runtime.types import Button, Click, Press, Type

_PRESSABLE: Final = (
    *(Role.BUTTON, Role.LINK, Role.MENU, Role.MENU_ITEM, Role.TAB, Role.ITEM, Role.HEADER),
    *(Role.TEXT, Role.ICON, Role.RADIO, Role.CHECKBOX),
)
_CONTROLS: Final = frozenset(_PRESSABLE) - {Role.TEXT, Role.ICON, Role.HEADER}
_ANSWERS: Final = frozenset({"ok", "yes", "no", "cancel", "close", "save", "done", "apply"})


def pushed(goal: Push, run: Run, start: int) -> Finding:
    return best([worked(goal, run, deed, at) for at, deed in later(run, start)])


def worked(goal: Push, run: Run, deed: Deed, at: int) -> Finding:
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
            seen = deed.before
            if not seen.is_called(goal.control, target):
                return False
            if goal.within and not _named_whole(goal, target):
                return seen.titled(goal.within)
            return _is_alone(target, seen)
        case Type(text=text):
            return len(text) == 1 and text == goal.control
        case Press(keys=(key,)):
            return len(key) == 1 and key == goal.control
        case _:
            return False


def _named_whole(goal: Push, target: Element) -> bool:
    """Whether what looked like a place is a part of the label: `Sign in`, `Out of office`."""
    return plain(target.text or target.name) in readings(goal.words.partition(" ")[2])


def _is_alone(target: Element, moment: Moment) -> bool:
    """Whether nothing else that can be pressed is called the same."""
    if target.role not in _CONTROLS:
        return True
    label = plain(target.text or target.name)
    alike = [one for one in moment.of(*_CONTROLS) if plain(one.text or one.name) == label]
    return all(same_place(one, target) for one in alike)
