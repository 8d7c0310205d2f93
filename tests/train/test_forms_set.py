"""Each form that the set asks for can be filled (a drill)."""

from __future__ import annotations

from pathlib import Path

import pytest

from uitars_train.evaluate import apps, feasibility

BENCH = Path(__file__).parents[2] / "bench"
TASKS = {task.name: task for task in apps.read_set(BENCH / "forms.json")}
SOLUTIONS = feasibility.read_solutions(BENCH / "forms_solutions.json")


def test_it_is_a_hundred_requests_of_two_authors() -> None:
    authors = [task.tag.split()[0] for task in TASKS.values()]
    assert [authors.count(one) for one in "ab"] == [60, 40]
    assert SOLUTIONS.keys() == TASKS.keys()


@pytest.mark.drill
@pytest.mark.parametrize("name", sorted(TASKS))
def test_the_verifier_wants_what_was_asked_for(name: str, tmp_path: Path) -> None:
    proof = feasibility.prove(TASKS[name], SOLUTIONS[name], tmp_path)
    assert not proof.trouble
    assert proof.holds
