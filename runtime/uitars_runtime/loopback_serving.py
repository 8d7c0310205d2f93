"""What every server of ours over HTTP does: it listens on this machine only, has so many places,
and holds none for who sends too slowly. Not here: what is served, who may ask (`loopback.py`)."""

from __future__ import annotations

import io
import socket
import sys
import threading
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, cast

from uitars_runtime.loopback import barred
from uitars_runtime.paced import PacedReader

_MOST_CONNECTIONS: Final = 256
_TAKING_SECONDS: Final = 0.5
"""For taking a connection that was seen: one that is gone by then would be waited for without end
(accept(2)), and nobody could end the server."""
_SILENT_SECONDS: Final = 60.0
"""Of silence of who sends a body, does not read what it asked for, or may ask for more."""


class LoopbackServer(ThreadingHTTPServer):
    """Listens on 127.0.0.1, and serves each connection in a thread."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, handler: Callable[..., LoopbackHandler], token: str) -> None:
        """`port`: 0 takes a free one. Raises `OSError`, `OverflowError`."""
        super().__init__(("127.0.0.1", port), handler)
        self.socket.settimeout(_TAKING_SECONDS)
        self.token = token
        self._places = threading.BoundedSemaphore(_MOST_CONNECTIONS)

    def process_request(self, request: Any, client_address: Any) -> None:
        """In a thread, as long as there are not too many."""
        if self._places.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve one connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Whoever asked may be gone before the answer; anything else is a defect of ours."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class LoopbackHandler(BaseHTTPRequestHandler):
    """Serves one connection. What is read raises `TimeoutError` where it comes too slowly, which
    ends the connection."""

    protocol_version = "HTTP/1.1"
    timeout = _SILENT_SECONDS
    head_seconds = 10.0
    """For the whole head of a request."""
    body_seconds = 60.0
    """For the whole body, longer where much comes in."""
    connection: socket.socket
    _asked_before = False

    def setup(self) -> None:
        """Read no longer than may be."""
        super().setup()
        self._incoming = PacedReader(self.connection, self.head_seconds)
        self.rfile.close()
        self.rfile = self._read = io.BufferedReader(self._incoming, 1 << 16)

    def handle_one_request(self) -> None:
        """A connection that was served may be silent for a while before it asks for more."""
        if self._asked_before:
            self._incoming.allow(_SILENT_SECONDS)
            try:
                self._read.peek(1)
            except OSError:
                self.close_connection = True
                return
            self._incoming.allow(self.head_seconds)
        self._asked_before = True
        super().handle_one_request()

    def parse_request(self) -> bool:
        """What follows the head has a time of its own."""
        parsed = super().parse_request()
        self._incoming.allow(self.body_seconds)
        return parsed

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Requests are not logged."""

    def barring(self, given: str) -> HTTPStatus | None:
        """The status that refuses this request; None where it may be served. `given`: its token."""
        # One that came twice is none of ours: which of the two counts is anybody's guess.
        host, origin = (", ".join(self.headers.get_all(name, [])) for name in ("Host", "Origin"))
        server = cast("LoopbackServer", self.server)
        return barred(server.server_port, server.token, host, origin, given)
