"""What every server of sessions does over HTTP: on this machine only, for who holds the token.

Every request is a connection of its own. A refusal is JSON with a title and a hint.
Not here: what is served (`service.py`, `osworld/`), who may ask (`loopback.py`), and how long
anybody is waited for (`loopback_serving.py`).
"""

from __future__ import annotations

import contextlib
import select
import socket
import time
from http import HTTPStatus
from typing import BinaryIO, Final, TypeVar, cast
from urllib.parse import urlsplit

import msgspec

from uitars_runtime.errors import (
    DesktopError,
    ErrorMessage,
    Stopped,
    TakenError,
    UitarsError,
    UsageError,
)
from uitars_runtime.loopback import bearer, new_token
from uitars_runtime.loopback_serving import LoopbackHandler, LoopbackServer
from uitars_runtime.sessions.bodies import Body

_LINGER_SECONDS: Final = 2.0
_MOST_LINGER_SECONDS: Final = 10.0
"""Where something still comes in."""

_Asked = TypeVar("_Asked")


class MissingError(UsageError):
    """What was asked for is not there."""


class LocalService(LoopbackServer):
    """Has a token of its own."""

    def __init__(self, port: int, handler: type[LocalHandler]) -> None:
        """`port`: 0 takes a free one. Raises `OSError`, `OverflowError`."""
        super().__init__(port, handler, new_token())

    def leave(self) -> None:
        """Called before the end, to end in order what does not end by itself."""

    @property
    def url(self) -> str:
        """Where a client reaches it."""
        return f"http://127.0.0.1:{self.server_port}"


class LocalHandler(LoopbackHandler):
    """Serves one request; what is asked for is `_route`'s."""

    server_version, sys_version = "uitars", ""
    _begun = False
    """Whether an answer is under way."""

    def _route(self, place: list[str]) -> None:
        """Answer a request for a path, which is given part by part. Raises `UitarsError`."""
        raise NotImplementedError

    def _given(self) -> str:
        """The token that came with the request."""
        return bearer(self.headers.get("Authorization", ""))

    def _refusal(self, error: UitarsError) -> object:
        """How an error is told."""
        return ErrorMessage.of(error)

    def do_GET(self) -> None:
        self._serve()

    def do_POST(self) -> None:
        self._serve()

    def do_PUT(self) -> None:
        self._serve()

    def do_DELETE(self) -> None:
        self._serve()

    def handle_expect_100(self) -> bool:
        """Nobody sends a file who may not."""
        return self._is_allowed() and super().handle_expect_100()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What the server itself refuses: a head that is too long, a method that nobody knows."""
        title = message or HTTPStatus(code).phrase
        self._say(code, ErrorMessage(UsageError.__name__, f"{title}."))
        self._let_go()

    def end_headers(self) -> None:
        self.send_header("Connection", "close")
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def _is_allowed(self) -> bool:
        status = self.barring(self._given())
        if status is None:
            return True
        self._refuse(status)
        return False

    def _refuse(self, status: HTTPStatus) -> None:
        if status is HTTPStatus.UNAUTHORIZED:
            title, hint = "The token is wrong.", "It stands in the file that the service named."
        else:
            title = "Only programs of this machine are served."
            hint = "Ask 127.0.0.1 by its own name, from no web page."
        self._say(status, ErrorMessage(UsageError.__name__, title, hint))
        self._let_go()

    def _serve(self) -> None:
        if not self._is_allowed():
            return
        try:
            self._route(_place(self.path))
        except UitarsError as error:
            self._say(_status(error), self._refusal(error))
        except (ConnectionError, TimeoutError):
            pass  # whoever asked is gone
        except Exception:
            words = "The service failed.", "This is a defect: its log says where."
            self._say(500, ErrorMessage(UitarsError.__name__, *words))
            raise
        finally:
            self._let_go()

    def _asked(self, kind: type[_Asked]) -> _Asked:
        """The body as a value. Raises `UsageError`."""
        with Body(cast("BinaryIO", self.rfile), self.headers) as body:
            data = body.whole()
        try:
            return msgspec.json.decode(data or b"{}", type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise UsageError(f"The request is not understood: {error}.") from error

    def _begin(
        self, status: int, kind: str, length: int | None = None, *, chunked: bool = False
    ) -> None:
        self._begun = True
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        if chunked:
            self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def _say(self, status: int, value: object) -> None:
        """A whole answer; somebody who is gone does not hear it. Nothing where another began."""
        if self._begun:
            return
        data = msgspec.json.encode(value) + b"\n"
        with contextlib.suppress(OSError):
            self._begin(status, "application/json", len(data))
            self.wfile.write(data)

    def _has_left(self) -> bool:
        """Whether the other side hung up."""
        try:
            said = select.select([self.connection], [], [], 0)[0]
            return bool(said) and not self.connection.recv(1, socket.MSG_PEEK)
        except OSError:
            return True

    def _let_go(self) -> None:
        """Hang up, but not before the other side has read why: it may still be sending."""
        self.close_connection = True
        until = time.monotonic() + _MOST_LINGER_SECONDS
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)
            self.connection.settimeout(_LINGER_SECONDS)
            while self.connection.recv(1 << 16) and time.monotonic() < until:
                pass


def _place(target: str) -> list[str]:
    """The path of a request, part by part. Raises `UsageError`."""
    try:
        return urlsplit(target).path.split("/")[1:]
    except ValueError as error:
        raise UsageError(f"{target!r} is no address: {error}.") from error


def _status(error: UitarsError) -> HTTPStatus:
    match error:
        case MissingError():
            return HTTPStatus.NOT_FOUND
        case UsageError() if isinstance(error.__cause__, FileNotFoundError):
            return HTTPStatus.NOT_FOUND
        case UsageError():
            return HTTPStatus.BAD_REQUEST
        case TakenError():
            return HTTPStatus.CONFLICT
        case DesktopError(gone=True):
            return HTTPStatus.GONE
        case DesktopError():
            return HTTPStatus.SERVICE_UNAVAILABLE
        case Stopped():
            return HTTPStatus.REQUEST_TIMEOUT
        case _:
            return HTTPStatus.INTERNAL_SERVER_ERROR
