"""Starts what is walled in, so that it inherits nothing of the person's session.

All of it is started by one thread, whose session keyring is a new one: keys that the person's
programs keep with the kernel are not possessed by what comes of it. That thread lives as long as
this process does, for what is started ends with it.
"""

from __future__ import annotations

import functools
import os
import subprocess
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import IO

import msgspec

from uitars_runtime.tools.walls.keys import leave_keys

Pipe = int | IO[bytes]


class Wall(msgspec.Struct, frozen=True):
    """What stands around a command."""

    argv: tuple[str, ...]
    """The command line up to the command."""
    calls: bytes = b""
    """A filter of system calls that its program is handed as `--seccomp FD`; empty: none is."""


def start(wall: Wall, command: Sequence[str], *, into: Pipe, out: Pipe) -> subprocess.Popen[bytes]:
    """Start a command behind a wall; `into` and `out` are what Popen takes, errors go where the
    output goes.

    Who starts it must also end it. Raises `OSError`.
    """
    return _starter().submit(_start, wall, command, into, out).result()


def _start(wall: Wall, command: Sequence[str], into: Pipe, out: Pipe) -> subprocess.Popen[bytes]:
    with _filter(wall.calls) as descriptors:
        program, *rest = wall.argv
        handed = [word for number in descriptors for word in ("--seccomp", str(number))]
        return subprocess.Popen(
            [program, *handed, *rest, *command],
            stdin=into,
            stdout=out,
            stderr=subprocess.STDOUT,
            env={},
            pass_fds=descriptors,
        )


@contextmanager
def _filter(calls: bytes) -> Generator[tuple[int, ...]]:
    """A descriptor to read the filter from, where there is one."""
    if not calls:
        yield ()
        return
    descriptor = os.memfd_create("calls", os.MFD_CLOEXEC)
    try:
        os.write(descriptor, calls)
        os.lseek(descriptor, 0, os.SEEK_SET)
        yield (descriptor,)
    finally:
        os.close(descriptor)


@functools.cache
def _starter() -> ThreadPoolExecutor:
    thread = ThreadPoolExecutor(1, "walls")
    thread.submit(leave_keys).result()
    return thread
