"""One task in two worlds with the embedded model at the windows.

Its grammar has no shell, so that a plan does the part between: the model types a table into an
editor and saves it, a run computes with the shell and notes the result, and the model types the
result, which it knows from memory alone, into another window.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from uitars_runtime.config import Settings
from uitars_runtime.control import Control
from uitars_runtime.frame import Frame
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.protocols import Model, PastStep, Stop
from uitars_runtime.run import Request, execute
from uitars_runtime.run_record import Ending, RunEnded
from uitars_runtime.types import Finish, Note, Proposal, Shell, Task


class Bookkeeper:
    """Implements `Model`: computes with the shell and notes what it said."""

    name = "bookkeeper"
    dialect = "none"

    def propose(
        self,
        task: Task,
        recalled: Sequence[str],
        past: Sequence[PastStep],
        seen: Frame,
        stop: Stop,
        /,
    ) -> Proposal:
        match len(past):
            case 0:
                return Proposal("", Shell("awk -F, '{ print 3.5 * $2 }' table.csv"), "")
            case 1:
                said = re.search(r"\d+", past[0].step.outcome.text)
                price = said[0] if said else "unknown"
                return Proposal("", Note(f"The price of the apples is {price}."), "")
            case _:
                return Proposal("", Finish(), "")

    def close(self) -> None:
        """Nothing is open."""


def run(workspace: Path, task: str, app: str = "", model: Model | None = None) -> None:
    settings = Settings(model="nano", desktop="sandbox", max_steps=10)
    apps = (app,) if app else ()
    request = Request(task=task, settings=settings, apps=apps, workspace=str(workspace))
    events = execute(
        request,
        asker=NobodyAsker(),
        answer=lambda _question: None,
        control=Control(),
        model=model,
    )
    (ended,) = [event for event in events if isinstance(event, RunEnded)]
    assert ended.ending is Ending.FINISHED, ended.reason


def test_a_window_the_shell_and_another_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    workspace = tmp_path / "work"
    workspace.mkdir()
    (workspace / "table.csv").touch()
    run(workspace, "Type 'apples,12' into the document and press ctrl+s.", "featherpad table.csv")
    assert (workspace / "table.csv").read_text().strip() == "apples,12"
    run(workspace, "Compute what the apples cost", model=Bookkeeper())
    dialog = "sh -c 'zenity --entry --title=Bill --text=Price > answer.txt'"
    run(workspace, "Type the price of the apples and press OK.", dialog)
    assert (workspace / "answer.txt").read_text() == "42\n"
