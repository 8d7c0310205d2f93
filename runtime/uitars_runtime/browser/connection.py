"""The Chrome DevTools Protocol over a socket: commands out, answers and events in.

Messages are JSON, each ended by a zero byte, as Chromium speaks on the descriptors of
`--remote-debugging-pipe`. One thread at a time; nothing is read but while a command waits.
"""

from __future__ import annotations

import select
import socket
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from uitars_runtime.browser.messages import decoded
from uitars_runtime.errors import DesktopError

_PATIENCE = 60.0
"""Seconds an answer may take."""
_MOST_EVENTS = 1000
"""Events that are kept for whoever asks; the oldest go first."""


class RefusedError(DesktopError):
    """The browser answered a command with an error."""


class Event(msgspec.Struct, frozen=True):
    """Something that the browser says unasked."""

    method: str
    params: dict[str, Any]
    session: str


class Connection:
    """One client of one browser. Every method raises `DesktopError` when the browser is gone."""

    def __init__(self, link: socket.socket, why: Callable[[], str] = str) -> None:
        """`why`: what is known about a browser that ended."""
        self._link = link
        self._why = why
        self._buffer = bytearray()
        self._count = 0
        self._events: deque[Event] = deque(maxlen=_MOST_EVENTS)

    def call(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        """One command and its result; `session` is that of a page, empty for the browser's own.
        Raises `RefusedError`."""
        self._count += 1
        message: dict[str, Any] = {"id": self._count, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        try:
            self._link.sendall(msgspec.json.encode(message) + b"\0")
        except OSError as error:
            raise self._ended() from error
        deadline = time.monotonic() + _PATIENCE
        while (answer := self._next(deadline)).get("id") != self._count:
            if "method" in answer:
                told = Event(answer["method"], answer["params"], answer.get("sessionId", ""))
                self._events.append(told)
        if "error" in answer:
            raise RefusedError(f"Chromium refused {method}: {answer['error']['message']}.")
        return dict(answer["result"])

    def take_events(self, session: str) -> list[Event]:
        """What was said about a page since the last call."""
        taken = [event for event in self._events if event.session == session]
        kept = [event for event in self._events if event.session != session]
        self._events.clear()
        self._events.extend(kept)
        return taken

    def close(self) -> None:
        """Hang up; a browser whose only client this is ends with it."""
        self._link.close()

    def await_end(self, seconds: float) -> None:
        """Wait for the browser to hang up."""
        deadline = time.monotonic() + seconds
        try:
            while True:
                self._next(deadline)
        except DesktopError:
            return

    def _next(self, deadline: float) -> dict[str, Any]:
        searched = 0
        while (end := self._buffer.find(b"\0", searched)) < 0:
            searched = len(self._buffer)
            left = max(0.0, deadline - time.monotonic())
            if not select.select([self._link], [], [], left)[0]:
                raise DesktopError("Chromium does not answer.", self._why())
            try:
                data = self._link.recv(1 << 20)
            except OSError as error:
                raise self._ended() from error
            if not data:
                raise self._ended()
            self._buffer += data
        message = decoded(bytes(self._buffer[:end]))
        del self._buffer[: end + 1]
        return message

    def _ended(self) -> DesktopError:
        return DesktopError("Chromium ended.", self._why())
