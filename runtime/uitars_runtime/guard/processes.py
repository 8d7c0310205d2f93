"""Starting programs that cannot outlive the guard, and ending all of them."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from uitars_runtime.guard.folder import send

_PR_SET_CHILD_SUBREAPER = 36
_DEFAULT = (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE, signal.SIGCHLD, signal.SIGXFSZ)
"""Signals that Python keeps from itself, which programs are to get."""
_IF_BORN_HERE = ("--", "/bin/sh", "-c", '[ "$PPID" = "$0" ] && exec "$@"')


class Children:
    """The programs that this process started, and everything that descends from them."""

    def __init__(self) -> None:
        self._codes: dict[int, int | None] = {}
        self._setpriv = shutil.which("setpriv") or ""

    def spawn(
        self,
        argv: Sequence[str],
        env: Mapping[str, str],
        *,
        output: str,
        log: str,
        gentle: bool = False,
        descriptors: Sequence[int] = (),
        streams: Sequence[int] = (),
    ) -> int:
        """Start a program in a session of its own; returns its process id.

        `descriptors` become 3, 4, ... in the program; `streams` its standard input, output and
        error in the place of the two files. Raises `OSError`. setpriv sets the signal
        that the kernel sends when this process dies; the shell looks whether it died before that,
        then becomes the program.
        """
        if not self._setpriv:
            raise FileNotFoundError("setpriv (package util-linux) is not installed")
        death = "TERM" if gentle else "KILL"
        write = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        files = [
            (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, output, write, 0o600),
            (os.POSIX_SPAWN_OPEN, 2, log, write, 0o600),
        ]
        actions = [
            *([(os.POSIX_SPAWN_DUP2, fd, to) for to, fd in enumerate(streams)] or files),
            *((os.POSIX_SPAWN_DUP2, fd, 3 + place) for place, fd in enumerate(descriptors)),
        ]
        pid = os.posix_spawn(
            self._setpriv,
            [self._setpriv, "--pdeathsig", death, *_IF_BORN_HERE, str(os.getpid()), *argv],
            dict(env),
            file_actions=actions,
            setsid=True,
            setsigmask=(),
            setsigdef=_DEFAULT,
        )
        self._codes[pid] = None
        return pid

    def reap(self) -> None:
        """Collect every child that ended, adopted ones too."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid in self._codes:
                self._codes[pid] = os.waitstatus_to_exitcode(status)

    def code(self, pid: int) -> int | None:
        """Exit code of a program started here; None while it runs, negative for a signal."""
        self.reap()
        return self._codes.get(pid, -signal.SIGKILL)

    def end_all(self, grace: float, but: int = 0) -> None:
        """Ask everything that descends from this process to end, then kill it; spare one child."""
        killing_from = time.monotonic() + grace
        giving_up = killing_from + 5.0
        asked: set[int] = set()
        while (pids := set(descendants(os.getpid())) - {but}) and time.monotonic() < giving_up:
            killing = time.monotonic() >= killing_from
            for pid in pids:
                if killing or pid not in asked:
                    send(pid, signal.SIGKILL if killing else signal.SIGTERM)
            asked |= pids
            time.sleep(0.005)
            self.reap()


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent dies: nothing escapes by forking."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_CHILD_SUBREAPER)")


def descendants(root: int) -> list[int]:
    """Process ids below `root`, children before grandchildren; zombies are left out."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            # The name in brackets may hold anything; state and parent follow the last bracket.
            fields = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # gone since
        if fields[0] not in ("Z", "X"):
            children.setdefault(int(fields[1]), []).append(int(entry.name))
    found: list[int] = []
    queue = [root]
    while queue:
        below = children.get(queue.pop(0), [])
        found.extend(below)
        queue.extend(below)
    return found
