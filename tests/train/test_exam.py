"""The exam is well formed; each of its tasks on programs can be done (a drill, by program)."""

from __future__ import annotations

from pathlib import Path

import pytest

from uitars_train.evaluate import apps, feasibility, screens

EXAM = Path(__file__).parents[2] / "bench" / "exam"
APPS = {app.name: app for app in apps.read_set(EXAM / "apps.json")}


def test_every_step_has_a_picture_that_holds_what_is_wanted() -> None:
    items = screens.read_set(EXAM / "screens.json")
    assert len(items) >= 200
    for name in {item.image for item in items}:
        size = screens.read_picture(EXAM / name).size
        for item in items:
            if item.image == name and isinstance(item.expect, screens.ExpectClick):
                box = item.expect.area
                assert 0 <= box.left < box.right <= size.width, item
                assert 0 <= box.top < box.bottom <= size.height, item


def test_every_task_on_programs_has_a_solution() -> None:
    solutions = feasibility.read_solutions(EXAM / "apps_solutions.json")
    assert len(APPS) >= 40
    assert solutions.keys() == APPS.keys()
    assert all(solutions.values())


@pytest.mark.drill
@pytest.mark.parametrize("name", sorted(APPS))
def test_a_task_can_be_done(name: str, tmp_path: Path) -> None:
    solution = feasibility.read_solutions(EXAM / "apps_solutions.json")[name]
    proof = feasibility.prove(APPS[name], solution, tmp_path)
    assert proof.holds, proof


def test_a_proof_needs_a_no_before_and_a_yes_after(tmp_path: Path) -> None:
    app = APPS["zenity-list"]
    solution = feasibility.read_solutions(EXAM / "apps_solutions.json")[app.name]
    assert feasibility.prove(app, solution, tmp_path).holds
    assert not feasibility.prove(app, (), tmp_path).holds
    done_already = apps.App(app.name, app.app, app.task, verify="true")
    assert feasibility.prove(done_already, (), tmp_path) == feasibility.Proof(True, True)


def test_what_programs_said_belongs_to_a_picture() -> None:
    for path in (EXAM / "screens").glob("*.told.json"):
        picture = path.with_name(path.name.removesuffix(".told.json") + ".png")
        size = screens.read_picture(picture).size
        said = screens.read_told(path)
        assert said, path
        for element in said:
            # A window may reach beyond the screen.
            assert max(element.box.left, 0) < min(element.box.right, size.width), element
            assert max(element.box.top, 0) < min(element.box.bottom, size.height), element
