"""`uitars-train evaluate browsing`: an oracle answers by clicks and keys in a real Chromium; what
is nearly right counts for nothing."""

from __future__ import annotations

import itertools
import json
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest

from helpers.fakes import ScriptedModel
from uitars_runtime.browser.page import Page
from uitars_runtime.errors import DesktopError
from uitars_runtime.journal import read_run
from uitars_runtime.privacy.release import released
from uitars_runtime.types import Click, Finish, Shell, Type
from uitars_train.browsing.questions import DEGREES, HOPS, Question, make, write
from uitars_train.cli import main
from uitars_train.evaluate.browsing.oracle import Oracle
from uitars_train.evaluate.browsing.playing import Desk, desk, play, play_all
from uitars_train.rewards.__main__ import main as judge
from uitars_train.rewards.verdicts import read_verdicts

SEED = 7
LEARNED = 1007
"""Of a world that may be learned from."""
QUESTIONS = make(SEED, len(HOPS) * len(DEGREES))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    runs = tmp_path / "runs"
    runs.mkdir()
    return runs


@pytest.fixture(scope="module")
def desktop() -> Generator[Desk]:
    with desk(SEED) as opened:
        yield opened


def one_of(hops: int, degree: int) -> Question:
    return next(one for one in QUESTIONS if (one.hops, one.degree) == (hops, degree))


@pytest.mark.parametrize(("hops", "degree"), [(1, 1), (2, 0), (3, 2)])
def test_the_oracle_answers_by_clicks(desktop: Desk, home: Path, hops: int, degree: int) -> None:
    question = one_of(hops, degree)
    found = play(question, Oracle(desktop.page, question), desktop, home, 40)
    assert (found.success, found.ending, found.marked) == (True, "finished", "GUI"), found
    record = read_run(home / found.run)
    actions = [step.action for step in record.steps]
    clicked = sum(isinstance(one, Click) for one in actions)
    typed = [one for one in actions if isinstance(one, Type)]
    assert clicked + len(typed) >= len(question.route) - 1
    assert bool(typed) == (degree == 0)
    assert record.ended is not None
    assert record.ended.answer == found.answer


def test_what_is_nearly_right_and_what_came_too_late_is_wrong(
    desktop: Desk, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    question = one_of(2, 0)
    near = ScriptedModel(Finish(answer=question.mistakes[0]))
    found = play(question, near, desktop, home, 5)
    assert (found.success, found.nearly, found.ending) == (False, True, "finished")
    # The same reference judges the record afterwards.
    told = [str(home / found.run), "--reference", question.answer]
    assert judge(told) == 0
    assert capsys.readouterr().out.startswith("wrong")
    given_up = ScriptedModel(Finish("failure", question.answer))
    found = play(question, given_up, desktop, home, 5)
    assert (found.success, found.ending) == (False, "impossible")
    by_tools = ScriptedModel(Shell("true"), Finish(answer=question.answer))
    found = play(question, by_tools, desktop, home, 5)
    assert (found.success, found.marked) == (True, "GUI+tools")


def test_the_report_has_the_model_beside_chance_and_one_search(tmp_path: Path) -> None:
    file, out, verdicts = (tmp_path / name for name in ("asked.jsonl", "report.json", "said.json"))
    (question,) = make(LEARNED, 1)
    write([question], file)
    told = ["evaluate", "browsing", "--set", str(file), "--steps", "1", "--json", str(out)]
    told += ["--runs", str(tmp_path / "runs"), "--verdicts", str(verdicts)]
    assert main(told) == 0
    found = json.loads(out.read_bytes())
    assert (found["model"], found["n"]) == ("nano", 1)
    assert set(found["baselines"]) == {"random", "search"}
    # It is named, and one hop away: one search is enough.
    assert found["baselines"]["search"]["success_rate"] == 1.0
    assert set(found["by_tag"]) == {"hops1", "degree0", question.kind}
    (result,) = found["results"]
    run = tmp_path / "runs" / result["run"]
    assert (run / "run.json").is_file()
    assert read_verdicts(verdicts) == {run.name: 0}
    mark = released(run)
    assert mark is not None
    assert mark.licence == "private"


def test_a_browser_that_dies_takes_one_question_with_it(home: Path) -> None:
    first, second, third = (one for one in QUESTIONS if one.hops == 1)
    made: list[str] = []

    def player(page: Page, question: Question) -> ScriptedModel:
        made.append(question.name)
        if question == second:
            with suppress(DesktopError):
                page.call("Browser.close")
        return ScriptedModel(Finish(answer=question.answer))

    found = list(play_all((first, second, third), player, home, 5))
    assert [(one.name, one.success) for one in found] == [
        (first.name, True),
        (second.name, False),
        (third.name, True),
    ]
    assert (found[1].ending, made) == ("error", [first.name, second.name, third.name])


def test_bad_options_are_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "questions.jsonl"
    write(QUESTIONS, file)
    for more, said in (
        (("--set", str(tmp_path / "none")), "cannot be read"),
        (("--set", str(file), "--only", "nothing"), "There is no question nothing"),
        (("--set", str(file), "--steps", "0"), "in 0 steps cannot be answered"),
        (("--set", str(file), "--verdicts", str(tmp_path / "out")), "Give --runs, too"),
        (
            ("--set", str(file), "--verdicts", str(tmp_path / "out"), "--runs", str(tmp_path)),
            "judge models, nothing learns from them",
        ),
    ):
        assert main(["evaluate", "browsing", *more]) == 2
        told = capsys.readouterr().err
        assert said in told
        assert told.count("\n") == 1


@pytest.mark.drill
@pytest.mark.timeout(3600)
def test_questions_of_all_hops_and_degrees_can_be_answered(home: Path) -> None:
    questions = make(SEED, 3 * len(HOPS) * len(DEGREES))
    assert {(one.hops, one.degree) for one in questions} == set(itertools.product(HOPS, DEGREES))
    assert [one.name for one in play_all(questions, Oracle, home, 40) if not one.success] == []
