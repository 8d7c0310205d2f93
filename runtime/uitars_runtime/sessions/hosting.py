"""Being the host of a new session: what it says to who started it, and its guard.

The guard takes as long to load as the rest of a host does, so it is started before that: imported
here is only what it takes.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec

from uitars_runtime.errors import DesktopError, ErrorMessage, UitarsError
from uitars_runtime.guard.folder import sweep as sweep_guards
from uitars_runtime.guard.link import Guard
from uitars_runtime.paths import HOME_VARIABLE
from uitars_runtime.sessions.folder import LOG, OwnFolder, sessions_folder, sweep


class NotStarted(ErrorMessage, frozen=True, tag="not_started"):
    """Why there is no session."""


class Begun(msgspec.Struct, frozen=True, tag="begun"):
    log: str
    """File that the host writes to from here on."""


def host() -> int:
    """Be the host of a new session until it ends."""
    order = sys.stdin.buffer.read()
    try:
        sweep()
        folder = OwnFolder()
    except OSError as error:
        why = error.strerror or error
        place = DesktopError(
            f"No session can be kept in {sessions_folder()}: {why}.",
            f"Choose another place with {HOME_VARIABLE}.",
        )
        _say(NotStarted.of(place))
        return place.exit_code
    log = folder.path / LOG
    _say(Begun(str(log)))
    _let_go(log)
    guard = Guard()
    from uitars_runtime.sessions.host import Host
    from uitars_runtime.sessions.starting import Ready
    from uitars_runtime.sessions.terms import SessionOrder

    try:
        served = Host(folder, msgspec.json.decode(order, type=SessionOrder), guard)
    except UitarsError as error:
        if not guard.close():
            sweep_guards()
        folder.remove()
        _say(NotStarted.of(error))
        return error.exit_code
    _say(Ready(served.record))
    os.dup2(2, 1)  # standard output ends here
    served.run()
    return 0


def _say(answer: msgspec.Struct) -> None:
    """A line on standard output, where nothing else is written."""
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
    sys.stdout.buffer.flush()


def _let_go(log: Path) -> None:
    """Leave the terminal to who started this, and write to a log of the session's own."""
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(descriptor, 2)
    os.close(descriptor)
    os.close(nothing)
