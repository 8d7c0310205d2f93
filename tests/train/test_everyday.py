"""The everyday set is well formed and apart from the other sets; each task can be shown (a drill).

Nothing here looks at what a model makes of it.
"""

from __future__ import annotations

import json
import runpy
import shlex
from pathlib import Path
from typing import Any

import pytest

from uitars_train.evaluate import apps, feasibility

BENCH = Path(__file__).parents[2] / "bench"
SOLUTIONS = BENCH / "everyday_solutions.json"
TASKS = {task.name: task for task in apps.read_set(BENCH / "everyday.json")}
SHOWN = sorted(
    name for name, task in TASKS.items() if not {"already", "impossible"} & set(task.tag.split())
)
NOT_PROGRAMS = {"sh", "env", "exec", "cp"}


def program(command: str) -> str:
    """The program that a command line is about."""
    words = [word for part in shlex.split(command) for word in part.split()]
    plain = [
        word.rpartition("/")[2]
        for word in words
        if "=" not in word and not word.startswith(("-", "&", ".", "/etc"))
    ]
    return next(word for word in plain if word not in {*NOT_PROGRAMS, "rc.xml"})


def of_set(name: str) -> set[str]:
    """Programs of another set."""
    return {program(item["app"]) for item in json.loads((BENCH / name).read_text("utf-8"))}


def test_it_is_wide_and_apart_from_the_other_sets() -> None:
    programs = {program(task.app) for task in TASKS.values()}
    assert len(TASKS) >= 60
    assert len(programs) >= 25
    sets = ("apps.json", "practice.json", "ordinary.json", "development.json", "exam/apps.json")
    others = {name for one in sets for name in of_set(one)}
    assert programs & others <= {"chromium"}  # pages of our own


def test_a_third_asks_for_three_things_and_more_and_some_for_nothing_that_can_be_done() -> None:
    tags = [task.tag.split() for task in TASKS.values()]
    assert sum("3+" in of for of in tags) >= len(tags) // 3
    assert sum("already" in of for of in tags) >= 4
    assert sum("impossible" in of for of in tags) >= 3


def test_every_task_that_can_be_done_has_a_solution_and_no_other() -> None:
    solutions = feasibility.read_solutions(SOLUTIONS)
    assert solutions.keys() == TASKS.keys()
    assert sorted(name for name, actions in solutions.items() if actions) == SHOWN


@pytest.mark.drill
@pytest.mark.parametrize("name", sorted(TASKS))
def test_the_verifier_tells_before_from_after(name: str, tmp_path: Path) -> None:
    solution = feasibility.read_solutions(SOLUTIONS)[name]
    proof = feasibility.prove(TASKS[name], solution, tmp_path)
    assert not proof.trouble
    assert proof.before == ("already" in TASKS[name].tag.split())
    assert proof.after == ("impossible" not in TASKS[name].tag.split())


def told(
    tag: str, ending: str, *, success: bool = False, evidence: str = "none"
) -> dict[str, object]:
    return {"tag": tag, "ending": ending, "success": success, "evidence": evidence}


def test_totals_count_what_is_told_without_a_verifier() -> None:
    results = [
        told("qt", "finished", success=True, evidence="seen"),
        told("qt", "finished", success=True, evidence="unchecked"),
        told("gtk", "finished", evidence="seen"),
        told("gtk", "finished", evidence="unchecked"),
        told("gtk impossible", "needs_person"),
        told("gtk impossible", "finished", evidence="seen"),
    ]
    oracle = [told("qt", "finished", success=True), told("qt already", "finished")]
    found: dict[str, Any] = runpy.run_path(str(BENCH / "everyday.py"))["summary"](
        {
            "results": results,
            "seconds_per_step": 1.0,
            "baselines": {"oracle": {"results": oracle}},
        }
    )
    assert (found["right"], found["n"]) == (3, 6)
    assert found["by_tag"] == {"qt": (2, 2), "gtk": (1, 4), "impossible": (1, 2)}
    assert (found["finished"], found["finished_wrongly"]) == (5, 3)
    assert (found["claims"], found["false_claims"]) == (3, 2)
    assert found["claimed_of_done"] == [1, 2]
    assert (found["baselines"]["oracle"]["right"], found["baselines"]["oracle"]["n"]) == (1, 1)
