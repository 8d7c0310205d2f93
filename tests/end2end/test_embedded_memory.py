"""The embedded model types what an earlier run learned, into a real program.

The first run is a recorded one that notes three facts; the second knows nothing but its task, the
screen, and what memory recalls.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.recorded import record
from uitars_runtime.config import Settings
from uitars_runtime.control import Control
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.run import Request, execute
from uitars_runtime.run_record import Ending, RunEnded
from uitars_runtime.types import Finish, Note

LEARNED = (
    Note("My email is ada@example.org."),
    Note("The city of Ada is Oslo."),
    Note("The customer number is 4711."),
)
FORM = "zenity --forms --title=Contact --add-entry=Name --add-entry=Email --add-entry=City"
ENTRY = "zenity --entry --title=Order --text=Number"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    return tmp_path


def run(home: Path, task: str, model: str, dialog: str, *, memory: bool = True) -> str:
    """Work on the task; returns what the dialog printed."""
    workspace = home / f"work-{len(list(home.iterdir()))}"
    workspace.mkdir()
    settings = Settings(model=model, desktop="sandbox", max_steps=10, memory=memory)
    app = f"sh -c '{dialog} > answer.txt'"
    request = Request(task=task, settings=settings, apps=(app,), workspace=str(workspace))
    events = execute(request, asker=NobodyAsker(), answer=lambda _question: None, control=Control())
    (ended,) = [event for event in events if isinstance(event, RunEnded)]
    assert ended.ending is Ending.FINISHED, ended.reason
    return (workspace / "answer.txt").read_text()


def test_what_one_run_noted_the_next_one_types(home: Path) -> None:
    lesson = record(home / "recorded" / "run", *LEARNED, Finish())
    run(home, "Find out about Ada and the order", f"replay:{lesson}", ENTRY)
    number = "Enter the customer number as noted and press OK."
    assert run(home, number, "nano", ENTRY) == "4711\n"
    mail = "Enter my email and press OK."
    assert run(home, mail, "nano", FORM) == "|ada@example.org|\n"
    assert "ada@example.org" not in run(home, mail, "nano", FORM, memory=False)
