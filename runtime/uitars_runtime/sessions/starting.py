"""Starting a session: a host process of its own, which outlives who starts it.

The order goes in on standard input; on standard output comes the record once the desktop is ready,
or the error that kept it from that.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec

from uitars_runtime.errors import DesktopError, ErrorMessage, UitarsError, UsageError
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.terms import SessionOrder


class NotStarted(ErrorMessage, frozen=True, tag="not_started"):
    """Why there is no session."""


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    record: SessionRecord


def start(order: SessionOrder) -> SessionRecord:
    """A new session that is ready. Raises `UsageError`, `DesktopError`."""
    if sys.platform != "linux":
        raise DesktopError("A private desktop needs Linux.")
    if order.workspace and not Path(order.workspace).is_dir():
        raise UsageError(f"The workspace {order.workspace} is no folder.", "Create it first.")
    # setsid forks: the host belongs to nobody. Its output ends when it is ready.
    done = subprocess.run(
        ["setsid", "--fork", sys.executable, "-m", "uitars_runtime.sessions"],
        input=msgspec.json.encode(order),
        stdout=subprocess.PIPE,
        check=False,
    )
    if not done.stdout:
        raise DesktopError("The session's host ended before it was ready.", "Try again.")
    answer = msgspec.json.decode(done.stdout, type=Ready | NotStarted)
    if isinstance(answer, Ready):
        return answer.record
    raise answer.error()


def host() -> int:
    """Be the host of a new session until it ends."""
    from uitars_runtime.sessions.folder import LOG, OwnFolder
    from uitars_runtime.sessions.host import Host

    order = msgspec.json.decode(sys.stdin.buffer.read(), type=SessionOrder)
    folder = OwnFolder()
    _let_go(folder.path / LOG)
    try:
        served = Host(folder, order)
    except UitarsError as error:
        folder.remove()
        _answer(NotStarted.of(error))
        return error.exit_code
    _answer(Ready(served.record))
    served.run()
    return 0


def _answer(answer: Ready | NotStarted) -> None:
    """The only words on standard output, which ends with them."""
    sys.stdout.buffer.write(msgspec.json.encode(answer))
    sys.stdout.buffer.flush()
    os.dup2(2, 1)


def _let_go(log: Path) -> None:
    """Leave the terminal to who started this, and write to a log of the session's own."""
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(descriptor, 2)
    os.close(descriptor)
    os.close(nothing)
