"""A model that follows a plan on real programs, and a run of it, judged by what was seen."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from uitars_runtime.config import Settings
from uitars_runtime.control import Control
from uitars_runtime.evidence.words import names
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.frame import Frame
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.protocols import PastStep, Stop
from uitars_runtime.run import Request, execute
from uitars_runtime.run_record import Ending, RunEnded
from uitars_runtime.types import Action, Click, Finish, Point, Proposal, Task

FORM = "sh -c 'zenity --forms --title=Guest --text=Guest --add-entry=Name --add-entry=City > a.txt'"

eyes = functools.cache(Eyes)


class Player:
    """Implements `Model`: a plan of actions and of names to click on, then it has finished."""

    name = "player"
    dialect = "none"

    def __init__(self, *plan: Action | str, mended: Sequence[Action | str] = ()) -> None:
        """`mended`: what it does when it is told that something is missing."""
        self._plan = list(plan)
        self._mended = list(mended)

    def propose(
        self,
        task: Task,
        recalled: Sequence[str],
        past: Sequence[PastStep],
        seen: Frame,
        stop: Stop,
        /,
    ) -> Proposal:
        if past and past[-1].step.missing:
            self._plan, self._mended = self._mended, []
        planned = self._plan.pop(0) if self._plan else Finish()
        action = Click(place(planned, seen)) if isinstance(planned, str) else planned
        return Proposal("", action, "")

    def close(self) -> None:
        """Nothing is open."""


def place(name: str, seen: Frame) -> Point:
    """Where something is that is called so; the smallest, last one."""
    found = [
        one
        for one in eyes().look(seen)
        if any(names(name, label) for label in (one.text, one.name) if label)
    ]
    assert found, f"nothing is called {name}"
    return min(reversed(found), key=lambda one: (one.role == "text", one.box.area)).box.center


def played(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    task: str,
    app: str,
    player: Player,
    files: Mapping[str, str] | None = None,
    answer: str | None = None,
) -> RunEnded:
    """How a run ended. `files`: by name, with what they hold. `answer`: to all questions."""
    monkeypatch.setenv("UITARS_HOME", str(folder / "home"))
    workspace = folder / "work"
    workspace.mkdir()
    for name, text in (files or {}).items():
        (workspace / name).write_text(text)
    request = Request(
        task=task,
        settings=Settings(desktop="sandbox", max_steps=12),
        apps=(app,),
        workspace=str(workspace),
    )
    events = execute(
        request,
        asker=NobodyAsker(),
        answer=lambda _question: answer,
        control=Control(),
        model=player,
    )
    (ended,) = [event for event in events if isinstance(event, RunEnded)]
    assert ended.ending is Ending.FINISHED, ended.reason
    return ended
