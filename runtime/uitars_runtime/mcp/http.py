"""A server at an address: streamable HTTP, answers as JSON or as a stream of events."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import UNSET

from uitars_runtime.backends.address import Address
from uitars_runtime.mcp.wire import McpError, Message, answer_server, decode, encode, notification

if TYPE_CHECKING:
    import httpx

_LONGEST = 32 * 1024 * 1024
"""Bytes of one answer."""
_SESSION = "Mcp-Session-Id"


class HttpTransport:
    """Implements the client's `Transport`. Plain http only to this machine, and no redirects."""

    def __init__(self, url: str, token: str = "") -> None:
        """Raises `UsageError` for an address that must not be used."""
        import httpx

        self._url = Address(url).url
        headers = {"Accept": "application/json, text/event-stream"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        # The environment's proxies are not for servers on this machine.
        self._client = httpx.Client(headers=headers, follow_redirects=False, trust_env=False)

    def request(self, message: Message, seconds: float) -> Message:
        """Send a request and wait for its answer. Raises `McpError`, `TimeoutError`."""
        import httpx

        deadline = time.monotonic() + seconds
        try:
            with self._client.stream(
                "POST", self._url, content=encode(message), timeout=seconds, headers=_JSON
            ) as reply:
                self._check(reply)
                for heard in _messages(reply, deadline):
                    if heard.asks:
                        self.notify(answer_server(heard))
                    elif heard.id == message.id:
                        self._keep(reply, heard)
                        return heard
        except httpx.TimeoutException as error:
            raise TimeoutError from error
        except httpx.HTTPError as error:
            raise _unreachable(error) from error
        raise McpError("the server's answer broke off")

    def notify(self, message: Message) -> None:
        """Send something that is not answered. Raises `McpError`."""
        import httpx

        try:
            reply = self._client.post(self._url, content=encode(message), headers=_JSON, timeout=20)
            self._check(reply)
        except httpx.HTTPError as error:
            raise _unreachable(error) from error

    def cancel(self, message: Message) -> None:
        """Tell the server that nobody waits for that answer any more."""
        self.notify(notification("notifications/cancelled", {"requestId": message.id}))

    def close(self) -> None:
        """End the session, which a server may not allow or not know any more."""
        import httpx

        if _SESSION in self._client.headers:
            with contextlib.suppress(httpx.HTTPError):  # the server may go first
                self._client.delete(self._url, timeout=2)
        self._client.close()

    def _check(self, reply: httpx.Response) -> None:
        if reply.status_code == 404 and _SESSION in self._client.headers:
            raise McpError("the server ended the session")
        if not reply.is_success:
            raise McpError(f"the server answered with HTTP status {reply.status_code}")

    def _keep(self, reply: httpx.Response, heard: Message) -> None:
        """Session and revision, which every later request carries."""
        if session := reply.headers.get(_SESSION):
            self._client.headers[_SESSION] = session
        result = {} if heard.result is UNSET else heard.result
        if isinstance(version := result.get("protocolVersion"), str):
            self._client.headers["MCP-Protocol-Version"] = version


_JSON = {"Content-Type": "application/json"}


def _unreachable(error: Exception) -> McpError:
    return McpError(f"the server cannot be reached: {error or type(error).__name__}")


def _messages(reply: httpx.Response, deadline: float) -> Iterator[Message]:
    kind = reply.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind == "text/event-stream":
        yield from _events(reply, deadline)
    elif kind == "application/json":
        yield decode(b"".join(_limited(reply, deadline)))
    else:
        raise McpError(f"the server answered with {kind or 'nothing'}, not JSON")


def _limited(reply: httpx.Response, deadline: float) -> Iterator[bytes]:
    """The body piece by piece. Raises `McpError` when it is too long, `TimeoutError`."""
    size = 0
    for piece in reply.iter_bytes():
        size += len(piece)
        if size > _LONGEST:
            raise McpError(f"it sent an answer of more than {_LONGEST} bytes")
        if time.monotonic() > deadline:
            raise TimeoutError
        yield piece


def _events(reply: httpx.Response, deadline: float) -> Iterator[Message]:
    """The messages of a stream of server-sent events."""
    rest = b""
    data: list[bytes] = []
    for piece in _limited(reply, deadline):
        *lines, rest = (rest + piece).replace(b"\r\n", b"\n").split(b"\n")
        for line in lines:
            if line.startswith(b"data:"):
                data.append(line[5:].removeprefix(b" "))
            elif not line and data:
                whole = b"\n".join(data)
                data = []
                if whole:
                    yield decode(whole)
