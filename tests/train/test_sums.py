"""Each sum of the set can be done, and what is only typed is none that was done (a drill)."""

from __future__ import annotations

from pathlib import Path

import pytest

from uitars_runtime.types import Press
from uitars_train.evaluate import apps, feasibility

BENCH = Path(__file__).parents[2] / "bench"
TASKS = {task.name: task for task in apps.read_set(BENCH / "sums.json")}
SOLUTIONS = feasibility.read_solutions(BENCH / "sums_solutions.json")
ENTER = Press(("enter",))


def test_it_is_eight_sums_on_each_of_five_calculators_half_of_them_in_words() -> None:
    programs = [task.app for task in TASKS.values()]
    assert [programs.count(one) for one in set(programs)] == [8] * 5
    words = {name for name, task in TASKS.items() if not any(map(str.isdigit, task.task))}
    assert len(words) == 20
    assert words == {name for name, task in TASKS.items() if "words" in task.tag.split()}
    assert SOLUTIONS.keys() == TASKS.keys()


@pytest.mark.drill
@pytest.mark.parametrize("name", sorted(TASKS))
def test_the_verifier_wants_the_result(name: str, tmp_path: Path) -> None:
    solution = SOLUTIONS[name]
    proof = feasibility.prove(TASKS[name], solution, tmp_path)
    assert not proof.trouble
    assert proof.holds
    typed = [action for action in solution if action != ENTER]
    assert len(typed) < len(solution)
    unevaluated = feasibility.prove(TASKS[name], typed, tmp_path)
    assert not unevaluated.trouble
    assert not unevaluated.after
