"""Models without weights: recorded proposals through the real loop, and replies given by hand."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from helpers.fakes import FakeHands, ListJournal, ListMemory, ScriptedModel, frame, never
from uitars_runtime import loop
from uitars_runtime.backends.registry import open_model
from uitars_runtime.backends.replay import ReplayModel, ScriptedBackend
from uitars_runtime.budget import Limits
from uitars_runtime.control import Control
from uitars_runtime.errors import ModelError, Stopped, UsageError
from uitars_runtime.journal import RunJournal
from uitars_runtime.memory.window import Window
from uitars_runtime.protocols import Model, Prompt
from uitars_runtime.run_record import Ending, RunStarted
from uitars_runtime.types import Action, Click, Finish, Point, Proposal, Step, Task, Type

TASK = Task("Say hello.")
SCRIPT: tuple[Action | None, ...] = (Click(Point(3, 4)), None, Type("hello"), Finish())
STARTED = RunStarted("r1", TASK, "scripted", "ui-tars-1.5", "fake", "test", "2026-01-01", "0")


def play(model: Model, hands: FakeHands, journal: ListJournal | RunJournal) -> loop.Reason:
    steps = loop.run(
        TASK, model, hands, ListMemory(), journal,
        window=Window(), limits=Limits(), control=Control(), answer=lambda _: None,
    )  # fmt: skip
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            reason: loop.Reason = ended.value
            return reason


def record(folder: Path, script: tuple[Action | None, ...] = SCRIPT) -> list[Action]:
    """Run once with a scripted model; returns what the hands did."""
    hands = FakeHands()
    play(ScriptedModel(*script), hands, RunJournal.create(folder, STARTED))
    return hands.done


def test_a_recorded_run_runs_again(tmp_path: Path) -> None:
    done = record(tmp_path / "run")
    hands, journal = FakeHands(), ListJournal()
    model = open_model(f"replay:{tmp_path / 'run'}")
    assert (model.name, model.dialect) == ("replay:r1", "ui-tars-1.5")
    assert play(model, hands, journal).ending is Ending.FINISHED
    assert hands.done == done == [Click(Point(3, 4)), Type("hello")]
    assert [step.proposal.problem for step in journal.steps] == ["", "That was no action.", "", ""]
    assert all(step.proposal.raw == "raw" for step in journal.steps)


def test_a_run_that_was_cut_off_ends_with_what_it_had(tmp_path: Path) -> None:
    record(tmp_path / "run")
    file = tmp_path / "run" / "steps.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:2]) + lines[2][:20])
    hands, journal = FakeHands(), ListJournal()
    reason = play(open_model(f"replay:{tmp_path / 'run'}"), hands, journal)
    assert reason.ending is Ending.ERROR
    assert "2 replies of replay:r1 are used up" in reason.text
    assert hands.done == [Click(Point(3, 4))]


def test_what_is_no_run_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="There is no run"):
        open_model(f"replay:{tmp_path / 'nothing'}")


def test_proposals_given_by_hand() -> None:
    model = ReplayModel("hand", "none", [Proposal("because", Finish(), "raw")])
    journal = ListJournal()
    assert play(model, FakeHands(), journal).ending is Ending.FINISHED
    (step,) = journal.steps
    assert isinstance(step, Step)
    assert step.proposal.thought == "because"


def test_a_replay_stops() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Stopped):
        ReplayModel("hand", "none", []).propose(TASK, [], [], frame(1), stop)


def test_replies_given_by_hand_are_streamed() -> None:
    backend, pieces = ScriptedBackend(["Action: wait()", "Action: finished()"]), list[str]()
    prompt = Prompt(())
    assert backend.complete(prompt, never(), pieces.append).text == "Action: wait()"
    assert pieces == ["Action: ", "wait()"]
    assert backend.complete(prompt, never()).text == "Action: finished()"
    with pytest.raises(ModelError, match="2 replies of scripted are used up"):
        backend.complete(prompt, never())
    assert len(backend.prompts) == 3


def test_replies_given_by_hand_stop_in_the_middle() -> None:
    stop = threading.Event()
    with pytest.raises(Stopped):
        ScriptedBackend(["a b c"]).complete(Prompt(()), stop, lambda _: stop.set())
