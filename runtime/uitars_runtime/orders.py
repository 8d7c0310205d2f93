"""Telling a run that is under way to stop, pause or go on, from another process of the same user.

A run has a folder among the states while it goes on; an order is an empty file in it, which the run
takes away when it obeys. What an order does is the business of control.py.
"""

from __future__ import annotations

import enum
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from uitars_runtime import paths
from uitars_runtime.control import Control
from uitars_runtime.errors import JournalError, UsageError
from uitars_runtime.file_lock import try_lock

_LOCK = "alive.lock"
_LOOK_SECONDS = 0.1


class Order(enum.StrEnum):
    """What a run can be told; also the name of the file."""

    STOP = "stop"
    PAUSE = "pause"
    RESUME = "resume"


@contextmanager
def obeying(run: str, control: Control) -> Generator[None]:
    """While it lasts, the run of this name hears orders. UsageError where it does already,
    `JournalError` where it cannot."""
    if run in under_way():
        raise UsageError(f"The run {run!r} is under way already.", "Stop it first: uitars stop.")
    folder = _folder() / run
    try:
        lock = _locked(folder)
    except OSError as error:
        raise JournalError(
            f"No run can be told to stop by way of {folder.parent}: {error.strerror or error}.",
            f"Make room there, or choose another place with {paths.HOME_VARIABLE}.",
        ) from error
    ended = threading.Event()
    listener = threading.Thread(target=_listen, args=(folder, control, ended), name="orders")
    listener.start()
    try:
        yield
    finally:
        ended.set()
        listener.join()
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _locked(folder: Path) -> int:
    """Make the folder of a run; a descriptor of its lock, which is held. Raises `OSError`."""
    # Nobody may see it before the lock is held: it would be taken for what a killed run left.
    hidden = folder.with_name(f".{folder.name}")
    paths.make_private(hidden)
    lock = os.open(hidden / _LOCK, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        if sys.platform != "win32":
            try_lock(lock)
        hidden.rename(folder)
    except OSError:
        os.close(lock)
        raise
    return lock


def under_way() -> list[str]:
    """Names of the runs that go on, oldest first. What a killed run left is taken away."""
    found: list[str] = []
    for folder in sorted(_folder().glob("[!.]*/")):
        if _is_alive(folder):
            found.append(folder.name)
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return found


def folder_of(run: str) -> Path:
    """The folder of a run that is under way."""
    return _folder() / run


def give(order: Order, run: str = "", seconds: float = 5.0) -> list[str]:
    """Tell one run, named as `find_run` reads it, or all of them, and wait until they obeyed;
    returns their names.

    Raises `UsageError` where no run hears it, or more than one is meant.
    """
    names = under_way()
    if run:
        names = [name] if (name := paths.begun_by(run, names)) else []
    files: list[Path] = []
    for name in names:
        with suppress(FileNotFoundError):  # it has just ended
            (file := _folder() / name / order).touch(mode=0o600)
            files.append(file)
    if not files:
        raise UsageError(f"No run {run!r} is under way." if run else "No run is under way.")
    runs = [file.parent.name for file in files]
    deadline = time.monotonic() + seconds
    while any(file.exists() for file in files):
        if time.monotonic() > deadline:
            raise UsageError(
                f"A run does not obey: {', '.join(runs)}.", "End its process (kill -9)."
            )
        time.sleep(0.02)
    return runs


def _listen(folder: Path, control: Control, ended: threading.Event) -> None:
    held = _held(folder, control)
    while not ended.wait(_LOOK_SECONDS):
        held()
        for order in Order:
            file = folder / order
            if file.exists():
                _obey(order, control)
                file.unlink(missing_ok=True)


def _held(folder: Path, control: Control) -> Callable[[], None]:
    """What looks whether a person keeps the run still; without flock nobody can."""
    if sys.platform == "win32":
        return lambda: None
    from uitars_runtime.holding import Held

    return Held(folder, control).look


def _obey(order: Order, control: Control) -> None:
    match order:
        case Order.STOP:
            control.stop()
        case Order.PAUSE:
            control.pause("You asked for a pause.")
        case Order.RESUME:
            control.resume()


def _folder() -> Path:
    return paths.state_folder() / "running"


def _is_alive(folder: Path) -> bool:
    """Whether a process still holds the lock. Without flock (Windows) all are alive."""
    try:
        lock = os.open(folder / _LOCK, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        return sys.platform == "win32" or not try_lock(lock)
    finally:
        os.close(lock)
