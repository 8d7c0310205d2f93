"""An answer to a question about a secret is worked with and not recorded."""

from pathlib import Path

import msgspec
import pytest

from helpers.fakes import frame
from helpers.runs import started
from uitars_runtime.journal import RunJournal
from uitars_runtime.prompt_record import Prompted, Turn
from uitars_runtime.run_record import Ending, RunEnded
from uitars_runtime.types import (
    ANSWER,
    Action,
    AskUser,
    Finish,
    Outcome,
    Proposal,
    Step,
    Type,
)

ABOUT_ONE = "What shall I enter for “Password”?"


def run(folder: Path, steps: list[tuple[Action, str]], *, conceal: bool = True) -> list[Step]:
    """Record some actions with what came of them; the steps that the run went on with."""
    journal = RunJournal.create(folder, started(), conceal=conceal)
    kept: list[Step] = []
    for index, (action, came) in enumerate(steps):
        heard = Turn("user", (steps[index - 1][1] if index else "",))
        proposal = Proposal("", action, f"do({action!r})", prompt=Prompted(0, (heard,)))
        observation = journal.intend(index, proposal, frame(index))
        step = Step(index, observation, proposal, None, Outcome(ok=True, text=came))
        kept.append(journal.keep(step))
        journal.append(kept[-1])
    answer = f"I typed {steps[1][0]!r}."
    journal.end(RunEnded(Ending.FINISHED, 0, len(steps), 1.0, None, answer, answer))
    return kept


def written(folder: Path) -> str:
    return "".join(path.read_text() for path in folder.iterdir() if path.is_file())


def test_an_answer_about_a_secret_is_used_and_not_recorded(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    done: list[tuple[Action, str]] = [
        (AskUser(ABOUT_ONE), f"{ANSWER}swordfish"),
        (Type("swordfish"), "Entered 9 characters with the keyboard."),
        (Type("sword"), "Entered 5 characters with the keyboard."),
        (Finish("success"), ""),
    ]
    kept = run(folder, done)
    assert kept[0].outcome.text == f"{ANSWER}swordfish"
    assert kept[1].action == Type("swordfish")
    told = written(folder)
    assert "swordfish" not in told
    assert told.count("[hidden: answer]") >= 4
    assert '"sword"' in told


@pytest.mark.parametrize("answer", ["42", "click", "no"])
def test_an_answer_that_stands_everywhere_is_hidden_where_it_was_given(
    answer: str, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    run(folder, [(AskUser("Your PIN?"), ANSWER + answer), (Type("Notes of 42 clicks"), "")])
    assert ANSWER + answer not in written(folder)
    steps = [
        msgspec.json.decode(line, type=Step)
        for line in (folder / "steps.jsonl").read_bytes().splitlines()
    ]
    assert steps[0].outcome.text == f"{ANSWER}[hidden: answer]"
    assert steps[1].proposal.action is not None


@pytest.mark.parametrize("other", ["allow", "type", "policy"])
def test_an_answer_that_is_a_word_of_the_records_own_uncovers_no_other(
    other: str, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    done: list[tuple[Action, str]] = [
        (AskUser("May I use your password?"), ANSWER + other),
        (AskUser(ABOUT_ONE), f"{ANSWER}swordfish"),
        (Type("swordfish"), "Entered 9 characters with the keyboard."),
    ]
    run(folder, done)
    assert "swordfish" not in written(folder)


def test_other_answers_and_runs_that_record_everything_stay(tmp_path: Path) -> None:
    colour: list[tuple[Action, str]] = [
        (AskUser("Which colour?"), f"{ANSWER}violet"),
        (Type("violet"), ""),
    ]
    run(tmp_path / "colour", colour)
    assert written(tmp_path / "colour").count("violet") >= 3
    secret: list[tuple[Action, str]] = [
        (AskUser(ABOUT_ONE), f"{ANSWER}swordfish"),
        (Type("swordfish"), ""),
    ]
    run(tmp_path / "all", secret, conceal=False)
    assert written(tmp_path / "all").count("swordfish") >= 3
