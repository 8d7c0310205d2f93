"""Processes below a process that may end at any moment: who they are, what they leave."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import psutil

from uitars_runtime.guard.mark import MARK


def alive(process: psutil.Process) -> bool:
    """Whether it still runs."""
    with suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def below(process: psutil.Process) -> dict[int, str]:
    """By id, the names of all that it began, and of what these began."""
    found: dict[int, str] = {}
    for one in process.children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            found[one.pid] = one.name()
    return found


def guarded(processes: Iterable[psutil.Process]) -> set[Path]:
    """Folders of the guards that they were begun by."""
    found: set[Path] = set()
    for one in processes:
        with suppress(psutil.NoSuchProcess):
            place = one.environ().get(MARK)
            found |= {Path(place)} if place else set()
    return found


def kill(processes: Iterable[psutil.Process], called: str = "") -> None:
    """Kills those in whose names this stands."""
    for one in processes:
        with suppress(psutil.NoSuchProcess):
            if called in one.name():
                one.kill()


def kill_browsers(processes: Iterable[psutil.Process]) -> None:
    """Kills those of Chromium."""
    kill(processes, "chromium")
