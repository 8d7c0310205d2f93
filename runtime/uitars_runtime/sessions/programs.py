"""The programs of a session that have windows, as command lines that would start them again."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from uitars_runtime.guard.processes import descendants
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.usage import name_of, parent_of

_BY_BUS = b"\0DBUS_STARTER_ADDRESS="
"""In the environment of a service that the bus started."""
_OURS = "-m uitars_runtime."
"""In the command line of hands, and of a browser's host."""


def open_programs(record: SessionRecord) -> tuple[str, ...]:
    """Those of the session's own, the oldest window's first. Raises `DesktopError`."""
    from Xlib.display import Display

    from uitars_runtime.desktop.managed import hang_up, reached
    from uitars_runtime.desktop.windows import Windows

    os.environ["XAUTHORITY"] = record.desktop.environment["XAUTHORITY"]
    display = reached(lambda: Display(record.desktop.display))
    try:
        windows = reached(Windows(display).all)
    finally:
        hang_up(display)
    # A window may name any process as its own.
    own = set(descendants(record.guard))
    pids = dict.fromkeys(window.pid for window in windows if window.pid in own)
    return tuple(line for pid in pids if (line := _command_line(pid)))


def running(record: SessionRecord) -> tuple[str, ...]:
    """What the programs are called that run in a session, the oldest first; without a display."""
    below = descendants(record.guard)
    roots = [pid for pid in below if pid not in record.own and parent_of(pid) == record.guard]
    names = [name_of(pid) for pid in sorted(roots) if not _serves(pid)]
    return tuple(dict.fromkeys(names))


def _serves(pid: int) -> bool:
    """Whether it is no program of a person's: hands, or what the session bus started."""
    try:
        environment = Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return True  # gone since
    return _BY_BUS in environment or _OURS in _command_line(pid)


def moved(command: str, places: dict[str, str]) -> str:
    """A command line with the folders that it names where they are now."""
    for before, now in places.items():
        command = command.replace(before, now)
    return command


def _command_line(pid: int) -> str:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return ""
    return shlex.join(words[:-1])
