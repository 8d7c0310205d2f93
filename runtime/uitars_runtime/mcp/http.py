"""A server at an address: streamable HTTP, answers as JSON or as a stream of events.

Connection, headers and body of an answer share one deadline and one measure of bytes, also where
nobody waits for what it says.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import AsyncIterator, Coroutine
from typing import TYPE_CHECKING, TypeVar

from uitars_runtime.backends import waiting
from uitars_runtime.backends.address import Address
from uitars_runtime.mcp.wire import (
    LONGEST,
    McpError,
    Message,
    SessionEndedError,
    answer_server,
    decode,
    encode,
    notification,
)

if TYPE_CHECKING:
    import httpx

_SESSION = "Mcp-Session-Id"
_REVISION = "MCP-Protocol-Version"
_NOTICE_SECONDS = 10.0
_NOTICE_BYTES = 64 * 1024
"""Of what a server answers to a notification; it says nothing."""
_FAREWELL_SECONDS = 0.5
_JSON = {"Content-Type": "application/json"}

_Value = TypeVar("_Value")


class HttpTransport:
    """Implements the client's `Transport`. Plain http only to this machine, and no redirects."""

    def __init__(self, url: str, token: str = "") -> None:
        """Connects to nothing yet. Raises `UsageError` for an address that must not be used."""
        self._url = Address(url).url
        self._headers = {
            "Accept": "application/json, text/event-stream",
            # A few packed bytes can unpack to any number.
            "Accept-Encoding": "identity",
        }
        if token:
            self._headers["Authorization"] = f"Bearer {token}"

    def request(self, message: Message, seconds: float) -> Message:
        """Send a request and wait for its answer. Raises `McpError`, `TimeoutError`."""
        return _within(seconds, self._asked(message))

    def notify(self, message: Message) -> None:
        """Send something that is not answered. Raises `McpError`."""
        try:
            _within(_NOTICE_SECONDS, self._told(message))
        except TimeoutError as error:
            raise McpError(f"the server took no message in {_NOTICE_SECONDS:g} seconds") from error

    def cancel(self, message: Message) -> None:
        """Tell the server that nobody waits for that answer any more."""
        with contextlib.suppress(McpError):  # it may be why nobody waits
            self.notify(notification("notifications/cancelled", {"requestId": message.id}))

    def close(self) -> None:
        """End the session, which a server may not allow or not know any more."""
        if _SESSION in self._headers:
            with contextlib.suppress(McpError, TimeoutError):  # the server may go first
                _within(_FAREWELL_SECONDS, self._left())

    async def _asked(self, message: Message) -> Message:
        async with self._client() as client, self._sent(client, message) as reply:
            self._check(reply)
            async for heard in _messages(reply):
                if heard.asks:
                    await self._told(answer_server(heard))
                elif heard.id == message.id:
                    self._keep(reply, heard)
                    return heard
        raise McpError("the server's answer broke off")

    async def _told(self, message: Message) -> None:
        async with self._client() as client, self._sent(client, message) as reply:
            self._check(reply)
            size = 0
            async for piece in reply.aiter_raw():
                size += len(piece)
                if size > _NOTICE_BYTES:
                    break

    async def _left(self) -> None:
        async with self._client() as client, client.stream("DELETE", self._url):
            pass

    def _client(self) -> httpx.AsyncClient:
        import httpx

        # The deadline is that of the whole; the environment's proxies are not for servers here.
        return httpx.AsyncClient(
            headers=self._headers,
            follow_redirects=False,
            trust_env=False,
            timeout=httpx.Timeout(None),
        )

    def _sent(
        self, client: httpx.AsyncClient, message: Message
    ) -> contextlib.AbstractAsyncContextManager[httpx.Response]:
        return client.stream("POST", self._url, content=encode(message), headers=_JSON)

    def _check(self, reply: httpx.Response) -> None:
        if reply.status_code == 404 and _SESSION in self._headers:
            for name in (_SESSION, _REVISION):
                self._headers.pop(name, None)
            raise SessionEndedError("the server ended the session")
        if not reply.is_success:
            raise McpError(f"the server answered with HTTP status {reply.status_code}")
        if reply.headers.get("Content-Encoding", "identity") != "identity":
            raise McpError("the server sent a packed answer, which was not asked for")

    def _keep(self, reply: httpx.Response, heard: Message) -> None:
        """Session and revision, which every later request carries."""
        if session := reply.headers.get(_SESSION):
            self._headers[_SESSION] = session
        result = heard.result or {}
        if isinstance(version := result.get("protocolVersion"), str):
            self._headers[_REVISION] = version


def _within(seconds: float, work: Coroutine[object, object, _Value]) -> _Value:
    """Raises `McpError`, and `TimeoutError` when the time for all of it is used up."""
    import httpx

    try:
        # A run that is stopped takes the hands away, and this process with them.
        return waiting.wait_for(work, threading.Event(), seconds)
    except waiting.DeadlinePassedError as error:
        raise TimeoutError from error
    except (httpx.HTTPError, UnicodeError) as error:
        why = str(error) or type(error).__name__
        raise McpError(f"the server cannot be reached: {why}") from error


async def _messages(reply: httpx.Response) -> AsyncIterator[Message]:
    kind = reply.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind == "text/event-stream":
        async for whole in _events(reply):
            yield decode(whole)
    elif kind == "application/json":
        yield decode(b"".join([piece async for piece in _limited(reply)]))
    else:
        raise McpError(f"the server answered with {kind[:80] or 'nothing'}, not JSON")


async def _limited(reply: httpx.Response) -> AsyncIterator[bytes]:
    """The body piece by piece. Raises `McpError` when it is too long."""
    size = 0
    async for piece in reply.aiter_raw():
        size += len(piece)
        if size > LONGEST:
            raise McpError(f"it sent an answer of more than {LONGEST} bytes")
        yield piece


async def _events(reply: httpx.Response) -> AsyncIterator[bytes]:
    """What the events of a stream of server-sent events carry."""
    rest = bytearray()
    data: list[bytes] = []
    async for piece in _limited(reply):
        rest += piece
        if b"\n" not in piece:
            continue
        *lines, last = bytes(rest).split(b"\n")
        rest = bytearray(last)
        for line in (one.rstrip(b"\r") for one in lines):
            if line.startswith(b"data:"):
                data.append(line[5:].removeprefix(b" "))
            elif not line and data:
                whole = b"\n".join(data)
                data = []
                if whole:
                    yield whole
