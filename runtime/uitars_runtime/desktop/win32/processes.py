"""What Windows tells of processes, and the job object that ends ours with us."""

from __future__ import annotations

import ctypes
import functools
import os
import subprocess
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from ctypes import wintypes
from pathlib import Path

from uitars_runtime.desktop.win32.libraries import JobLimits, ProcessEntry, kernel32
from uitars_runtime.errors import DesktopError

_LIMITED = 0x1000
"""`PROCESS_QUERY_LIMITED_INFORMATION`"""
_PROCESSES = 0x2
"""`TH32CS_SNAPPROCESS`"""
_NO_HANDLE = ctypes.c_void_p(-1).value
_EXTENDED_LIMITS = 9
_KILL_ON_CLOSE, _MAY_LEAVE = 0x2000, 0x800
_ALL_ACCESS = 0x1FFFFF
_LEAVES_JOB = 0x01000000
"""`CREATE_BREAKAWAY_FROM_JOB`"""
_NO_CONSOLE = 0x8
"""`DETACHED_PROCESS`"""
_LONGEST = 32768


def executable(process: int) -> str:
    """Path of the program that a process runs; empty where it cannot be told."""
    handle = kernel32().OpenProcess(_LIMITED, False, process) if process > 0 else None
    if not handle:
        return ""  # gone, or the system's
    try:
        size = wintypes.DWORD(_LONGEST)
        text = ctypes.create_unicode_buffer(_LONGEST)
        found = kernel32().QueryFullProcessImageNameW(handle, 0, text, ctypes.byref(size))
        return text.value if found else ""
    finally:
        kernel32().CloseHandle(handle)


def ancestors(process: int) -> tuple[int, ...]:
    """The processes above a process, its parent first."""
    parents = dict(_parents())
    found: list[int] = []
    while (process := parents.get(process, 0)) and process not in found:
        found.append(process)
    return tuple(found)


def _parents() -> Iterator[tuple[int, int]]:
    snapshot = kernel32().CreateToolhelp32Snapshot(_PROCESSES, 0)
    if snapshot in (None, _NO_HANDLE):
        return
    try:
        entry = ProcessEntry()
        entry.size = ctypes.sizeof(entry)
        more = kernel32().Process32FirstW(snapshot, ctypes.byref(entry))
        while more:
            yield int(entry.process), int(entry.parent)
            more = kernel32().Process32NextW(snapshot, ctypes.byref(entry))
    finally:
        kernel32().CloseHandle(snapshot)


@functools.cache
def end_with_us() -> None:
    """From here on whatever this process starts ends with it, however that ends: Windows closes
    the last handle to the job then. Programs that are opened for a person leave it."""
    job = _new_job(_KILL_ON_CLOSE | _MAY_LEAVE)
    if not kernel32().AssignProcessToJobObject(job, kernel32().GetCurrentProcess()):
        raise DesktopError(
            "Windows does not let uitars end what it starts.",
            "Start it outside of another program's job, for example from a terminal.",
        )
    # The handle stays open for as long as this process lives.


@contextmanager
def ended_at_last(process: int) -> Generator[None]:
    """A process and all that it starts end with this block."""
    job = _new_job(_KILL_ON_CLOSE)
    handle = kernel32().OpenProcess(_ALL_ACCESS, False, process)
    try:
        if handle:
            kernel32().AssignProcessToJobObject(job, handle)
        yield
    finally:
        kernel32().TerminateJobObject(job, 1)
        kernel32().CloseHandle(job)
        if handle:
            kernel32().CloseHandle(handle)


def _new_job(flags: int) -> int:
    job = kernel32().CreateJobObjectW(None, None)
    limits = JobLimits()
    limits.basic.flags = flags
    if not job or not kernel32().SetInformationJobObject(
        job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
    ):
        raise DesktopError("Windows gives no job object.", "Try again, or restart Windows.")
    return int(job)


def start_free(command: str, environment: Mapping[str, str], workspace: Path) -> None:
    """Start a command line, written as Windows reads one, that goes on when this process ends.
    Raises `OSError`."""
    process = subprocess.Popen(
        command,
        env={**os.environ, **environment},
        cwd=workspace,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        creationflags=_LEAVES_JOB | _NO_CONSOLE,
    )
    process.returncode = 0  # nobody waits for it
