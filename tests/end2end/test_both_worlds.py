"""One task in two worlds: a table from a window, the sum by the shell, the result back in a window.

An oracle that reads what each step led to proposes the actions; windows, shell, Python cells and
files are real and share one workspace.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from helpers.desks import sandbox_hands
from uitars_runtime import loop
from uitars_runtime.budget import Limits
from uitars_runtime.control import Control
from uitars_runtime.frame import Frame
from uitars_runtime.journal import RunJournal
from uitars_runtime.memory.hierarchical import HierarchicalMemory
from uitars_runtime.memory.summary import summarise
from uitars_runtime.memory.window import Window
from uitars_runtime.protocols import PastStep, Stop
from uitars_runtime.run_record import RunStarted, Trajectory
from uitars_runtime.types import (
    Action,
    CallTool,
    Finish,
    Open,
    Press,
    Proposal,
    ReadFile,
    Shell,
    Step,
    Task,
    Type,
)

TASK = Task("Enter the table, add it up with the shell, write the total below it")
SUM = "awk -F, '{ total += $2 } END { print total }' table.csv"
Move = Callable[[str], Action]
"""An action from what the last step said."""


def told(text: str) -> str:
    """The number in the output of a command."""
    found = re.search(r"\d+", text)
    return found[0] if found else "nothing"


PLAN: tuple[Move, ...] = (
    lambda _said: Type("apples,12\npears,30\n"),
    lambda _said: Press(("ctrl", "s")),
    lambda _said: Shell(SUM),
    lambda said: Type(f"total,{told(said)}\n"),
    lambda _said: Press(("ctrl", "s")),
    lambda _said: Shell("mkdir -p done && cp table.csv done/copy.csv && cd done"),
    lambda _said: Shell("pwd; tail -n 1 copy.csv"),
    lambda _said: Open("mousepad done/copy.csv"),
    lambda _said: Press(("ctrl", "end")),
    lambda _said: Type("checked,1\n"),
    lambda _said: Press(("ctrl", "s")),
    lambda _said: CallTool("python", "run", {"code": "len(open('done/copy.csv').readlines())"}),
    lambda said: Type(f"lines,{told(said)}\n"),
    lambda _said: Press(("ctrl", "s")),
    lambda _said: ReadFile("done/copy.csv"),
    lambda said: Finish("success", said),
)


class Oracle:
    """Implements `Model` by a plan."""

    name = "oracle"
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
        said = past[-1].step.outcome.text if past else ""
        return Proposal("", PLAN[len(past)](said), "")

    def close(self) -> None:
        """Nothing is open."""


def test_windows_shell_cells_and_files_work_on_one_table(tmp_path: Path) -> None:
    workspace = tmp_path / "work"
    workspace.mkdir()
    started = RunStarted("both", TASK, "oracle", "none", "sandbox", "test", _WHEN, "test")
    journal = RunJournal.create(tmp_path / "run", started)
    with sandbox_hands(workspace, apps=("mousepad table.csv",), programs="walled") as hands:
        offered = {(tool.server, tool.name) for tool in hands.tools}
        steps = list(
            loop.run(
                TASK,
                Oracle(),
                hands,
                HierarchicalMemory(None, started, 500),
                journal,
                window=Window(),
                limits=Limits(),
                control=Control(),
                answer=lambda _question: None,
            )
        )
    assert {("files", "edit"), ("python", "run")} <= offered
    assert [step.outcome.text for step in steps if not step.outcome.ok] == []
    table = "apples,12\npears,30\ntotal,42\n"
    assert (workspace / "table.csv").read_text() == table
    # The total was read from the shell's answer and typed into the window.
    assert (workspace / "done" / "copy.csv").read_text() == f"{table}checked,1\nlines,4\n"
    assert steps[6].outcome.text == f"{workspace}/done\ntotal,42\n"
    _remembers_the_place(started, steps)


def _remembers_the_place(started: RunStarted, steps: Sequence[Step]) -> None:
    """The record says in which window the work was done, and so does what is remembered of it."""
    assert {step.place.application for step in steps if isinstance(step.action, Type)} == {
        "Mousepad"
    }
    whole = summarise(Trajectory(started, tuple(steps), None))[0]
    assert whole.application == "Mousepad"
    assert any("awk" in way for way in whole.ways)


_WHEN = "2026-01-01T00:00:00+00:00"
