"""One tool server as a set of tools that can be called."""

from __future__ import annotations

import itertools
import os
import re
import time
from collections.abc import Mapping
from typing import Protocol, cast

import msgspec

from uitars_runtime import __version__
from uitars_runtime.errors import UsageError
from uitars_runtime.guard.mark import MARK
from uitars_runtime.mcp.settings import ServerSettings
from uitars_runtime.mcp.wire import (
    VERSIONS,
    McpError,
    Message,
    Problem,
    SessionEndedError,
    notification,
    request,
)
from uitars_runtime.tools.plain import plain
from uitars_runtime.types import Outcome, ToolOffer

START_SECONDS = 30.0
TEXT_CHARACTERS = 64 * 1024
_ERROR_CHARACTERS = 2000
_MOST_PAGES = 20
_LIST_BYTES = 1024 * 1024
"""Of all that a server says of its tools; it goes into records and prompts."""
_TOKEN = re.compile(r"[ -~]+")
_NEEDED = ("HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "USER", MARK)
"""Variables that every program may see; the mark lets the guard end what the hands leave."""


class Transport(Protocol):
    """Carries messages to one server and its answers back."""

    def request(self, message: Message, seconds: float, /) -> Message: ...

    def notify(self, message: Message, /) -> None: ...

    def cancel(self, message: Message, /) -> None: ...

    def close(self) -> None: ...


class McpClient:
    """A server that was greeted; knows its tools. For one thread."""

    def __init__(self, name: str, settings: ServerSettings) -> None:
        """Start or reach the server and ask for its tools. Raises `UsageError`."""
        self._name = name
        self._settings = settings
        self._numbers = itertools.count(1)
        self._start = time.monotonic()
        transport: Transport | None = None
        try:
            transport = self._transport = _open(settings, os.environ)
            self._greet()
            self.tools = self._list()
        except (McpError, TimeoutError) as error:
            if transport is not None:
                transport.close()
            why = plain(str(error)) or f"no answer in {START_SECONDS:g} seconds"
            raise UsageError(
                f"The tool server {name!r} cannot be used: {why}.",
                "Correct the table servers in the settings file, or take the server out.",
            ) from error

    def call(self, name: str, arguments: dict[str, object]) -> Outcome:
        """Call a tool; whatever the server does is an outcome."""
        if all(name != tool.name for tool in self.tools):
            known = ", ".join(tool.name for tool in self.tools)
            return Outcome(ok=False, text=f"{self._name} has no tool {name!r}. It has: {known}.")
        try:
            result = self._called({"name": name, "arguments": arguments})
        except TimeoutError:
            return Outcome(ok=False, text=f"No answer in {self._settings.seconds:g} seconds.")
        except McpError as error:
            return Outcome(ok=False, text=f"The tool server failed: {plain(str(error))}.")
        text = _text(result)
        shown = plain(text[:TEXT_CHARACTERS])
        if len(text) > TEXT_CHARACTERS:
            shown = f"{shown}\n[{len(text) - TEXT_CHARACTERS} more characters were dropped]"
        return Outcome(ok=result.get("isError") is not True, text=shown or "[no output]")

    def close(self) -> None:
        """End the server, or the session with it."""
        self._transport.close()

    def _called(self, params: dict[str, object]) -> dict[str, object]:
        """The result of a call; in a new session where the server has ended the old one, as those
        do that were started anew or heard nothing for long. Raises `McpError`, `TimeoutError`."""
        try:
            return self._ask("tools/call", params, self._settings.seconds)
        except SessionEndedError:
            self._start = time.monotonic()
            self._greet()
            return self._ask("tools/call", params, self._settings.seconds)

    def _greet(self) -> None:
        ours = {"name": "uitars", "version": __version__}
        result = self._ask(
            "initialize",
            {"protocolVersion": VERSIONS[0], "capabilities": {}, "clientInfo": ours},
            self._left_to_start(),
        )
        version = result.get("protocolVersion")
        if version not in VERSIONS:
            raise McpError(
                f"it speaks revision {str(version)[:40]} of the protocol, which is not known here"
            )
        self._transport.notify(notification("notifications/initialized"))

    def _left_to_start(self) -> float:
        """Greeting and list share one deadline. Raises `TimeoutError`."""
        left = self._start + START_SECONDS - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    def _list(self) -> tuple[ToolOffer, ...]:
        offers: list[ToolOffer] = []
        cursor: object = None
        for _ in range(_MOST_PAGES):
            params: dict[str, object] = {} if cursor is None else {"cursor": cursor}
            result = self._ask("tools/list", params, self._left_to_start())
            found = result.get("tools")
            if not isinstance(found, list):
                raise McpError("it lists no tools")
            offers.extend(self._offer(tool) for tool in cast("list[object]", found))
            if len(msgspec.json.encode(offers)) > _LIST_BYTES:
                raise McpError(f"its list of tools is longer than {_LIST_BYTES} bytes")
            cursor = result.get("nextCursor")
            if not cursor:  # some write an empty one where there is no more
                break
        wanted = self._settings.tools
        missing = set(wanted) - {offer.name for offer in offers}
        if missing:
            raise McpError(f"it has no tool {', '.join(sorted(missing))}")
        return tuple(offer for offer in offers if not wanted or offer.name in wanted)

    def _offer(self, tool: object) -> ToolOffer:
        try:
            described = msgspec.convert(tool, _Described)
        except msgspec.ValidationError as error:
            raise McpError(f"it lists something that is no tool: {error}") from error
        return ToolOffer(self._name, described.name, described.description, described.input_schema)

    def _ask(self, method: str, params: dict[str, object], seconds: float) -> dict[str, object]:
        """The result of a request. Raises `McpError`, `TimeoutError`."""
        message = request(next(self._numbers), method, params)
        try:
            heard = self._transport.request(message, seconds)
        except TimeoutError:
            self._transport.cancel(message)
            raise
        if isinstance(heard.error, Problem):
            words = " ".join(heard.error.message[:_ERROR_CHARACTERS].split())
            raise McpError(words or f"error {heard.error.code}")
        if not isinstance(heard.result, dict):
            raise McpError("it answered without a result")
        return heard.result


class _Described(msgspec.Struct, rename={"input_schema": "inputSchema"}):
    """A tool as a server lists it; the rest is not for us."""

    name: str
    description: str = ""
    input_schema: dict[str, object] = {}


def _open(settings: ServerSettings, ours: Mapping[str, str]) -> Transport:
    if settings.url:
        from uitars_runtime.mcp.http import HttpTransport

        token = _token(settings.token_variable, ours)
        try:
            return HttpTransport(settings.url, token)
        except UsageError as error:
            raise McpError(error.title) from error
    from uitars_runtime.mcp.stdio import StdioTransport

    names = (*_NEEDED, *settings.pass_variables)
    given = {name: ours[name] for name in names if name in ours}
    return StdioTransport(settings.command, {**given, **settings.environment})


def _token(variable: str, ours: Mapping[str, str]) -> str:
    """What a variable holds; nothing without one. What cannot be sent is not quoted anywhere."""
    if not variable:
        return ""
    token = ours.get(variable, "").strip()
    if not token:
        raise McpError(f"the variable {variable} is not set")
    if _TOKEN.fullmatch(token) is None:
        raise McpError(f"the variable {variable} holds a sign that no token has")
    return token


def _text(result: dict[str, object]) -> str:
    """The content of a result in words; what is not text is named."""
    parts = result.get("content")
    if not isinstance(parts, list) or not parts:
        structured = result.get("structuredContent")
        return "" if structured is None else msgspec.json.encode(structured).decode()
    return "\n".join(_part(part) for part in cast("list[object]", parts))


def _part(part: object) -> str:
    fields = cast("dict[str, object]", part) if isinstance(part, dict) else {}
    match fields:
        case {"type": "text", "text": str(text)}:
            return text
        case {"type": "resource", "resource": {"text": str(text)}}:
            return text
        case {"type": "resource_link", "uri": str(uri)}:
            return f"[resource {uri}]"
        case {"type": str(kind), "mimeType": str(mime)}:
            return f"[{kind} {mime}]"
        case _:
            return "[content of an unknown kind]"
