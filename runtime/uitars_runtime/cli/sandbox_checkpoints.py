"""`uitars sandbox checkpoints`: what is kept of sessions, and taking it away."""

from __future__ import annotations

import argparse
import datetime
from typing import TYPE_CHECKING

from uitars_runtime.cli.formats import say
from uitars_runtime.errors import UsageError

if TYPE_CHECKING:
    from uitars_runtime.sessions.checkpoints import Kept


def checkpoints(arguments: argparse.Namespace) -> None:
    """List those of a session, or take one away. Raises `UsageError`."""
    from uitars_runtime.sessions.checkpoints import listed, remove, session_of
    from uitars_runtime.sessions.folder import is_id

    session, name = arguments.id, arguments.remove
    if not is_id(session):
        raise UsageError(f"{session!r} is no session's id.", "See: uitars sandbox list")
    session = session_of(session)
    if name:
        _expect_unused(f"{session}:{name}")
        freed = remove(session, name)
        words = f"The checkpoint {name} is gone; {freed / 1e6:.1f} MB are free."
        say(arguments, {"id": session, "removed": name, "freed": freed}, words)
        return
    found = listed(session)
    lines = "\n".join(map(_line, found)) or f"The session {session} has no checkpoint."
    say(arguments, {"id": session, "checkpoints": [one._asdict() for one in found]}, lines)


def _line(kept: Kept) -> str:
    made = datetime.datetime.fromtimestamp(kept.made).strftime("%Y-%m-%d %H:%M")
    if kept.bytes < 0:
        return f"{kept.name}  {made}  damaged"
    return f"{kept.name}  {made}  {kept.files} files  {kept.bytes / 1e6:.1f} MB"


def _expect_unused(checkpoint: str) -> None:
    """Raises `UsageError` where a session that lives begins with it when it is made anew."""
    from uitars_runtime.sessions.folder import living

    for record in living():
        if record.order.checkpoint == checkpoint:
            raise UsageError(
                f"The session {record.id} begins with the checkpoint {checkpoint}.",
                f"Stop it first: uitars sandbox stop {record.id}",
            )
