"""The server over streamable HTTP, on this machine only and only for who holds the token."""

from __future__ import annotations

import secrets
import threading
from http import HTTPStatus
from typing import cast

from uitars_runtime.control import Control
from uitars_runtime.loopback import bearer, new_token
from uitars_runtime.loopback_serving import LoopbackHandler, LoopbackServer
from uitars_runtime.mcp.server import McpServer
from uitars_runtime.mcp.wire import (
    INVALID_REQUEST,
    LONGEST,
    PARSE_ERROR,
    McpError,
    Message,
    decode,
    encode,
    refusal,
)

PATH = "/mcp"
_SESSION = "Mcp-Session-Id"
_MOST_SESSIONS = 64


class HttpService(LoopbackServer):
    """Calls are answered one after the other."""

    def __init__(self, server: McpServer, port: int = 0, token: str = "") -> None:
        """`port`: 0 takes a free one. `token`: empty makes one."""
        super().__init__(port, _Handler, token or new_token())
        self._server = server
        self._calling = threading.Lock()
        self._sessions: dict[str, dict[object, Control]] = {}
        self._state = threading.Lock()

    @property
    def url(self) -> str:
        """Where a client reaches it."""
        return f"http://127.0.0.1:{self.server_port}{PATH}"

    def open_session(self) -> str:
        """A name for a client's later requests; the oldest of too many is forgotten."""
        session = secrets.token_urlsafe(16)
        with self._state:
            while len(self._sessions) >= _MOST_SESSIONS:
                self._sessions.pop(next(iter(self._sessions)))
            self._sessions[session] = {}
        return session

    def close_session(self, session: str) -> bool:
        """Stop what the session still runs; False where there is none of that name."""
        with self._state:
            running = self._sessions.pop(session, None)
        for control in (running or {}).values():
            control.stop()
        return running is not None

    def answer(self, session: str, message: Message) -> Message | None:
        """Answer one message; calls wait for each other. Raises `KeyError` without a session."""
        control = Control()
        with self._state:
            running = self._sessions[session]
            running[message.id] = control
        try:
            if message.method == "notifications/cancelled":
                self._cancel(running, message)
            if message.method != "tools/call":
                return self._server.answer(message, control)
            with self._calling:
                return self._server.answer(message, control)
        finally:
            with self._state:
                running.pop(message.id, None)

    def _cancel(self, running: dict[object, Control], message: Message) -> None:
        number = message.params.get("requestId") if isinstance(message.params, dict) else None
        with self._state:
            control = running.get(number)
        if control is not None:
            control.stop()


class _Handler(LoopbackHandler):
    @property
    def _service(self) -> HttpService:
        return cast("HttpService", self.server)

    def do_POST(self) -> None:
        body = self._body()
        if body is None:
            return
        try:
            message = decode(body)
        except McpError as error:
            self._send(400, encode(refusal(None, PARSE_ERROR, str(error))))
            return
        session = self.headers.get(_SESSION, "")
        if message.method == "initialize":
            session = self._service.open_session()
        try:
            answer = self._service.answer(session, message)
        except KeyError:
            self._send(404 if session else 400)
            return
        if answer is None:
            self._send(202)
        else:
            self._send(200, encode(answer), session)

    def do_GET(self) -> None:
        """There is no stream of messages that nobody asked for."""
        if self._allowed():
            self._send(405)

    def do_DELETE(self) -> None:
        if self._allowed():
            ended = self._service.close_session(self.headers.get(_SESSION, ""))
            self._send(204 if ended else 404)

    def _allowed(self) -> bool:
        allowed = self.barring(bearer(self.headers.get("Authorization", ""))) is None
        if not allowed or self.path != PATH:
            self.close_connection = True
            self._send(404 if allowed else 403)
            return False
        return True

    def _body(self) -> bytes | None:
        """What was sent; None where it was refused, which the other side has been told."""
        if not self._allowed():
            return None
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > LONGEST:
            self.close_connection = True
            self._send(413 if length.isdecimal() else 411)
            return None
        return self.rfile.read(int(length))

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What the server itself refuses: a head that is too long, a method that nobody knows."""
        self.close_connection = True
        title = message or HTTPStatus(code).phrase
        self._send(code, encode(refusal(None, INVALID_REQUEST, f"{title}.")))

    def _send(self, status: int, body: bytes = b"", session: str = "") -> None:
        self.send_response(status)
        if body:
            self.send_header("Content-Type", "application/json")
        if session:
            self.send_header(_SESSION, session)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
