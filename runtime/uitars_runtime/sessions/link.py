"""How the host of a session is asked."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from collections.abc import Sequence
from typing import Self, TypeVar

import msgspec

from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.sessions.folder import connected
from uitars_runtime.sessions.messages import PACKET_BYTES, Refused, Reply, Request

_ANSWER_SECONDS = 120.0
"""A session that is made anew starts its programs, which may be slow."""
_LIST = "See: uitars sandbox list"

_Reply = TypeVar("_Reply", bound=Reply)


class HostLink:
    """A connection to the host of one session; one question at a time, from any thread."""

    def __init__(self, session: str) -> None:
        """Raises `UsageError` where it just ended."""
        try:
            self._link = connected(session)
        except OSError as error:
            raise UsageError(f"The session {session} has ended.", _LIST) from error
        self._link.settimeout(_ANSWER_SECONDS)
        self._asking = threading.Lock()
        self._session = session
        self._loss = DesktopError(f"The session {session} ended meanwhile.", _LIST, gone=True)

    def fileno(self) -> int:
        """For `select`: readable when the host says something."""
        return self._link.fileno()

    def hung_up(self) -> bool:
        """Whether the host is gone; does not wait."""
        ends = select.poll()
        ends.register(self._link, 0)
        return bool(ends.poll(0))

    def ask(
        self, request: Request, expected: type[_Reply], descriptors: Sequence[int] = ()
    ) -> _Reply:
        """The host's answer. Raises the error that it refuses with, and `DesktopError` where it is
        gone or silent; the link is of no more use then."""
        with self._asking:
            try:
                packet = msgspec.msgpack.encode(request)
            except UnicodeEncodeError as error:
                raise UsageError(
                    "The command line is not written in UTF-8.", "Put it into a file."
                ) from error
            if len(packet) > PACKET_BYTES:
                raise UsageError("The command line is too long.", "Put it into a file.")
            # A host that ended may have said why.
            with contextlib.suppress(OSError):
                socket.send_fds(self._link, [packet], list(descriptors))
            return self.receive(expected)

    def receive(self, expected: type[_Reply]) -> _Reply:
        """What the host says next. Raises as `ask` does."""
        try:
            packet = self._link.recv(PACKET_BYTES)
        except TimeoutError as error:
            # What it answers later is no answer to what it is asked next.
            self._link.shutdown(socket.SHUT_RDWR)
            self._loss = DesktopError(
                f"The session {self._session} gave no answer within {_ANSWER_SECONDS:g} s.",
                f"It lives on and may be busy. {_LIST}",
            )
            raise self._loss from error
        except OSError as error:
            raise self._loss from error
        if not packet:
            raise self._loss
        reply = msgspec.msgpack.decode(packet, type=Reply)
        match reply:
            case Refused():
                raise reply.error()
            case _ if isinstance(reply, expected):
                return reply
            case _:
                raise TypeError(f"the host answered {reply}")

    def close(self) -> None:
        """Hang up."""
        with contextlib.suppress(OSError):
            self._link.shutdown(socket.SHUT_RDWR)
        self._link.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
