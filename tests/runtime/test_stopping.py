"""What cannot hear a stop does not keep a run from ending; a paused run's time stands still."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers.desks import gone, until
from helpers.fakes import FakeHands, ListJournal, ScriptedModel
from uitars_runtime import loop
from uitars_runtime.budget import Limits, Reason
from uitars_runtime.control import Control
from uitars_runtime.errors import DesktopError, Stopped
from uitars_runtime.evidence.verifier import Verifier
from uitars_runtime.memory.window import Window
from uitars_runtime.memory.working import WorkingMemory
from uitars_runtime.run_record import Ending
from uitars_runtime.stopping import ended, until_stopped
from uitars_runtime.types import AskUser, Finish, Task, Wait


def test_work_gives_what_it_gives_and_is_left_alone_after_a_stop() -> None:
    stop = threading.Event()
    assert until_stopped(lambda: 5, stop) == 5
    with pytest.raises(ZeroDivisionError):
        until_stopped(lambda: 1 // 0, stop)
    with pytest.raises(TimeoutError):
        until_stopped(_times_out, stop)
    threading.Timer(0.1, stop.set).start()
    with pytest.raises(Stopped):
        until_stopped(threading.Event().wait, stop)
    with pytest.raises(Stopped):
        until_stopped(lambda: 5, stop)


def _times_out() -> None:
    raise TimeoutError


def test_a_program_is_waited_for_until_it_takes_too_long_or_a_stop() -> None:
    stop = threading.Event()
    with subprocess.Popen([sys.executable, "-c", "raise SystemExit(7)"]) as quick:
        assert ended(quick, 60.0, stop) == 7
    with subprocess.Popen(["sleep", "600"]) as slow:
        assert ended(slow, 0.1, stop) is None
        stop.set()
        with pytest.raises(Stopped):
            ended(slow, 600.0, stop)
        slow.kill()


def test_a_verifier_ends_with_the_run_and_leaves_nothing(tmp_path: Path) -> None:
    stop = threading.Event()
    command = "sleep 600 & echo $! > pid; wait"
    threading.Thread(
        target=lambda: (until((tmp_path / "pid").exists, "it runs"), stop.set())
    ).start()
    with pytest.raises(Stopped):
        Verifier(command, tmp_path, {"PATH": "/usr/bin:/bin"}, stop).verdict()
    pid = int((tmp_path / "pid").read_text() or "0")
    until(lambda: not pid or gone(pid), "what it started ends")


def test_a_verifier_whose_workspace_is_gone_says_so(tmp_path: Path) -> None:
    command = "rmdir $WORKSPACE; false"  # a no is asked again
    (workspace := tmp_path / "workspace").mkdir()
    verifier = Verifier(command, workspace, {"PATH": "/usr/bin:/bin"}, threading.Event())
    with pytest.raises(DesktopError, match=f"cannot be started in {workspace}"):
        verifier.verdict()


def run(
    model: ScriptedModel, control: Control, answer: Callable[[str], str | None], seconds: float
) -> Reason:
    turns = loop.run(
        Task("Ask"),
        model,
        FakeHands(),
        WorkingMemory(),
        ListJournal(),
        window=Window(),
        limits=Limits(seconds=seconds),
        control=control,
        answer=answer,
    )
    while True:
        try:
            next(turns)
        except StopIteration as stopped:
            reason: Reason = stopped.value
            return reason


def _never(_question: str) -> None:
    threading.Event().wait()


def test_a_question_that_nobody_answers_ends_with_the_run_or_its_time() -> None:
    control = Control()
    threading.Timer(0.2, control.stop).start()
    model = ScriptedModel(AskUser("Which one?"))
    assert run(model, control, _never, 600.0).ending is Ending.STOPPED
    assert control.over.is_set()
    control = Control()
    model = ScriptedModel(AskUser("Which one?"))
    assert run(model, control, _never, 0.3).ending is Ending.BUDGET
    assert control.over.is_set()
    assert not control.is_set()


def test_a_paused_run_does_nothing_when_its_time_would_be_over() -> None:
    control = Control()
    done: list[bool] = []

    def resume() -> None:
        done.extend(bool(looks) for looks in [model.past])
        control.resume()

    model = ScriptedModel(Wait(0.0), Finish())
    control.pause("A person is there.")
    threading.Timer(1.0, resume).start()
    assert run(model, control, lambda _question: None, 0.5).ending is Ending.FINISHED
    assert done == [False]
