"""The harvest keeps what was proved right, once, and drops the rest."""

from __future__ import annotations

import threading
from pathlib import Path

import msgspec
import pytest

from uitars_runtime.backends.embedded.backend import default_folder, open_decoder
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.errors import UsageError
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.frame import Frame
from uitars_runtime.types import Finish, Task
from uitars_train.cli import main
from uitars_train.data.sample import read_episodes
from uitars_train.evaluate.apps import App
from uitars_train.flywheel.collection import (
    FIRST_SEED,
    Assignment,
    Attempt,
    collect,
    programs_of,
    solutions_of,
)
from uitars_train.flywheel.teacher import Deed, Shown, Taught
from uitars_train.harvest.looking_again import looked_at

PICTURES = Path(__file__).parents[2] / "bench" / "rules"

RIGHT = App(
    "right",
    "zenity --question --title=Ask --text=Go?",
    "Click Yes.",
    "test ! -e never",
    max_steps=4,
)
WRONG = App("wrong", RIGHT.app, RIGHT.task, "test -e never", max_steps=4)


def test_only_what_was_proved_right_is_kept_and_nothing_is_tried_twice(tmp_path: Path) -> None:
    assignment = Assignment(out=tmp_path / "new" / "own.jsonl", programs=(RIGHT, WRONG))
    right, wrong = collect(assignment)
    assert wrong == Attempt("wrong", success=False, steps=0)
    assert right.success
    assert right.steps > 0
    episodes = read_episodes(assignment.out)
    assert [len(episode) for episode in episodes] == [right.steps]
    assert {sample.situation.task for sample in episodes[0]} == {RIGHT.task}
    assert list(collect(assignment)) == [right, wrong]
    assert len(read_episodes(assignment.out)) == 1
    assignment.out.unlink()
    with pytest.raises(UsageError, match=r"own\.jsonl is gone, and .*own\.tried\.jsonl says"):
        list(collect(assignment))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "Nothing is to be played."),
        (["--pages", "{pages}", "--seeds", "0"], "--seeds is 0."),
        (["--pages", "{pages}", "--leads", "2"], "the model leads a --teacher"),
        (["--pages", "{pages}", "--teacher", "oracle", "--leads", "-1"], "0 steps or more"),
    ],
)
def test_what_cannot_be_harvested_is_said(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages, out = tmp_path / "pages.txt", tmp_path / "own.jsonl"
    pages.write_text("click-test\n")
    given = [one.format(pages=pages) for one in options]
    assert main(["harvest", "--out", str(out), *given]) == 2
    assert said in capsys.readouterr().err
    assert not out.exists()
    assert FIRST_SEED >= 1000, "evaluations use the seeds below"


def test_no_seed_of_the_evaluations_is_harvested(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages, out = tmp_path / "pages.txt", tmp_path / "own.jsonl"
    pages.write_text("click-test\n")
    asked = ["harvest", "--pages", str(pages), "--out", str(out), "--seeds", "1"]
    assert main([*asked, "--first-seed", "999"]) == 2
    assert "seeds below 1000 are for evaluations" in capsys.readouterr().err
    assert not out.exists()


def test_a_teacher_shows_the_way_on_a_program_and_the_model_learns_it_by_sight(
    tmp_path: Path,
) -> None:
    solutions: dict[str, tuple[Deed, ...]] = {
        "right": (Deed(click="Yes"),),
        "wrong": (Deed(click="Maybe"),),
    }
    assignment = Assignment(
        out=tmp_path / "own.jsonl",
        programs=(RIGHT, WRONG),
        solutions=solutions,
        teacher="oracle",
    )
    right, wrong = collect(assignment)
    assert right.success
    assert not wrong.success
    assert wrong.steps == 0
    (shown,) = read_episodes(assignment.out)
    assert right.steps == len(shown)
    # On a busy machine the dialog is waited for.
    click, finished = (step for step in shown if step.target.act is not Act.WAIT)
    assert click.target.act is Act.CLICK
    assert {click.situation.elements[at].text for at in click.target.elements} == {"Yes"}
    served = click.target.serves
    assert served is not None
    assert "Yes" in {word.text for word in click.situation.words[served.first : served.last + 1]}
    assert finished.target.act is Act.FINISHED
    assert finished.situation.history[-1].act is Act.CLICK
    assert list(collect(assignment)) == [right, wrong]
    mended = solutions | {"wrong": (Deed(click="No"),)}
    again = list(collect(msgspec.structs.replace(assignment, solutions=mended)))
    assert again[0] == right
    assert len(assignment.out.with_suffix(".tried.jsonl").read_bytes().splitlines()) == 3


def test_a_lesson_begins_with_eyes_that_remember_no_other() -> None:
    """As a run does: two tasks one after the other, on screens as large."""
    eyes, decoder = Eyes(), open_decoder(default_folder())
    for name in ("bleachbit", "calendar"):
        frame = Frame.of_png((PICTURES / f"{name}.png").read_bytes())
        taught = Taught("page", lambda *_: Shown(Finish()), eyes, decoder)
        taught.propose(Task("Look."), (), (), frame, threading.Event())
    (seen,) = (step.situation.elements for step in taught.steps)
    alone = looked_at(Frame(frame.pixels), Eyes())
    assert [(one.box, one.text) for one in seen] == [(one.box, one.text) for one in alone]


@pytest.mark.parametrize("leads", [0, 2])
def test_a_teacher_says_what_is_right_on_pages_whoever_acts(tmp_path: Path, leads: int) -> None:
    assignment = Assignment(
        out=tmp_path / "own.jsonl",
        pages=("enter-text", "bisect-angle"),
        seeds=1,
        teacher="oracle",
        leads=leads,
    )
    entered, bisected = collect(assignment)
    episodes = read_episodes(assignment.out)
    assert sum(map(len, episodes)) == entered.steps + bisected.steps
    if not leads:
        assert (entered.success, entered.steps, entered.missed) == (True, 3, {})
        assert bisected.missed == {"click": 1}, "the middle of an angle is no thing to be seen"
    acts = [sample.target.act for sample in episodes[0]]
    assert acts[0] is Act.CLICK
    assert Act.TYPE in acts or not entered.success
    if leads:
        fewer = msgspec.structs.replace(assignment, pages=("enter-text",), leads=1)
        assert len(list(collect(fewer))) == 1
        tried = assignment.out.with_suffix(".tried.jsonl").read_bytes().splitlines()
        assert len(tried) == 3, "who leads for fewer steps is shown another way"


def test_solutions_that_are_none_are_an_error(tmp_path: Path) -> None:
    path = tmp_path / "solutions.json"
    path.write_text('{"right": [{"clack": "Yes"}]}', "utf-8")
    with pytest.raises(UsageError):
        solutions_of(path)
    assert solutions_of(None) == {}


def test_every_task_of_the_practice_set_has_its_solution_and_each_deed_does_one_thing() -> None:
    bench = Path(__file__).parents[2] / "bench"
    tasks = {task.name for task in programs_of(bench / "practice.json")}
    solutions = solutions_of(bench / "practice_solutions.json")
    assert tasks == solutions.keys()
    for deeds in solutions.values():
        for deed in deeds:
            assert sum(map(bool, (deed.click, deed.type, deed.keys))) == 1
