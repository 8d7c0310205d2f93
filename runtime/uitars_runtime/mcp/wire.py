"""JSON-RPC 2.0 as the Model Context Protocol uses it: values and their bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, cast

import msgspec
from msgspec import UNSET, UnsetType

VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
"""Revisions of the protocol that are spoken here, the newest first."""

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603

LONGEST = 8 * 1024 * 1024
"""Bytes of one message, or of one answer with all its events."""
_DEEPEST = 64
"""Values inside values of one message; whoever reads them goes as deep."""


class Problem(msgspec.Struct, frozen=True):
    """Why a request was not answered."""

    code: int
    message: str


class Message(msgspec.Struct, frozen=True, omit_defaults=False, kw_only=True):
    """A request (method and id), a notification (method), or a response (id)."""

    jsonrpc: Literal["2.0"] = "2.0"
    id: int | str | UnsetType | None = UNSET
    method: str | UnsetType = UNSET
    params: dict[str, object] | UnsetType | None = UNSET
    result: dict[str, object] | UnsetType | None = UNSET
    error: Problem | UnsetType | None = UNSET
    """None is said by programs that write all fields; it is the same as a field that is not set."""

    @property
    def asks(self) -> bool:
        """Whether it is a request, which is to be answered."""
        return self.method is not UNSET and self.id is not UNSET


class McpError(Exception):
    """The other side failed or broke the protocol; says why in one sentence."""


class SessionEndedError(McpError):
    """The other side knows the session no more, and did nothing of what it was asked in it."""


def encode(message: Message) -> bytes:
    """One line, without a line break. Raises `McpError` for what cannot be said in JSON."""
    try:
        return msgspec.json.encode(message)
    except UnicodeEncodeError as error:
        raise McpError(f"the message is not valid Unicode: {error.reason}") from error
    except RecursionError as error:
        raise McpError("the message is nested too deeply") from error


def decode(data: bytes) -> Message:
    """Raises `McpError` for what is no message."""
    try:
        message = msgspec.json.decode(data, type=Message)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise McpError(f"it sent something that is no message: {error}") from error
    except RecursionError as error:
        raise McpError("it sent a message that is nested too deeply") from error
    if _is_deep((message.params, message.result)):
        raise McpError("it sent a message that is nested too deeply")
    return message


def _is_deep(held: Sequence[object]) -> bool:
    """Whether there are more than `_DEEPEST` values inside each other."""
    level = list(_inside(held))
    for _ in range(_DEEPEST):
        level = [one for values in level for one in _inside(values)]
        if not level:
            return False
    return True


def _inside(values: Iterable[object]) -> Iterator[Iterable[object]]:
    """The values that hold others, as those."""
    for one in values:
        if isinstance(one, dict):
            yield cast("dict[str, object]", one).values()
        elif isinstance(one, list):
            yield cast("list[object]", one)


def request(number: int, method: str, params: dict[str, object]) -> Message:
    return Message(id=number, method=method, params=params)


def notification(method: str, params: dict[str, object] | None = None) -> Message:
    return Message(method=method, params=UNSET if params is None else params)


def response(asked: Message, result: dict[str, object]) -> Message:
    return Message(id=asked.id, result=result)


def refusal(asked: Message | None, code: int, words: str) -> Message:
    """The answer to what cannot be done; `asked` is None where it could not even be read."""
    return Message(id=None if asked is None else asked.id, error=Problem(code, words))


def answer_server(asked: Message) -> Message:
    """What a client without further abilities answers to a request of a server."""
    if asked.method == "ping":
        return response(asked, {})
    return refusal(asked, METHOD_NOT_FOUND, "This client offers only its calls.")
