"""`session:ID`: a desktop that is there already, and stays."""

from __future__ import annotations

from pathlib import Path

import msgspec

from uitars_runtime.desktop.kind import DesktopKind, Order, Place
from uitars_runtime.desktop.private import on
from uitars_runtime.desktop.sandbox import Sandbox
from uitars_runtime.desktop.wall import offline
from uitars_runtime.errors import DesktopError
from uitars_runtime.protocols import Processes
from uitars_runtime.sessions.attachment import Attachment
from uitars_runtime.sessions.folder import find

_ANEW = (
    "The desktop died and was started again: the programs that ran on it are gone,"
    " with what was not saved; those of the session's start were opened afresh."
)


class Sessions:
    """Implements `Living`."""

    def workspace(self, argument: str, /) -> Path:
        """The folder that the session's programs share. Raises `UsageError`."""
        return Path(find(argument).workspace)

    def attach(self, argument: str, holder: str, /) -> Attachment:
        """Hold it. Raises `UsageError`, `TakenError`."""
        return Attachment(find(argument).id, holder)


def _open(order: Order, guard: Processes) -> Place:
    """Go on with the session's desktop, below its guard."""
    state = find(order.argument).desktop
    if order.programs == "offline":
        state = msgspec.structs.replace(state, wall=offline(state.wall))
    sandbox = Sandbox.resume(guard, order.folder, order.workspace, state)
    if sandbox is None:
        raise DesktopError("The session's desktop went away.", "Try again.", gone=True)
    if not order.again:
        for command in order.apps:
            sandbox.start_named(command)
    earlier = order.earlier
    died = earlier is not None and earlier.server != state.server
    return on(sandbox, _ANEW if died else "")


# What no id can be is told like one that nobody has: with those that there are.
SESSION = DesktopKind(_open, bool, private=True, living=Sessions())
