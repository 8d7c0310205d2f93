"""noVNC's page on loopback, and the way from it to a VNC server: a token opens both."""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Final, cast
from urllib.parse import parse_qs, urlsplit

from wsproto import ConnectionType
from wsproto.connection import Connection
from wsproto.events import BytesMessage, CloseConnection, Ping
from wsproto.utilities import LocalProtocolError, RemoteProtocolError, generate_accept_token

from uitars_runtime.loopback_serving import LoopbackHandler, LoopbackServer

NOVNC: Final = Path("/usr/share/novnc")
"""Where Debian's package puts it."""
_COOKIE: Final = "uitars-view"
_CHUNK: Final = 1 << 16


class Door(LoopbackServer):
    """Serves until it is shut."""

    def __init__(self, vnc: int, token: str) -> None:
        """`vnc`: port of the server behind it."""
        super().__init__(0, partial(_Visitor, directory=str(NOVNC)), token)
        self.vnc = vnc
        threading.Thread(target=self.serve_forever, name="view", daemon=True).start()

    def shut(self) -> None:
        """Let nobody in any more."""
        self.shutdown()
        self.server_close()


class _Visitor(LoopbackHandler, SimpleHTTPRequestHandler):
    """One request: a file of noVNC, or a WebSocket that carries VNC."""

    @property
    def _door(self) -> Door:
        return cast("Door", self.server)

    def do_GET(self) -> None:
        if status := self._refusal():
            self.close_connection = True
            self.send_error(status)
        elif urlsplit(self.path).path == "/websockify":
            self._carry()
        else:
            super().do_GET()

    def do_HEAD(self) -> None:
        self.send_error(HTTPStatus.METHOD_NOT_ALLOWED)

    def end_headers(self) -> None:
        # The page's own scripts and pictures are fetched without the address' token.
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def send_response(self, code: int, message: str | None = None) -> None:
        super().send_response(code, message)
        if code == HTTPStatus.OK and self._token_of_address():
            cookie = f"{_COOKIE}={self._door.token}; HttpOnly; SameSite=Strict; Path=/"
            self.send_header("Set-Cookie", cookie)

    def list_directory(self, path: object) -> None:
        """Folders are not shown."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def _token_of_address(self) -> str:
        return parse_qs(urlsplit(self.path).query).get("token", [""])[0]

    def _refusal(self) -> HTTPStatus | None:
        return self.barring(self._token_of_address() or self._token_kept())

    def _token_kept(self) -> str:
        """Of our cookie. Those of others on this machine come with it, written in any way."""
        pairs = (one.strip().partition("=") for one in self.headers.get("Cookie", "").split(";"))
        return next((value for name, _, value in pairs if name == _COOKIE), "")

    def _carry(self) -> None:
        """Become a WebSocket, and pass bytes both ways until one side ends."""
        key = self.headers.get("Sec-WebSocket-Key", "")
        if self.headers.get("Upgrade", "").lower() != "websocket" or not key:
            self.send_error(HTTPStatus.UPGRADE_REQUIRED)
            return
        self.close_connection = True
        self.send_response(HTTPStatus.SWITCHING_PROTOCOLS)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        accepted = generate_accept_token(key.encode()).decode()
        self.send_header("Sec-WebSocket-Accept", accepted)
        if "binary" in self.headers.get("Sec-WebSocket-Protocol", ""):
            self.send_header("Sec-WebSocket-Protocol", "binary")
        self.end_headers()
        self.wfile.flush()
        with socket.create_connection(("127.0.0.1", self._door.vnc)) as vnc:
            _pump(self.connection, vnc)


def _pump(web: socket.socket, vnc: socket.socket) -> None:
    stream = Connection(ConnectionType.SERVER)
    try:
        while True:
            ready, _, _ = select.select([web, vnc], [], [])
            if web in ready:
                data = web.recv(_CHUNK)
                stream.receive_data(data or None)
                for part in _said(stream, web):
                    vnc.sendall(part)
            if vnc in ready:
                data = vnc.recv(_CHUNK)
                if not data:
                    web.sendall(stream.send(CloseConnection(1000)))
                    return
                web.sendall(stream.send(BytesMessage(data)))
    except (OSError, EOFError, LocalProtocolError, RemoteProtocolError):
        return  # one side ended without a word


def _said(stream: Connection, web: socket.socket) -> Iterator[bytes]:
    """What the page sent for the server. Raises `EOFError` at its end."""
    for event in stream.events():
        match event:
            case BytesMessage(data=data):
                yield bytes(data)
            case Ping():
                web.sendall(stream.send(event.response()))
            case CloseConnection():
                raise EOFError
            case _:
                pass
