"""What macOS tells of processes, and how what we started ends with us: there is no guard."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager, suppress

_LIBRARY = "/usr/lib/libproc.dylib"
_LONGEST = 4096
"""`PROC_PIDPATHINFO_MAXSIZE`"""
_WAITING = 'read -r _; kill -9 -- "-$0"'
"""Of a shell: its input ends when nobody can write to it any more."""


def executable(process: int) -> str:
    """Path of the program that a process runs; empty where it cannot be told."""
    path = ctypes.create_string_buffer(_LONGEST)
    found = ctypes.CDLL(_LIBRARY).proc_pidpath(process, path, _LONGEST) if process > 0 else 0
    return os.fsdecode(path.value) if found > 0 else ""


def ancestors(process: int) -> tuple[int, ...]:
    """The processes above a process, its parent first; the first process of all is left out."""
    found: list[int] = []
    while (process := _parent(process)) > 1 and process not in found:
        found.append(process)
    return tuple(found)


def _parent(process: int) -> int:
    asked = ["ps", "-o", "ppid=", "-p", str(process)]
    told = subprocess.run(asked, stdout=subprocess.PIPE, text=True, check=False).stdout.strip()
    return int(told) if told.isdigit() else 0


@contextmanager
def ended_with_us(group: int) -> Generator[None]:
    """While this block lasts, a group of processes ends when this process does, however that
    ends."""
    reading, writing = os.pipe()
    try:
        watching = subprocess.Popen(
            ["/bin/bash", "-c", _WAITING, str(group)], stdin=reading, start_new_session=True
        )
    finally:
        os.close(reading)
    try:
        yield
    finally:
        # Before the pipe is closed: the number of the group may mean another one by then.
        with watching, suppress(ProcessLookupError):
            os.killpg(watching.pid, signal.SIGKILL)
        os.close(writing)
