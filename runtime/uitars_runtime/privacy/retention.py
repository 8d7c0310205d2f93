"""Removing runs: when they are too old or too many, and when a person wants them forgotten.

A run that goes on is never touched. What was learned from a run outlives its record, unless a
person wants that forgotten, too.
"""

from __future__ import annotations

import datetime
import shutil
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from pathlib import Path

from uitars_runtime import orders, paths
from uitars_runtime.errors import JournalError
from uitars_runtime.journal import RUN_FILE, list_runs
from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.trees import below, empty

_MEGABYTE = 1 << 20
_FIRST = datetime.datetime.min.replace(tzinfo=datetime.UTC)


def tidy(settings: PrivacySettings, now: datetime.datetime | None = None) -> list[str]:
    """Remove the runs that need not be kept; returns their names. One that cannot be removed stays:
    a run that begins is not held up by it, and `forget` says why.

    Only runs in the user's own place: those in a folder that was named are the user's to keep.
    """
    instant = now or datetime.datetime.now(datetime.UTC)
    runs = _ended_runs(paths.runs_folder())
    old: list[Path] = []
    if 0 < settings.keep_days < (instant - _FIRST).days:
        limit = instant - datetime.timedelta(days=settings.keep_days)
        old = [run for run in runs if begun(run) < limit]
    if settings.keep_megabytes:
        left = settings.keep_megabytes * _MEGABYTE
        for run in reversed([run for run in runs if run not in old]):
            left -= size_of(run)
            if left < 0:
                old.append(run)
    gone: list[str] = []
    for run in old:
        with suppress(JournalError):
            gone += forget([run])
    return gone


@contextmanager
def recorded_or_gone(folder: Path) -> Generator[None]:
    """While a run begins and goes on: where nothing of it is on record its folder goes at the end,
    with what was copied there. Nobody could find it to forget it."""
    try:
        yield
    finally:
        if not (folder / RUN_FILE).exists():
            shutil.rmtree(folder, ignore_errors=True)


def before(instant: datetime.datetime) -> list[Path]:
    """The ended runs that began earlier, oldest first."""
    return [run for run in _ended_runs() if begun(run) < instant]


def forget(runs: Iterable[Path]) -> list[str]:
    """Remove these run folders; returns the names of the runs. Raises `JournalError`, but not where
    somebody else, such as another run that begins, has taken one away meanwhile."""
    under_way = set(orders.under_way())
    forgotten: list[str] = []
    for run in runs:
        if run.name in under_way:
            raise JournalError(f"The run {run.name} is under way.", "Stop it first: uitars stop.")
        try:
            _remove(run)
        except OSError as error:
            raise JournalError(
                f"{run} cannot be removed: {error.strerror or error}.", "Does it belong to you?"
            ) from error
        forgotten.append(run.name)
        _leave_tries(run.parent)
    return forgotten


def _remove(run: Path) -> None:
    """Take a folder away, also while somebody else does. Raises `OSError` where something stays;
    then its head does, too, by which the run can be named and forgotten later."""
    while run.exists():
        with suppress(FileNotFoundError):
            if sys.platform != "win32":
                empty(run, but=RUN_FILE)  # folders that their owner closed as well
            for part in sorted(run.iterdir(), key=lambda part: part.name == RUN_FILE):
                shutil.rmtree(part) if part.is_dir() else part.unlink()
            run.rmdir()


def _leave_tries(folder: Path) -> None:
    """Remove what says how several tries went, with the last of them."""
    if folder.parent.name == paths.TRIES and not any(folder.glob(f"*/{RUN_FILE}")):
        shutil.rmtree(folder, ignore_errors=True)


def forget_all(runs: Iterable[Path], memory: Path) -> tuple[list[str], int]:
    """Remove these run folders and what was learned from them alone; returns the names of the runs
    and how many episodes. Raises `JournalError`; what had gone by then is unlearned, since nobody
    could name it afterwards."""
    gone: list[str] = []
    try:
        for run in runs:
            gone += forget([run])
    finally:
        episodes = unlearn(gone, memory)
    return gone, episodes


def unlearn(runs: Iterable[str], file: Path) -> int:
    """Take what was learned from these runs alone out of a memory; returns how many episodes."""
    from uitars_runtime.memory.store import EpisodeStore

    if not file.exists():
        return 0
    store = EpisodeStore(file)
    try:
        return store.unlearn(set(runs))
    finally:
        store.close()


def begun(run: Path) -> datetime.datetime:
    """When a run began: its name says so; where it does not, the folder's own time."""
    try:
        return datetime.datetime.strptime(run.name[:15], "%Y%m%d-%H%M%S").replace(
            tzinfo=datetime.UTC
        )
    except ValueError:
        return datetime.datetime.fromtimestamp(run.stat().st_mtime, datetime.UTC)


def size_of(folder: Path) -> int:
    """Bytes of all files in a folder; those that go meanwhile are none."""
    total = 0
    with suppress(OSError):  # a path that is too long: what was counted counts
        for entry in below(folder):
            with suppress(FileNotFoundError):
                total += 0 if entry.is_dir() else entry.stat(follow_symlinks=False).st_size
    return total


def _ended_runs(root: Path | None = None) -> list[Path]:
    """Those below `root`, default all of the user's, oldest first; a folder without a run is none
    of ours."""
    under_way = set(orders.under_way())
    return sorted((run for run in list_runs(root) if run.name not in under_way), key=begun)
