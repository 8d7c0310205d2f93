"""What all processes of one jail may take together, looked at while they run.

The kernel limits each process (walls/system.py), but does not count those of root, nor memory and
disk of many together. Who takes too much is ended with all it started.
"""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import msgspec

from uitars_runtime.tools.walls.system import TASKS

_LOOK_SECONDS = 0.25
_ENDING_SECONDS = 2.0
"""How long a wall has to end what is inside before it is killed itself."""


class Allowance(msgspec.Struct, frozen=True):
    """What a jail may take."""

    tasks: int = TASKS
    """Processes and threads."""
    memory: int = 8 << 30
    """Bytes."""
    disk: int = 8 << 30
    """Bytes by which the disk of the workspace may get fuller meanwhile, whoever fills it."""


EVERYDAY = Allowance()


class Walled:
    """A process behind a wall with all below it; leaving the context ends them."""

    def __init__(
        self, process: subprocess.Popen[bytes], folder: Path, allowance: Allowance = EVERYDAY
    ) -> None:
        """`folder`: the one that it can write."""
        self.process = process
        self.over = ""
        """Which limit was reached, as the end of a sentence."""
        self._folder = folder
        self._allowance = allowance
        self._free = _free(folder)
        self._ended = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()

    def end(self) -> None:
        """End all of it: the wall is asked first, so that it can, then killed."""
        self._ended.set()
        self._kill()
        self._watcher.join()

    def __enter__(self) -> subprocess.Popen[bytes]:
        return self.process

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        with self.process:
            self.end()

    def _kill(self) -> None:
        if self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(_ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def _watch(self) -> None:
        while not self._ended.wait(_LOOK_SECONDS) and self.process.poll() is None:
            self.over = self._exceeded()
            if self.over:
                self._kill()
                return

    def _exceeded(self) -> str:
        limit = self._allowance
        tasks = memory = 0
        pids = list[int]()
        for pid, threads, resident in below(self.process.pid):
            pids.append(pid)
            tasks += threads
            memory += resident
        if tasks > limit.tasks:
            return f"it was more than {limit.tasks} processes and threads"
        # What they share is in each of them: it is only then reckoned exactly.
        if memory > limit.memory and sum(map(_own_share, pids)) > limit.memory:
            return f"it took more than {_in_words(limit.memory)} of memory"
        if self._free - _free(self._folder) > limit.disk:
            return f"the disk got fuller by more than {_in_words(limit.disk)} meanwhile"
        return ""


def below(root: int) -> Iterator[tuple[int, int, int]]:
    """Every living process from this one down: number, threads, bytes of memory."""
    page = os.sysconf("SC_PAGE_SIZE")
    found: dict[int, tuple[int, int]] = {}
    children: dict[int, list[int]] = {}
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit():
            continue
        try:
            # The name in brackets may hold anything; the fields are counted from behind it.
            fields = Path(entry.path, "stat").read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # ended meanwhile
        pid = int(entry.name)
        children.setdefault(int(fields[1]), []).append(pid)
        found[pid] = (int(fields[17]), int(fields[21]) * page)
    queue = [root]
    while queue:
        pid = queue.pop()
        if pid in found:
            yield (pid, *found[pid])
        queue += children.get(pid, [])


def _own_share(pid: int) -> int:
    """Memory of a process, what it shares divided by how many share it."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass  # ended meanwhile
    return 0


def _free(folder: Path) -> int:
    try:
        found = os.statvfs(folder)
    except OSError:
        return 0
    return found.f_bavail * found.f_frsize


def _in_words(size: int) -> str:
    return f"{size >> 30} GiB" if size >= 1 << 30 else f"{size >> 20} MiB"
