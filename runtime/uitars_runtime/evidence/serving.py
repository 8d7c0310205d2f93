"""Which step did what a goal asks for, and what was seen to come about by it.

A goal is served by the first step from a place on whose effect is the one wanted. Where two things
on the screen could be meant, or the effect cannot be seen, it is not served. Each kind of effect
has a module: buttons, fields, states, choices, documents (all parts of a task at once), and
outcomes for what shows in windows and files.
"""

from __future__ import annotations

from typing import assert_never

from uitars_runtime.evidence import outcomes
from uitars_runtime.evidence.buttons import pushed
from uitars_runtime.evidence.choices import chosen
from uitars_runtime.evidence.fields import entered, swapped
from uitars_runtime.evidence.findings import Finding, Run, best
from uitars_runtime.evidence.goals import (
    Alter,
    Choose,
    Close,
    Enter,
    Goal,
    Keys,
    OneOf,
    Push,
    Reckon,
    Save,
    Show,
    Single,
    Toggle,
    Unread,
)
from uitars_runtime.evidence.reckoned import reckoned
from uitars_runtime.evidence.states import toggled, was_so
from uitars_runtime.run_record import UNREAD


def serve(goal: Goal, run: Run, start: int) -> Finding:
    """The deed from `start` on that did what the goal asks for, in one of its readings."""
    if isinstance(goal, OneOf):
        return best([serve(way, run, start) for way in goal.goals])
    return _served(goal, run, start)


def _served(goal: Single, run: Run, start: int) -> Finding:  # noqa: PLR0911 - an arm a kind
    match goal:
        case Enter():
            return entered(goal, run, start)
        case Toggle():
            return best(
                [toggled(goal.control, goal.on, run, start), was_so(goal.control, goal.on, run)]
            )
        case Choose():
            return chosen(goal, run, start)
        case Push():
            return pushed(goal, run, start)
        case Keys():
            return outcomes.pressed(goal, run, start)
        case Save():
            return outcomes.saved(goal, run, start)
        case Show():
            return outcomes.shown(goal, run, start)
        case Close():
            return outcomes.closed(goal, run, start)
        case Alter():
            found = swapped(goal, run, start)
            unseen = Finding(missing="nobody saw that just this changed in the text")
            return found if found.seen else unseen
        case Reckon():
            return reckoned(goal, run, start)
        case Unread():
            return Finding(missing=UNREAD)
        case _:
            assert_never(goal)
