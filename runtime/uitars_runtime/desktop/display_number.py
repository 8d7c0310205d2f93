"""The number of a private display: one that no other X server has or would take.

Servers that are left to choose count up from zero, and know each other by abstract sockets. Ours
has none, for a wall lets none through (wall.py): it gets a high number and the usual lock.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from uitars_runtime.display_files import CLAIM_FILE, display_files
from uitars_runtime.errors import DesktopError

FIRST, _LAST = 1000, 59_000
"""Servers that count up from zero do not come that far."""
_TRIES = 1000


def claimed(folder: Path) -> int:
    """A free number, taken until its lock is removed. `folder`: is told the number first, so that
    whoever removes the folder of a killed process removes the lock, too. Raises `DesktopError`."""
    for _ in range(_TRIES):
        number = FIRST + secrets.randbelow(_LAST - FIRST)
        socket, lock = display_files(number)
        if socket.exists():
            continue
        (folder / CLAIM_FILE).write_text(f"{number}\n")
        try:
            descriptor = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
        except FileExistsError:
            continue
        with os.fdopen(descriptor, "wb") as file:
            file.write(_line(os.getpid()))
        return number
    raise DesktopError(
        "No number is free for a private display.", "Remove old /tmp/.X*-lock files."
    )


def give_up(number: int) -> None:
    """Leave a claimed number, unless a server has it."""
    lock = display_files(number)[1]
    try:
        process = int(lock.read_text())
    except (OSError, ValueError):
        return  # left already
    if process == os.getpid() or not Path(f"/proc/{process}").exists():
        lock.unlink(missing_ok=True)


def held_by(number: int, process: int) -> None:
    """Note the server that has a claimed number."""
    lock: Path = display_files(number)[1]
    unfinished = lock.with_name(f"{lock.name}.{os.getpid()}")
    unfinished.write_bytes(_line(process))
    unfinished.replace(lock)


def _line(process: int) -> bytes:
    return f"{process:>10}\n".encode()
