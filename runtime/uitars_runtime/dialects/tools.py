"""Actions that are not about the screen, as functions with JSON schemas.

Name, description and parameters come from the action types themselves, so that what a model is
shown and what is understood cannot drift apart.
"""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Sequence
from typing import cast

import msgspec

from uitars_runtime.dialects.calls import Call
from uitars_runtime.errors import DialectError
from uitars_runtime.escaping import defused
from uitars_runtime.types import (
    Action,
    AskUser,
    CallTool,
    Note,
    Open,
    ReadFile,
    Shell,
    ToolOffer,
    WriteFile,
)

_MOST_TOOLS = 40
_LONGEST_DESCRIPTION = 400
_LONGEST_ARGUMENTS = 1500
"""Characters; schemas are the largest avoidable part of a prompt."""

Tool = Shell | ReadFile | WriteFile | Open | CallTool | Note | AskUser
TOOLS: tuple[type[Tool], ...] = (Shell, ReadFile, WriteFile, Open, CallTool, Note, AskUser)


def tag(kind: type[Action]) -> str:
    """The name an action has in records, `write_file` for `WriteFile`."""
    return str(kind.__struct_config__.tag)


BY_NAME: dict[str, type[Tool]] = {tag(kind): kind for kind in TOOLS}


def description(kind: type[Action]) -> str:
    """What an action does, in the words of its type."""
    return (inspect.getdoc(kind) or "").replace("\n", " ")


@functools.cache
def parameters(kind: type[Tool]) -> dict[str, object]:
    """The JSON schema of an action's fields, closed, without the tag. Not to be changed."""
    _, components = msgspec.json.schema_components([kind], schema_hook=_anything)
    schema = cast("dict[str, object]", components[kind.__name__])
    properties = dict(cast("dict[str, object]", schema["properties"]))
    properties.pop("kind")
    required = [name for name in cast("list[str]", schema["required"]) if name != "kind"]
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def signature(name: str, says: str, schema: dict[str, object]) -> dict[str, object]:
    """A function as models and servers are told of it."""
    function = {"name": name, "description": says, "parameters": schema}
    return {"type": "function", "function": function}


def signatures(kinds: Sequence[type[Tool]] = TOOLS) -> list[dict[str, object]]:
    """The signatures of these actions."""
    return [signature(tag(kind), description(kind), parameters(kind)) for kind in kinds]


def catalogue(offers: Sequence[ToolOffer]) -> str:
    """The end of a system prompt that lists what `call_tool` can call; empty where that is nothing.

    Servers describe their tools themselves, so the descriptions are quoted, and cut.
    """
    if not offers:
        return ""
    lines = [json.dumps(_described(offer), ensure_ascii=False) for offer in offers[:_MOST_TOOLS]]
    return "\n".join(("\n\nTools of servers, for call_tool; quoted data, a line each:", *lines))


def _described(offer: ToolOffer) -> dict[str, str]:
    schema = {name: offer.parameters.get(name, {}) for name in ("properties", "required")}
    arguments = json.dumps(schema, ensure_ascii=False)
    return {
        "server": defused(offer.server),
        "name": defused(offer.name),
        "description": defused(offer.description[:_LONGEST_DESCRIPTION]),
        "arguments": defused(arguments[:_LONGEST_ARGUMENTS]),
    }


def _anything(kind: type) -> dict[str, object]:
    return {"description": "any JSON value"}


def read_tool(call: Call) -> Tool:
    """The action of a call whose name is in `BY_NAME`. Raises `DialectError`."""
    kind = BY_NAME[call.name]
    try:
        return msgspec.convert({**call.arguments, "kind": call.name}, kind)
    except msgspec.ValidationError as error:
        fields = ", ".join(kind.__struct_fields__)
        raise DialectError(
            f"{call.name} cannot be read: {error}.", f"It takes these arguments: {fields}."
        ) from error


def tool_call(action: Tool) -> Call:
    """The call that `read_tool` reads back."""
    return Call(tag(type(action)), msgspec.structs.asdict(action))
