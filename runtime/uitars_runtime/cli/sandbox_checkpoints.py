"""`uitars sandbox checkpoints`: what is kept of sessions, and taking it away."""

from __future__ import annotations

import argparse
import datetime
from typing import TYPE_CHECKING

from uitars_runtime.cli.formats import say

if TYPE_CHECKING:
    from uitars_runtime.sessions.checkpoints import Kept


def checkpoints(arguments: argparse.Namespace) -> None:
    """List those of a session, or take one away. Raises `UsageError`."""
    from uitars_runtime.sessions.checkpoints import listed
    from uitars_runtime.sessions.verbs import known, remove_checkpoint

    session = known(arguments.id)
    if name := arguments.remove:
        freed = remove_checkpoint(session, name)
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
