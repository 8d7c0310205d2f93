"""Limits of memory and processes that the kernel holds, where this user may set them: a control
group of each session's own, of version 1 or 2."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

Version = Literal["cgroup1", "cgroup2"]

_PREFIX = "uitars-session-"
_ROOT = Path("/sys/fs/cgroup")
_CONTROLLERS = ("memory", "pids")
_FILES: Mapping[Version, Mapping[str, str]] = {
    "cgroup1": {"memory": "memory.limit_in_bytes", "pids": "pids.max"},
    "cgroup2": {"memory": "memory.max", "pids": "pids.max"},
}
_REMOVE_SECONDS = 5.0


def version() -> Version | None:
    """What this user may use here; None for nothing."""
    for found, place in _places().items():
        try:
            probe = [folder / f"{_PREFIX}probe-{os.getpid()}" for folder in place]
            for folder in probe:
                folder.mkdir(exist_ok=True)
            fits = all(
                os.access(folder / name, os.W_OK)
                for folder, name in zip(probe, _FILES[found].values(), strict=True)
            )
            for folder in dict.fromkeys(probe):
                folder.rmdir()
        except OSError:
            continue
        if fits:
            return found
    return None


class ControlGroup:
    """The group of one session. Raises `OSError`."""

    def __init__(self, used: Version, session: str, memory: int | None, processes: int | None):
        """Makes it. None: as much as there is."""
        self._folders = _folders(used, session)
        for folder, name, most in zip(
            self._folders, _FILES[used].values(), (memory, processes), strict=True
        ):
            folder.mkdir(exist_ok=True)
            if most is not None:
                (folder / name).write_text(str(most))
        self._oom = "memory.oom_control" if used == "cgroup1" else "memory.events"

    def add(self, pid: int) -> None:
        """From here on this process and all that it starts are in the group."""
        for folder in dict.fromkeys(self._folders):
            (folder / "cgroup.procs").write_text(str(pid))

    def refused(self) -> tuple[int, int]:
        """How often the kernel ended a program for its memory, and refused a process."""
        memory, pids = self._folders
        return _count(memory / self._oom, "oom_kill"), _count(pids / "pids.events", "max")


def remove(session: str) -> bool:
    """Take the group of a session away once nothing runs in it; whether none is left."""
    deadline = time.monotonic() + _REMOVE_SECONDS
    versions: tuple[Version, ...] = ("cgroup1", "cgroup2")
    left = [folder for used in versions for folder in _folders(used, session) if folder.exists()]
    while left and time.monotonic() < deadline:
        for folder in left:
            with contextlib.suppress(OSError):
                folder.rmdir()
        left = [folder for folder in left if folder.exists()]
        if left:
            time.sleep(0.02)
    return not left


def _folders(used: Version, session: str) -> tuple[Path, ...]:
    """The group's folder for memory, and the one for processes; of version 2 they are the same."""
    place = _places().get(used)
    return () if place is None else tuple(folder / f"{_PREFIX}{session}" for folder in place)


def _places() -> dict[Version, tuple[Path, Path]]:
    """Where groups can be made below, for memory and for processes."""
    own = dict(_own())
    found: dict[Version, tuple[Path, Path]] = {}
    if (_ROOT / "cgroup.controllers").exists() and (place := _delegated(own.get("", "/"))):
        found["cgroup2"] = (place, place)
    first = [_visible(_ROOT / name, own.get(name, "/")) for name in _CONTROLLERS]
    if all(place.is_dir() for place in first):
        found["cgroup1"] = (first[0], first[1])
    return found


def _own() -> Iterator[tuple[str, str]]:
    """The group that this process is in, by controller; that of version 2 has no name."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, names, path = line.split(":", 2)
        for name in names.split(","):
            yield name, path


def _visible(root: Path, path: str) -> Path:
    """The folder of a group; a container may see it as the root."""
    folder = root / path.lstrip("/")
    return folder if folder.is_dir() else root


def _delegated(path: str) -> Path | None:
    """The nearest group above that hands both controllers on and that this user may write to."""
    folder = _visible(_ROOT, path)
    for place in (folder, *folder.parents):
        try:
            handed_on = (place / "cgroup.subtree_control").read_text().split()
        except OSError:
            return None  # above the root
        if set(_CONTROLLERS) <= set(handed_on) and os.access(place, os.W_OK):
            return place
    return None


def _count(file: Path, name: str) -> int:
    """A counter of a file with one on each line; 0 where there is none."""
    try:
        lines = [line.split() for line in file.read_text().splitlines()]
    except OSError:
        return 0
    return next((int(line[1]) for line in lines if len(line) == 2 and line[0] == name), 0)
