"""What a host says to those who ask it, and to its log. Neither ever fails it."""

from __future__ import annotations

import contextlib
import socket
import sys

import msgspec

from uitars_runtime.sessions.messages import Reply


def say(caller: socket.socket, reply: Reply) -> None:
    """Answer; a caller that is gone is noticed by the loop."""
    try:
        caller.send(msgspec.msgpack.encode(reply))
    except OSError as error:
        log(f"an answer was not delivered: {error}")


def log(words: str) -> None:
    """A line in the session's log, where there is room for it."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"host: {words}\n")
