"""Tasks of several parts: every value stands in the text as it is meant, in every layout."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from uitars_runtime.element import Role
from uitars_runtime.types import Box
from uitars_train.simulator.lexicon import Words
from uitars_train.simulator.world import Widget
from uitars_train.tasks.composition import put_together
from uitars_train.tasks.goals import Choose, Clause, Fill, Goal, Press, Turn
from uitars_train.tasks.phrasing import JOINTS, LISTS, Manner, expand


def _widget(role: Role, name: str, text: str = "") -> Widget:
    return Widget(role, Box(0, 0, 90, 20), text, name=name)


def _form(manner: Manner) -> list[Goal]:
    """Two fields, a list, two ticks and a button."""
    goals: list[Goal] = [
        Fill("fill", _widget(Role.FIELD, "Street"), "old mill road 7"),
        Fill("fill", _widget(Role.FIELD, "City"), "luton"),
        Choose("combo", _widget(Role.COMBO, "Country"), "Wales"),
        Turn("check", _widget(Role.CHECKBOX, "Newsletter")),
        Turn("uncheck", _widget(Role.CHECKBOX, "Gift wrap"), wanted=False),
        Press("press", _widget(Role.BUTTON, "", "Order")),
    ]
    for goal in goals:
        slots = {"X": "Order"}
        if isinstance(goal, Fill):
            slots = {"X": goal.target.name, "V": goal.value}
        elif isinstance(goal, Choose):
            slots = {"X": goal.owner.name, "V": goal.value}
        elif isinstance(goal, Turn):
            slots = {"X": goal.target.name}
        goal.clause = manner.say(goal.kind, slots)
    return goals


def _tasks(count: int, *, held: bool = False) -> Iterator[tuple[str, list[Goal]]]:
    for seed in range(count):
        rng = random.Random(seed)
        manner = Manner(Words(rng, held_out=False), held_wordings=held)
        goals = _form(manner)
        yield put_together(goals, manner, rng.choice(("", "Checkout"))), goals


def _said(task: str, clause: Clause, slot: str) -> str:
    start, end = clause.spans[slot]
    return task[clause.start + start : clause.start + end]


@pytest.mark.parametrize("held", [False, True], ids=["seen", "held out"])
def test_every_part_knows_its_place_and_its_value(held: bool) -> None:
    for task, goals in _tasks(400, held=held):
        assert not set("{}|") & set(task), task
        before = 0
        for goal in goals:
            clause = goal.clause
            assert clause.start >= before, task
            before = clause.start + len(clause.text)
            assert task[clause.start : before] == clause.text
            if isinstance(goal, Fill | Choose):
                assert _said(task, clause, "V").lower() == goal.value.lower(), task
            if isinstance(goal, Fill):
                assert _said(task, clause, "V") == goal.value, task


def test_every_layout_comes_up_and_says_each_label_once() -> None:
    tasks = [task for task, _ in _tasks(400)]
    for layout in (
        r"\n- ",
        r"\n\* ",
        r"^1\. |\n1\. |: 1\. ",
        r"2\) ",
        r"[Ss]tep 2: ",
        r"\?$",
        r"^\w+.*:\n",
    ):
        assert any(re.search(layout, task) for task in tasks), layout
    for task in tasks:
        assert len(re.findall("newsletter", task, re.IGNORECASE)) == 1, task


def test_what_stands_between_parts_is_written_as_people_write() -> None:
    for task, _ in _tasks(400):
        assert not re.search(r"  | [,;?]|,,|;;|[.!?][,;]|:;|\. \.|^[ ,.;]", task), task


def test_validation_keeps_its_own_openings_and_joins() -> None:
    """What validation says between parts never stands there in training."""
    kept = [
        *LISTS["kept openings"],
        *(join for join in LISTS["kept joins"] if len(join.split()) > 1),
    ]
    phrases = {phrase.strip(" ,.:").lower() for phrase in kept} - {"", "and then", "then"}
    assert len(phrases) > 5
    rng = random.Random(3)
    for pattern in (pattern for patterns in JOINTS.values() for pattern in patterns):
        said = " ".join(expand(pattern, rng).lower() for _ in range(40))
        assert not any(re.search(rf"\b{phrase}\b", said) for phrase in phrases), pattern
