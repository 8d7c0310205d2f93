"""Starting a session: a host process of its own, which outlives who starts it.

The order goes in on standard input; on standard output comes, each on a line, where the host's log
lies, then the record once the desktop is ready, or the error that kept it from that.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.escaping import visible
from uitars_runtime.own_programs import OwnProgram, command
from uitars_runtime.sessions.hosting import Begun, NotStarted
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.terms import SessionOrder

_LONGEST: Final = 1 << 14
_LINES: Final = 4
"""Lines of a host's log that its error shows."""


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    record: SessionRecord


_Answer = Begun | Ready | NotStarted


def start(order: SessionOrder) -> SessionRecord:
    """A new session that is ready. Raises `UsageError`, `DesktopError`."""
    if sys.platform != "linux":
        raise DesktopError("A private desktop needs Linux.")
    if order.workspace and not Path(order.workspace).is_dir():
        raise UsageError(f"The workspace {order.workspace} is no folder.", "Create it first.")
    # setsid forks: the host belongs to nobody. Its output ends when it is ready.
    done = subprocess.run(
        ["setsid", "--fork", *command(OwnProgram.SESSION_HOST)],
        input=msgspec.json.encode(order),
        capture_output=True,
        check=False,
    )
    log = ""
    for line in done.stdout.splitlines():
        answer: _Answer = msgspec.json.decode(line, type=_Answer)
        match answer:
            case Begun(log=log):
                pass
            case Ready(record=record):
                return record
            case NotStarted():
                raise answer.error()
    said = done.stderr + _end_of(Path(log)) if log else done.stderr
    raise DesktopError("The session's host ended before it was ready.", _last_lines(said))


def _end_of(log: Path) -> bytes:
    """The end of what a host wrote; nothing where its folder is gone already."""
    try:
        return log.read_bytes()[-_LONGEST:]
    except OSError:
        return b""


def _last_lines(said: bytes) -> str:
    """What a person is told of it."""
    lines = [line for line in said.decode(errors="replace").splitlines() if line.strip()]
    if not lines:
        return "It said nothing. Something killed it, as the kernel does where memory is short."
    return "Its last words: " + " / ".join(visible(line.strip()) for line in lines[-_LINES:])
