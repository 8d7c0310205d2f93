"""Those who ask a host: let in, answered, and what is said to its log. None of it ever fails it."""

from __future__ import annotations

import contextlib
import selectors
import socket
import sys
from typing import Final

import msgspec

from uitars_runtime.sessions.messages import Reply

_MOST_CALLERS: Final = 256


def let_in(listening: socket.socket, selector: selectors.BaseSelector) -> None:
    """Take who wants to ask, unless there are too many. Who does not read is not waited for."""
    with contextlib.suppress(OSError):
        caller, _ = listening.accept()
        if len(selector.get_map()) > _MOST_CALLERS:
            caller.close()
            return
        caller.setblocking(False)
        selector.register(caller, selectors.EVENT_READ)


def say(caller: socket.socket, reply: Reply) -> None:
    """Answer; a caller that is gone is noticed by the loop, one that does not read misses it."""
    try:
        caller.send(msgspec.msgpack.encode(reply))
    except OSError as error:
        log(f"an answer was not delivered: {error}")


def log(words: str) -> None:
    """A line in the session's log, where there is room for it."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"host: {words}\n")
