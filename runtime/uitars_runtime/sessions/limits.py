"""The limits of a session, and the watchdog that ends the program which reaches one.

Memory and processes are held by the kernel where a control group can be made (cgroups.py), the size
of one file always; the watchdog measures all of them besides, ends whoever is over, and knows which
limit it was. The X server, the guard and the hands are counted and never ended.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from uitars_runtime.guard.folder import send
from uitars_runtime.guard.processes import descendants
from uitars_runtime.sessions.cgroups import ControlGroup, Version, version
from uitars_runtime.sessions.usage import memory_of, name_of, parent_of
from uitars_runtime.trees import below

Limit = Literal["memory", "processes", "disk", "time"]
Holder = Version | Literal["watchdog"]

Seconds = Annotated[float, msgspec.Meta(gt=0, le=1e9)]
"""Of a life or a lease: JSON, which carries it, has no infinity."""
_Count = Annotated[int, msgspec.Meta(gt=0)]
_DISK_SECONDS = 1.0
"""How often files are measured: they are many."""


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of all programs of a session together; None for none."""

    memory: _Count | None = None
    """Bytes."""
    processes: _Count | None = None
    disk: _Count | None = None
    """Bytes of files in home, temporary folder and workspace; no single file may be larger."""
    time: Seconds | None = None
    """Seconds that the session lives."""


class Reached(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A limit that was reached, and the program that ended for it; empty for all of them."""

    limit: Limit
    program: str
    at: float

    @property
    def words(self) -> str:
        """For a person and for a model."""
        ended = f"{self.program} was ended" if self.program else "It was ended"
        return f"{ended}: the session's limit of {self.limit} was reached."


class Watchdog:
    """Watches over one session's programs."""

    def __init__(self, limits: Limits, session: str) -> None:
        self._limits = limits
        self._born = time.monotonic()
        self._next_disk = 0.0
        self._group: ControlGroup | None = None
        self._refused = (0, 0)
        self.held_by: Holder = "watchdog"
        used = version() if limits.memory or limits.processes else None
        if used is not None:
            try:
                self._group = ControlGroup(used, session, limits.memory, limits.processes)
            except OSError:
                return  # others took the place meanwhile; the watchdog is left
            self._refused = self._group.refused()
            self.held_by = used

    def guard(self, pid: int) -> None:
        """What this guard starts is limited."""
        if self._group is not None:
            self._group.add(pid)
        if self._limits.disk is not None:
            import resource

            most = self._limits.disk
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))

    def out_of_time(self) -> bool:
        """Whether the session has lived as long as it may."""
        most = self._limits.time
        return most is not None and time.monotonic() - self._born > most

    def look(
        self, guard: int, spared: Collection[int], folders: Collection[Path]
    ) -> Reached | None:
        """End one program where a limit is reached, and say which. `spared`: the desktop's own
        processes. `folders`: where files count."""
        limits = self._limits
        if not (limits.memory or limits.processes or limits.disk):
            return None
        killed, refused = self._counted()
        if killed:
            return Reached("memory", "A program", time.time())
        pids = descendants(guard)
        programs = [pid for pid in pids if pid not in spared]
        if limits.memory and sum(map(memory_of, pids)) > limits.memory:
            return _end(max(programs, key=memory_of, default=0), "memory")
        if limits.processes and (refused or len(pids) > limits.processes):
            return _end(_most_fruitful(guard, programs), "processes")
        if limits.disk and time.monotonic() >= self._next_disk:
            self._next_disk = time.monotonic() + _DISK_SECONDS
            if sum(map(_size, folders)) > limits.disk:
                return _end(_writer(programs, folders), "disk")
        return None

    def _counted(self) -> tuple[bool, bool]:
        """Whether the kernel ended a program, or refused a process, since the last look."""
        if self._group is None:
            return False, False
        before, self._refused = self._refused, self._group.refused()
        return self._refused[0] > before[0], self._refused[1] > before[1]


def _end(pid: int, limit: Limit) -> Reached | None:
    """End a program with all below it."""
    if not pid:
        return None
    name = name_of(pid)
    for one in (pid, *descendants(pid)):
        send(one, signal.SIGKILL)
    return Reached(limit, name, time.time())


def _most_fruitful(guard: int, programs: Collection[int]) -> int:
    """The one of the guard's own children that has most processes below it; 0 for none."""
    children = [pid for pid in programs if parent_of(pid) == guard]
    return max(children, key=lambda pid: len(descendants(pid)), default=0)


def _writer(programs: Collection[int], folders: Collection[Path]) -> int:
    """The youngest program that has a file open there to write; else the youngest of all."""
    youngest = sorted(programs, reverse=True)
    return next((pid for pid in youngest if _writes(pid, folders)), next(iter(youngest), 0))


def _writes(pid: int, folders: Collection[Path]) -> bool:
    place = Path(f"/proc/{pid}/fd")
    try:
        for entry in os.scandir(place):
            flags = int((place.parent / "fdinfo" / entry.name).read_text().split()[3], 8)
            path = os.readlink(entry.path)
            if flags & os.O_ACCMODE and any(Path(path).is_relative_to(one) for one in folders):
                return True
    except OSError:
        return False
    return False


def _size(folder: Path) -> int:
    """What its files take on disk."""
    total = 0
    with suppress(OSError):  # a path that is too long: what was counted counts
        for entry in below(folder):
            with suppress(OSError):  # gone since
                if not entry.is_dir(follow_symlinks=False):
                    total += 512 * entry.stat(follow_symlinks=False).st_blocks
    return total
