"""What the list of runs shows and searches, read from the run folders. Knows no widgets."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

import msgspec

from uitars_runtime.errors import JournalError, UsageError
from uitars_runtime.journal import list_runs, read_record
from uitars_runtime.run_record import RunEnded

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
    windows: tuple[str, ...]
    """Titles of the windows it worked in, as recorded."""
    text: str
    """What is searched: everything said, thought and read, in lower case."""

    def matches(self, words: str) -> bool:
        """Whether every word occurs somewhere in the run."""
        return all(word in self.text for word in words.lower().split())


def read_entries(root: Path | None = None) -> list[Entry]:
    """All runs, the latest first; a folder that is no readable run is left out."""
    entries: list[Entry] = []
    for folder in reversed(list_runs(root)):
        try:
            entries.append(read_entry(folder))
        except JournalError:
            continue  # Shown nowhere, and not touched either.
    return entries


def read_entry(folder: Path) -> Entry:
    """One run. Raises `JournalError`."""
    run = read_record(folder).trajectory
    started, ended = run.started, run.ended
    windows = tuple(dict.fromkeys(step.place.window for step in run.steps if step.place.window))
    parts = [
        started.task.text,
        started.model,
        ended.reason if ended else "",
        ended.answer if ended else "",
        *windows,
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
        windows=windows,
        text=_shortened(parts),
    )


def delete(folders: Iterable[Path]) -> None:
    """Delete runs for good. Raises `UsageError` where that fails."""
    for folder in folders:
        try:
            shutil.rmtree(folder)
        except OSError as error:
            raise UsageError(f"{folder} cannot be deleted: {error.strerror or error}.") from error


def _local(instant: str) -> str:
    try:
        return datetime.fromisoformat(instant).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return instant


def _shortened(parts: Iterable[str]) -> str:
    return "\n".join(parts).lower()[:_TEXT]
