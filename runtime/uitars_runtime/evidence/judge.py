"""The judgement of a run: each goal of its task, the step that did it, and what speaks against it.

Whoever proposed the steps has no say in it.
"""

from __future__ import annotations

from typing import Final

from uitars_runtime.element import Role
from uitars_runtime.evidence.documents import documents
from uitars_runtime.evidence.findings import Finding, Run, later
from uitars_runtime.evidence.goals import Goal, Show
from uitars_runtime.evidence.outcomes import left_open
from uitars_runtime.evidence.reading import goals_of
from uitars_runtime.evidence.serving import serve
from uitars_runtime.evidence.words import plain
from uitars_runtime.run_record import Judgement, Part
from uitars_runtime.types import (
    AskUser,
    Click,
    Finish,
    Move,
    Note,
    Press,
    ReadFile,
    Scroll,
    Type,
    Wait,
)

_WAYS: Final = frozenset({Role.FIELD, Role.TAB, Role.TITLE})
"""A click on these leads somewhere and changes nothing that lasts."""
_OPENERS: Final = frozenset({Role.MENU, Role.COMBO, Role.MENU_ITEM, Role.BUTTON, Role.TEXT})
"""A click on these opens what the next step must choose from: else that one only closes it."""
_ENTRIES: Final = frozenset({Role.MENU_ITEM, Role.ITEM, Role.TEXT, Role.RADIO, Role.CHECKBOX})
_MOVES: Final = frozenset(
    {"tab", "esc", "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "shift"}
)


def judge(task: str, run: Run) -> Judgement:
    """Whether each part of a task was seen to be done."""
    parts: list[Part] = []
    used: set[int] = set()
    opening: set[int] = set()
    start = 0
    goals = goals_of(task)
    edited = documents(goals, run)
    for number, goal in enumerate(goals):
        found = edited.get(number) or serve(goal, run, start)
        used |= {*found.used, *(() if found.deed is None else (found.deed,))}
        if found.seen and found.deed is not None:
            start = found.deed + 1
            if isinstance(goal, Show) or (number == len(goals) - 1 and _is_for(goal, run, found)):
                opening.add(found.deed)
        parts.append(_part(goal, found, run))
    doubts = (*_unasked(run, used), *left_open(run, frozenset(opening)))
    return Judgement(tuple(parts), doubts)


def _is_for(goal: Goal, run: Run, found: Finding) -> bool:
    """Whether a window that came up is what the last part of the task was for."""
    if found.deed is None:
        return False
    asked = {word for word in plain(goal.words).split() if len(word) > 3}
    new = run.deeds[found.deed].opened
    return all(asked & set(plain(window.title).split()) for window in new)


def _part(goal: Goal, found: Finding, run: Run) -> Part:
    step = None if found.deed is None else run.deeds[found.deed].index
    missing = "" if found.seen else found.missing
    return Part(goal.words, step, found.seen, missing)


def _unasked(run: Run, used: set[int]) -> tuple[str, ...]:
    """Steps with an effect that no part of the task asks for."""
    return tuple(
        f"Step {deed.index + 1} changed something that no part of the task names."
        for at, deed in enumerate(run.deeds)
        if deed.failed or (at not in used and deed.done and not _is_harmless(run, at, used))
    )


def _is_harmless(run: Run, at: int, used: set[int]) -> bool:
    deed = run.deeds[at]
    match deed.step.action:
        case None | Finish() | Wait() | Note() | AskUser() | Move() | Scroll() | ReadFile():
            return True
        case Click() if not deed.opened and not deed.closed:
            target = deed.target
            if not deed.changed or (target is not None and target.role in _WAYS):
                return True
            return _leads_on(run, at, used)
        case Press(keys=keys):
            selects = set(keys) == {"ctrl", "a"}
            return selects or not deed.changed or set(keys) <= _MOVES
        case Type(text=text):
            return text == "\t"
        case _:
            return False


def _leads_on(run: Run, at: int, used: set[int]) -> bool:
    """Whether a click opened the menu or list from which the next step chose."""
    here = run.deeds[at].target
    then = next((place for place, _ in later(run, at + 1)), None)
    if here is None or here.role not in _OPENERS or then is None:
        return False
    chosen = run.deeds[then].target
    if chosen is not None and chosen.role not in _ENTRIES | {Role.MENU}:
        return False
    return then in used or _leads_on(run, then, used)
