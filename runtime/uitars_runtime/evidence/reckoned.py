"""Sums that were worked out: their keys were pressed, and the screen came to read the result."""

from __future__ import annotations

from typing import Final

from uitars_runtime.element import Role
from uitars_runtime.evidence.findings import NOBODY, Finding, Run, later
from uitars_runtime.evidence.goals import Reckon
from uitars_runtime.evidence.looks import Deed, Moment, same_place
from uitars_runtime.sums.reckoning import results
from uitars_runtime.types import Click, Press, Type

_KEYS: Final = frozenset("0123456789.,+-−*×/÷()% ")
_ENTERING: Final = frozenset("=\n")


def done_sums(task: str, run: Run) -> tuple[str, tuple[Reckon, ...], str]:
    """What a task asks for before its sums, its sums, and what it asks for behind them; no sums
    where one of them was not seen to be done: its words may have meant something else."""
    from uitars_runtime.sums.reading import clauses  # a lot of patterns

    parts = clauses(task)
    asked = tuple(Reckon(task[one.start : one.end], one.keys) for one in parts if one.keys)
    if not asked or not _all_done(asked, run):
        return task, (), ""
    first, last = parts[0], parts[-1]
    before = "" if first.keys else task[: first.end]
    return before, asked, "" if last.keys else task[last.start :]


def reckoned(goal: Reckon, run: Run, start: int) -> Finding:
    """The deed from `start` on that entered the sum, and the result that came up with it."""
    pressed = [at for at, deed in later(run, start) if _presses(deed, _KEYS | _ENTERING)]
    if not pressed:
        return NOBODY
    entering = (place for place, at in enumerate(pressed) if _presses(run.deeds[at], _ENTERING))
    used = pressed[: next(entering, len(pressed) - 1) + 1]
    first, last = run.deeds[used[0]].before, used[-1]
    for moment in (run.deeds[last].after, run.last):
        if read := _came_up(goal, first, moment):
            return Finding(last, f"the screen reads “{read}”", used=tuple(used))
    return NOBODY


def _all_done(asked: tuple[Reckon, ...], run: Run) -> bool:
    start = 0
    for goal in asked:
        found = reckoned(goal, run, start)
        if found.deed is None:
            return False
        start = found.deed + 1
    return True


def _came_up(goal: Reckon, first: Moment, then: Moment) -> str:
    """The result, where it is read and was not before."""
    before = [element for _, element in results(goal.keys, first.elements)]
    new = (
        read
        for read, element in results(goal.keys, then.elements)
        if not any(same_place(element, other) for other in before)
    )
    return next(new, "")


def _presses(deed: Deed, keys: frozenset[str]) -> bool:
    """Whether a step pressed some of these keys, and none but such as a calculator has."""
    match deed.step.action:
        case Type(text=text):
            pressed = text
        case Press(keys=("enter",)):
            pressed = "\n"
        case Click() if deed.target is not None and deed.target.role is Role.BUTTON:
            pressed = deed.target.text
        case _:
            return False
    return bool(set(pressed) & keys) and set(pressed) <= _KEYS | _ENTERING
