"""Our side of the protocol: what a server answers to each message, without a transport."""

from __future__ import annotations

import base64
import traceback
from collections.abc import Sequence
from typing import Protocol, cast

import msgspec
from msgspec import UNSET

from uitars_runtime import __version__
from uitars_runtime.control import Control
from uitars_runtime.errors import UitarsError
from uitars_runtime.mcp.wire import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    VERSIONS,
    Message,
    refusal,
    response,
)
from uitars_runtime.types import ToolOffer


class Answer(msgspec.Struct, frozen=True):
    """What a tool says, and shows where it has a picture."""

    text: str
    ok: bool = True
    png: bytes = b""


class WrongCallError(Exception):
    """A tool that does not exist, or arguments that are not its own; says which are."""


class Toolset(Protocol):
    """Tools that another program may call; one call at a time."""

    @property
    def offers(self) -> Sequence[ToolOffer]: ...

    def call(self, name: str, arguments: dict[str, object], control: Control, /) -> Answer:
        """Raises `WrongCallError`, and `UitarsError` where what it needs is gone."""
        ...


class McpServer:
    """Answers the messages of one client."""

    def __init__(self, tools: Toolset, instructions: str) -> None:
        """`instructions`: what the model of the other side should know of the tools."""
        self._tools = tools
        self._instructions = instructions

    def answer(self, asked: Message, control: Control) -> Message | None:
        """The response to a request; None to a notification or to a response.

        `control`: stops a call that takes long.
        """
        if asked.method is UNSET:
            return None if asked.id is not UNSET else refusal(None, INVALID_REQUEST, "No method.")
        if asked.id is UNSET:
            return None
        params = asked.params or {}
        match asked.method:
            case "initialize":
                return response(asked, self._greet(params))
            case "ping":
                return response(asked, {})
            case "tools/list":
                return response(asked, {"tools": [_listed(offer) for offer in self._tools.offers]})
            case "tools/call":
                return self._call(asked, params, control)
            case method:
                return refusal(asked, METHOD_NOT_FOUND, f"There is no method {method[:80]!r} here.")

    def _greet(self, params: dict[str, object]) -> dict[str, object]:
        wanted = params.get("protocolVersion")
        return {
            "protocolVersion": wanted if wanted in VERSIONS else VERSIONS[0],
            "capabilities": {"tools": {"listChanged": False}},
            "serverInfo": {"name": "uitars", "version": __version__},
            "instructions": self._instructions,
        }

    def _call(self, asked: Message, params: dict[str, object], control: Control) -> Message:
        name, arguments = params.get("name"), params.get("arguments", {})
        if not isinstance(name, str) or not isinstance(arguments, dict):
            return refusal(asked, INVALID_PARAMS, "A call needs a name and arguments.")
        try:
            answer = self._tools.call(name, cast("dict[str, object]", arguments), control)
        except WrongCallError as error:
            return refusal(asked, INVALID_PARAMS, str(error))
        except UitarsError as error:
            answer = Answer(str(error), ok=False)
        except Exception as error:
            # A defect of ours must not take the other side's session along.
            traceback.print_exc()
            return refusal(asked, INTERNAL_ERROR, f"uitars failed ({type(error).__name__}).")
        return response(asked, _content(answer))


def _listed(offer: ToolOffer) -> dict[str, object]:
    return {
        "name": offer.name,
        "description": offer.description,
        "inputSchema": {"type": "object", **offer.parameters},
    }


def _content(answer: Answer) -> dict[str, object]:
    parts: list[dict[str, object]] = [{"type": "text", "text": answer.text}]
    if answer.png:
        data = base64.b64encode(answer.png).decode()
        parts.append({"type": "image", "data": data, "mimeType": "image/png"})
    return {"content": parts, "isError": not answer.ok}
