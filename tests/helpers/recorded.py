"""Run folders written by hand, so that `--model replay:RUN` proposes what a test wants."""

from __future__ import annotations

from pathlib import Path

from helpers.fakes import frame
from uitars_runtime.journal import RunJournal
from uitars_runtime.run_record import RunStarted
from uitars_runtime.types import Action, Outcome, Proposal, Step, Task


def record(folder: Path, *actions: Action) -> Path:
    """A run without an ending that proposed these actions, in order."""
    folder.mkdir(parents=True)
    started = RunStarted(
        run=folder.name,
        task=Task("a recorded task"),
        model="hand",
        dialect="ui-tars-1.5",
        desktop="sandbox",
        policy="ask-on-risk",
        started="2026-01-01T00:00:00+00:00",
        version="0",
    )
    journal = RunJournal.create(folder, started)
    for index, action in enumerate(actions):
        proposal = Proposal(f"step {index}", action, "")
        observation = journal.intend(index, proposal, frame(0))
        journal.append(Step(index, observation, proposal, None, Outcome(ok=True, text="")))
    return folder
