"""The judgement of a run: each goal of its task, the step that did it, and what speaks against it.

Whoever proposed the steps has no say in it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from uitars_runtime.evidence.alignment import aligned
from uitars_runtime.evidence.clauses import says, shows
from uitars_runtime.evidence.documents import documents
from uitars_runtime.evidence.edited import done_edits
from uitars_runtime.evidence.effects import takes_back
from uitars_runtime.evidence.filled import done_form
from uitars_runtime.evidence.findings import NOBODY, Finding, Run, agreed, later, tell_apart
from uitars_runtime.evidence.goals import Choose, Close, Enter, Goal, Show, Toggle, Unread
from uitars_runtime.evidence.nearness import Encoder
from uitars_runtime.evidence.outcomes import left_open
from uitars_runtime.evidence.passing import is_harmless
from uitars_runtime.evidence.readers import KNOWN, Readers
from uitars_runtime.evidence.reading import goals_of
from uitars_runtime.evidence.reckoned import done_sums
from uitars_runtime.evidence.serving import serve
from uitars_runtime.evidence.words import plain, shortened
from uitars_runtime.run_record import UNREAD, Judgement, Part
from uitars_runtime.types import Type

_UNTOLD: Final = "nobody can tell whether that is what was asked for"


def judge(
    task: str, run: Run, encoder: Encoder | None = None, readers: Readers = KNOWN
) -> Judgement:
    """Whether each part of a task was seen to be done. Without an `encoder` and `readers` only
    what its words are known for."""
    tell_apart(task, run)
    goals = _goals(task, run, readers)
    found = _read(goals, run)
    missing = {
        number
        for number, (goal, one) in enumerate(zip(goals, found, strict=True))
        if not one.seen and not (isinstance(goal, Close) and one.deed is not None)
    }
    meant: Mapping[int, Finding] = {}
    if missing and encoder is not None:
        used = {at for one in found if one.seen for at in _deeds(one)}
        meant = aligned(goals, missing, used, run, encoder)
        found = [meant.get(number, one) for number, one in enumerate(found)]
    found = [_closing(number, goals, found, run) for number in range(len(goals))]
    found = [_tried(task, goal, one, run) for goal, one in zip(goals, found, strict=True)]
    used = {at for one in found for at in _deeds(one)}
    opening = {
        one.deed
        for number, (goal, one) in enumerate(zip(goals, found, strict=True))
        if one.seen
        and one.deed is not None
        and (
            isinstance(goal, Show)
            or (number == len(goals) - 1 and _is_for(goal, run, one))
            or (number in meant and shows(goal.words) and not any(later(run, one.deed + 1)))
        )
    }
    parts = tuple(_part(goal, one, run) for goal, one in zip(goals, found, strict=True))
    unread = any(part.missing == UNREAD for part in parts)
    unasked = () if unread else _unasked(run, used)
    return Judgement(parts, (*unasked, *left_open(run, frozenset(opening))))


def _goals(task: str, run: Run, readers: Readers) -> tuple[Goal, ...]:
    before, sums, rest = done_sums(task, run)
    if sums:
        return (*goals_of(before), *sums, *goals_of(rest))
    edits, rest = done_edits(task, run, readers)
    if edits:
        return (*edits, *goals_of(rest))
    goals = tuple(goals_of(task))
    unread = any(isinstance(goal, Unread) for goal in goals)
    # What a person said yes to is meant, whatever its words are known for.
    form = done_form(task, run, readers) if unread or agreed(run) else ()
    return form or goals


def _read(goals: Sequence[Goal], run: Run) -> list[Finding]:
    """What was found for the parts whose wording is known, each behind the one before."""
    start = 0
    found: list[Finding] = []
    edited = documents(goals, run)
    for number, goal in enumerate(goals):
        one = edited.get(number) or serve(goal, run, start)
        found.append(one)
        start = one.deed + 1 if one.seen and one.deed is not None else start
    return found


def _closing(number: int, goals: Sequence[Goal], found: Sequence[Finding], run: Run) -> Finding:
    """One finding; not seen where a window was to be closed and "Cancel" threw away with it what
    was asked for before."""
    one = found[number]
    if not (one.seen and one.deed is not None and isinstance(goals[number], Close)):
        return one
    set_before = any(
        before.seen and isinstance(goal, Enter | Toggle | Choose)
        for goal, before in zip(goals[:number], found, strict=False)
    )
    if not (set_before and takes_back(run.deeds[one.deed])):
        return one
    return one._replace(seen="", missing="what was done before was thrown away with it")


def _tried(task: str, goal: Goal, found: Finding, run: Run) -> Finding:
    """One finding; where nobody knows the step, the last that typed words of this part."""
    if found != NOBODY:
        return found
    for at, deed in reversed(list(later(run, 0))):
        action = deed.step.action
        text = action.text.strip() if isinstance(action, Type) else ""
        if says(task, text) and _words(text) & _words(goal.words):
            return Finding(at, missing=f"“{shortened(text)}” was typed, and {_UNTOLD}")
    return found


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", plain(text)))


def _deeds(found: Finding) -> tuple[int, ...]:
    return found.used if found.deed is None else (found.deed, *found.used)


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
    """Steps with an effect that no part of the task asks for, as far as its words are read."""
    return tuple(
        f"Step {deed.index + 1} {'changed' if deed.changed or deed.failed else 'did'} something"
        " that no part of the task names."
        for at, deed in enumerate(run.deeds)
        if deed.failed or (at not in used and deed.done and not is_harmless(run, at, used))
    )
