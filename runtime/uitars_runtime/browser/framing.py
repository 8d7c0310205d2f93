"""How messages travel on a stream: ended by a zero byte, or as WebSocket messages behind a token.

Bytes in, messages out, and the other way round; no sockets.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol
from urllib.parse import parse_qs, urlsplit

import wsproto
from wsproto import events
from wsproto.utilities import ProtocolError

from uitars_runtime.loopback import barred, bearer


class Framing(Protocol):
    """One end of a stream."""

    @property
    def over(self) -> bool:
        """Whether the stream is to be closed."""
        ...

    def received(self, data: bytes) -> Iterator[bytes]:
        """The messages that are whole now."""
        ...

    def framed(self, message: bytes) -> bytes:
        """A message as it is sent."""
        ...

    def replies(self) -> bytes:
        """What is to be sent on account of what was received."""
        ...


class ZeroEnded:
    """As on the descriptors of `--remote-debugging-pipe`."""

    over = False

    def __init__(self) -> None:
        self._buffer = bytearray()

    def received(self, data: bytes) -> Iterator[bytes]:
        self._buffer += data
        *whole, rest = self._buffer.split(b"\0")
        self._buffer = rest
        yield from map(bytes, whole)

    def framed(self, message: bytes) -> bytes:
        return message + b"\0"

    def replies(self) -> bytes:
        return b""


class WebSocket:
    """A server's end, on this machine only and only for who may (loopback.py).

    The token comes as a header (`Authorization: Bearer`) or in the address (`?token=`).
    """

    def __init__(self, port: int, token: str) -> None:
        self.over = False
        self._port = port
        self._token = token
        self._stream = wsproto.WSConnection(wsproto.ConnectionType.SERVER)
        self._replies = b""
        self._parts: list[bytes] = []

    def received(self, data: bytes) -> Iterator[bytes]:
        try:
            self._stream.receive_data(data)
            for event in self._stream.events():
                yield from self._handle(event)
        except (ProtocolError, ValueError):  # also an address or a header that cannot be read
            self.over = True

    def framed(self, message: bytes) -> bytes:
        return self._stream.send(events.TextMessage(message.decode()))

    def replies(self) -> bytes:
        said, self._replies = self._replies, b""
        return said

    def _handle(self, event: events.Event) -> Iterator[bytes]:
        match event:
            case events.Request():
                self._replies += self._stream.send(self._answer(event))
            case events.TextMessage(data=text):
                self._parts.append(text.encode())
                yield from self._whole(event)
            case events.BytesMessage(data=part):
                self._parts.append(bytes(part))
                yield from self._whole(event)
            case events.Ping():
                self._replies += self._stream.send(event.response())
            case events.CloseConnection():
                self._replies += self._stream.send(event.response())
                self.over = True
            case _:
                pass

    def _whole(self, event: events.TextMessage | events.BytesMessage) -> Iterator[bytes]:
        if event.message_finished:
            yield b"".join(self._parts)
            self._parts.clear()

    def _answer(self, request: events.Request) -> events.Event:
        if status := self._refusal(request):
            self.over = True
            return events.RejectConnection(status_code=status)
        return events.AcceptConnection()

    def _refusal(self, request: events.Request) -> int:
        headers = {name.lower(): value.decode("latin-1") for name, value in request.extra_headers}
        in_address = parse_qs(urlsplit(request.target).query).get("token", [""])[0]
        given = bearer(headers.get(b"authorization", "")) or in_address
        origin = headers.get(b"origin", "")
        return barred(self._port, self._token, request.host, origin, given) or 0
