"""What the kernel tells of the process behind a window: its program, whether it runs a terminal.

A program can name its window as it likes, but what is typed reaches a shell through a
pseudo-terminal, whose one end somebody in its process tree holds open.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path

_MASTERS = ("/dev/ptmx", "/dev/pts/ptmx")
"""What the end of a pseudo-terminal that a terminal program holds is called."""
_PTS_MAJORS = range(136, 144)
"""Device numbers of the ends that shells run on (devices.txt of the kernel)."""
_MOST = 300
"""Processes of a tree that are looked at."""
_MOST_FILES = 4096


def executable(pid: int) -> str:
    """Path of the program that a process runs; empty where it cannot be told."""
    if pid <= 0:
        return ""
    try:
        return str(Path(f"/proc/{pid}/exe").readlink())
    except OSError:
        return ""  # gone, or another user's


def script(pid: int) -> str:
    """The name of what a process was told to run, where its program is an interpreter; empty where
    it cannot be told."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return ""
    return next((os.path.basename(word) for word in words[1:] if word[:1] not in ("-", "")), "")


def ancestors(pid: int) -> tuple[int, ...]:
    """The processes above a process, its parent first; the first process of all is left out."""
    found: list[int] = []
    while (pid := _stat(pid)[0]) > 1:
        found.append(pid)
    return tuple(found)


def holds_terminal(pid: int, apart: Collection[int] = ()) -> bool:
    """Whether a process or one below it holds a pseudo-terminal that others run on.

    `apart`: processes with windows of their own, whose terminals are not this window's.
    """
    if pid <= 1:
        return False
    own = _stat(pid)[1]
    return any(
        _holds_master(one) or (one != pid and _is_pts(tty := _stat(one)[1]) and tty != own)
        for one in _tree(pid, apart)
    )


def _tree(pid: int, apart: Collection[int]) -> Iterator[int]:
    """A process and those below it, nearest first."""
    level = [pid]
    for _ in range(_MOST):
        if not level:
            return
        one = level.pop(0)
        yield one
        level += [child for child in _children(one) if child not in apart]


def _children(pid: int) -> list[int]:
    """The processes that the threads of a process started and that still run."""
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []
    found: list[int] = []
    for thread in threads:
        try:
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                found += map(int, file.read().split())
        except OSError:
            continue  # the thread ended
    return found


def _holds_master(pid: int) -> bool:
    folder = f"/proc/{pid}/fd"
    try:
        numbers = os.listdir(folder)[:_MOST_FILES]
    except OSError:
        return False  # another user's; its children tell
    for number in numbers:
        try:
            if os.readlink(f"{folder}/{number}") in _MASTERS:
                return True
        except OSError:
            continue  # closed since
    return False


def _is_pts(tty: int) -> bool:
    return tty >> 8 & 0xFFF in _PTS_MAJORS


def _stat(pid: int) -> tuple[int, int]:
    """Parent and controlling terminal of a process; zeros for one that is gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except OSError:
        return 0, 0
    # The name in brackets may hold anything; state, parent, group, session and terminal follow.
    fields = stat.rpartition(")")[2].split()
    return int(fields[1]), int(fields[4])
