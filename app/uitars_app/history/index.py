"""What the list of runs shows and searches, read from the run folders. Knows no widgets."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

import msgspec

from uitars_app.state import Choices
from uitars_app.taskbox.request import Draft
from uitars_runtime import orders
from uitars_runtime.errors import JournalError
from uitars_runtime.journal import list_runs, read_record
from uitars_runtime.memory.hierarchical import memory_file
from uitars_runtime.privacy.retention import forget, forget_all
from uitars_runtime.run_record import Asked, RunEnded
from uitars_runtime.types import ATTACHED

_TEXT = 20_000
"""Characters of a run that are searched."""


class Entry(msgspec.Struct, frozen=True):
    """One recorded run."""

    folder: Path
    task: str
    when: str
    """Day and time in the person's own time zone, for example `2026-03-01 14:05`."""
    model: str
    steps: int
    seconds: float | None
    ended: RunEnded | None
    under_way: bool
    asked: Asked
    """How to ask for it again."""
    text: str
    """What is searched: everything said, thought and read, in lower case."""

    @property
    def draft(self) -> Draft:
        """What starts the same again."""
        return draft_of(self.task, self.asked)

    def matches(self, words: str) -> bool:
        """Whether every word occurs somewhere in the run."""
        return all(word in self.text for word in words.lower().split())


def draft_of(task: str, asked: Asked) -> Draft:
    """What starts the same again: this task, and with what it was asked for."""
    choices = Choices(model=asked.model, desktop=asked.desktop, policy=asked.policy)
    words = task.partition(f"\n{ATTACHED}")[0] if asked.files else task
    program = asked.apps[0] if asked.apps else ""
    return Draft(words, choices, program, tuple(map(Path, asked.files)))


def read_entries(root: Path | None = None) -> list[Entry]:
    """All runs, the latest first; a folder that is no readable run is left out."""
    entries: list[Entry] = []
    going = set(orders.under_way())
    for folder in reversed(list_runs(root)):
        try:
            entries.append(read_entry(folder, under_way=folder.name in going))
        except JournalError:
            continue  # Shown nowhere, and not touched either.
    return entries


def read_entry(folder: Path, *, under_way: bool = False) -> Entry:
    """One run. Raises `JournalError`."""
    run = read_record(folder).trajectory
    started, ended = run.started, run.ended
    places = dict.fromkeys(step.place for step in run.steps)
    parts = [
        started.task.text,
        started.model,
        ended.reason if ended else "",
        ended.answer if ended else "",
        *started.asked.apps,
        *(f"{place.application} {place.window}" for place in places),
        *(f"{step.thought} {step.outcome.text} {' '.join(step.said)}" for step in run.steps),
    ]
    return Entry(
        folder=folder,
        task=started.task.text,
        when=_local(started.started),
        model=started.model,
        steps=len(run.steps),
        seconds=ended.seconds if ended else None,
        ended=ended,
        under_way=under_way and ended is None,
        asked=started.asked,
        text=_shortened(parts),
    )


def delete(folders: Iterable[Path], *, learned: bool = False) -> None:
    """Delete runs for good; `learned`: also what is remembered of them alone.

    Raises `JournalError`; a run that goes on is never deleted.
    """
    if learned:
        forget_all(folders, memory_file())
    else:
        forget(folders)


def _local(instant: str) -> str:
    try:
        return datetime.fromisoformat(instant).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return instant


def _shortened(parts: Iterable[str]) -> str:
    return "\n".join(parts).lower()[:_TEXT]
