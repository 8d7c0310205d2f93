"""Notes from memory beside a task: some hold a value that the task leaves out, most say nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uitars_train.policy import lexicon
from uitars_train.policy.goals import Fill, Goal
from uitars_train.policy.telling import Manner, called
from uitars_train.policy.values import some_value
from uitars_train.policy.wordings import expand

_FACTS: Final = tuple(lexicon.sections("wordings/notes.txt")["facts"].splitlines())


def remembered(goals: list[Goal], manner: Manner) -> tuple[str, ...]:
    """Up to three notes; where one fits, a part of the task leaves its value to it."""
    rng = manner.rng
    notes = [_fact(manner, manner.words.pick(lexicon.FIELDS)) for _ in range(rng.randint(0, 2))]
    if rng.random() < 0.3:
        notes.append(manner.words.sentence())
    fills = [g for g in goals if isinstance(g, Fill) and g.kind == "fill" and g.target.name]
    if fills and rng.random() < 0.75:
        goal = rng.choice(fills)
        said = goal.target.name.lower()
        notes = [note for note in notes if said not in note.lower()]
        goal.kind = "recalled"
        goal.clause = manner.say("recalled", {"X": manner.label(called(goal.target))})
        notes.append(_fact(manner, goal.target.name, goal.value))
    rng.shuffle(notes)
    return tuple(notes)


def _fact(manner: Manner, label: str, value: str = "") -> str:
    rng = manner.rng
    told = label.lower() if rng.random() < 0.5 else label
    form = expand(rng.choice(_FACTS), rng)
    return form.replace("{X}", told).replace("{V}", value or some_value(manner.words, label))


def point_at_notes(goals: list[Goal], text: str, asked: Sequence[str]) -> None:
    """Where in the whole text the values stand that only notes hold."""
    for goal in goals:
        if isinstance(goal, Fill) and goal.kind == "recalled":
            at = text.index(goal.value, len(asked[0]))
            start = at - goal.clause.start
            goal.clause.spans["V"] = (start, start + len(goal.value))
