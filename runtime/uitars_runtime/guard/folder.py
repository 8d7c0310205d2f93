"""The private folder of one run, and the sweep of folders whose guard was killed.

A folder is alive while its guard holds a lock on a file inside; the kernel frees the lock however
the guard ends. Every process of a run carries the folder's name in its environment, so that what
outlived a killed guard can be found and ended.
"""

from __future__ import annotations

import os
import signal
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from uitars_runtime.display_files import remove_display_files
from uitars_runtime.errors import DesktopError
from uitars_runtime.file_lock import try_lock
from uitars_runtime.guard.mark import MARK
from uitars_runtime.mounts import unmount_below
from uitars_runtime.trees import remove

_PREFIX = "uitars-desktop-"
SCRATCH = "scratch"
"""Folder inside for what the hands put down for a moment; walled programs do not see it."""
_LOCK = "guard.lock"


def expect_place() -> None:
    """Raises `DesktopError` where nothing can be written that is meant for a while."""
    try:
        tempfile.gettempdir()
    except FileNotFoundError as error:
        raise DesktopError(
            "There is no folder for temporary files: neither /tmp nor another can be written.",
            "Make room there, or name a folder: TMPDIR=DIR.",
        ) from error


class PrivateFolder:
    """A folder that only this user can read, locked as long as this process lives."""

    def __init__(self) -> None:
        while True:
            path = Path(tempfile.mkdtemp(prefix=_PREFIX))
            lock = locked(path / _LOCK, create=True)
            if lock is not None:
                break
            # A sweep took it for abandoned between the two calls above; it removes it.
        self.path = path
        self._lock = lock

    def remove(self) -> None:
        """Remove the folder and what a killed X server left behind."""
        _take_away(self.path)
        os.close(self._lock)


def sweep(grace: float = 1.0) -> int:
    """End what outlived a killed guard of this user and remove its folder; returns how many."""
    swept = 0
    for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        if not is_own(path):
            continue
        lock = abandoned(path / _LOCK)
        if lock is None:
            continue
        _end_marked(path, grace)
        _take_away(path)
        os.close(lock)
        swept += 1
    return swept


def _take_away(folder: Path) -> None:
    remove_display_files(folder)
    unmount_below(folder)
    remove(folder, last=_LOCK)


def is_own(path: Path) -> bool:
    """Whether it is a folder of this user's. A place may be everybody's: what others put there, and
    whether it can be read, is no matter of ours."""
    try:
        found = path.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()


def await_abandoned(folder: Path, seconds: float = 5.0) -> None:
    """Wait until a dying guard has let its folder go: a killed process closes its files one by
    one, and its children hear of its death before that."""
    deadline = time.monotonic() + seconds
    while (folder / _LOCK).exists() and time.monotonic() < deadline:
        lock = locked(folder / _LOCK, create=False)
        if lock is not None:
            os.close(lock)
            return
        time.sleep(0.005)


def locked(path: Path, *, create: bool) -> int | None:
    """The descriptor that holds the lock; None where another process holds it or it is gone."""
    wanted = os.O_RDWR | os.O_NOFOLLOW | (os.O_CREAT if create else 0)
    try:
        descriptor = os.open(path, wanted, 0o600)
    except OSError:
        if create and path.parent.is_dir():
            raise
        return None
    if not try_lock(descriptor):
        os.close(descriptor)
        return None
    if os.fstat(descriptor).st_nlink == 0:  # taken away with its folder, between the two calls
        os.close(descriptor)
        return None
    return descriptor


def abandoned(lock: Path) -> int | None:
    """The descriptor that holds the lock of a folder whose process ended; None where it lives. The
    lock is made where there is none: of a removal that was killed half-way it is gone."""
    with suppress(OSError):
        return locked(lock, create=True)
    return None


def _end_marked(folder: Path, grace: float) -> None:
    """Ask the folder's processes to end, then kill them."""
    killing_from = time.monotonic() + grace
    giving_up = killing_from + 5.0
    asked: set[int] = set()
    while (pids := marked(folder)) and time.monotonic() < giving_up:
        killing = time.monotonic() >= killing_from
        for pid in pids:
            if killing or pid not in asked:
                send(pid, signal.SIGKILL if killing else signal.SIGTERM)
        asked.update(pids)
        time.sleep(0.01)


def marked(folder: Path) -> list[int]:
    """Living processes of this user that belong to the folder, this one excepted."""
    wanted = f"{MARK}={folder}".encode()
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            environment = (entry / "environ").read_bytes()
        except OSError:
            continue  # another user's, or gone since
        if wanted in environment.split(b"\0"):
            found.append(int(entry.name))
    return found


def send(pid: int, number: signal.Signals) -> None:
    """Signal a process that may be gone already."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return
