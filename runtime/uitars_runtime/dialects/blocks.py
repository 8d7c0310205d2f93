"""Functions called as JSON in `<tool_call>` blocks, and back: name and arguments, nothing more.

    <tool_call>
    {"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [5, 5]}}
    </tool_call>

Qwen3.5 and later write them in XML (functions.py) by habit: a block may hold that, too, all values
texts. What a server took out of the text as `tool_calls` comes back in the form above (backends/),
its arguments as a text. A JSON object without a block is read where it begins a line. Some services
call the arguments `input`.

Not here: what the functions mean (qwen_calls.py and the families).
"""

from __future__ import annotations

import json
from typing import cast

from uitars_runtime.dialects.calls import Call, excerpt
from uitars_runtime.dialects.functions import first_function
from uitars_runtime.dialects.replies import first_json, read_json
from uitars_runtime.errors import DialectError

BLOCK, BLOCK_END = "<tool_call>", "</tool_call>"
_MOST_BLOCKS = 50


def read_blocks(text: str, form: str) -> tuple[str, list[object]]:
    """The text before the first block, and the JSON of all of them. Raises `DialectError`.

    `form` is an example of the right form, shown to the model.
    """
    at = text.find(BLOCK)
    if at < 0:
        start = 0 if text.startswith("{") else text.find("\n{") + 1
        if not text.startswith("{", start):
            raise DialectError("The reply calls no function.", f"Expected: {form}")
        value, _ = first_json(text, start, form)
        return text[:start].strip(), [value]
    said, values = text[:at].strip(), list[object]()
    while at >= 0 and len(values) < _MOST_BLOCKS:
        value, end = _held(text, at + len(BLOCK), form)
        values.append(value)
        at = text.find(BLOCK, end)
    return said, values


def _held(text: str, at: int, form: str) -> tuple[object, int]:
    """What a block holds, and where that ends."""
    start = text.find("<function", at)
    if start < 0 or text[at:start].strip():
        return first_json(text, at, form)
    call, end = first_function(text, start)
    return {"name": call.name, "arguments": call.arguments}, end


def read_function(value: object, form: str) -> Call:
    """The function that one JSON object calls. Raises `DialectError`."""
    if not isinstance(value, dict):
        raise DialectError(f"{excerpt(value)} is not a call.", f"Expected: {form}")
    fields = cast("dict[str, object]", value)
    name = fields.get("name")
    nothing: dict[str, object] = {}
    arguments: object = fields.get("arguments", fields.get("input", nothing))
    if isinstance(arguments, str):
        arguments = read_json(arguments, form) if arguments.strip() else nothing
    if not isinstance(name, str) or not isinstance(arguments, dict):
        raise DialectError("The call has no name or no arguments.", f"Expected: {form}")
    return Call(name, dict(cast("dict[str, object]", arguments)))


def write_block(call: Call) -> str:
    """One call as `read_blocks` reads it back."""
    fields = {"name": call.name, "arguments": call.arguments}
    return f"{BLOCK}\n{json.dumps(fields, ensure_ascii=False)}\n{BLOCK_END}"
