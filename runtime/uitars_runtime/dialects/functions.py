"""Calls in XML: `<function=click><parameter=point><point>17 58</point></parameter></function>`.

Read by hand, in linear time, with the variants that models write: `<function name="click">`,
`<parameter name="point" string="true">` (with "false" the value is JSON), and the suffix that some
checkpoints put on every tag. A value that starts and ends with a newline is unwrapped by one each.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from uitars_runtime.dialects import aliases
from uitars_runtime.dialects.calls import Call, excerpt
from uitars_runtime.dialects.replies import read_json
from uitars_runtime.errors import DialectError

FORM = "<function=NAME><parameter=KEY>VALUE</parameter></function>"
_SUFFIX = "_never_used_51bce0c785ca2f68081bfa7d91973934"
_NAME = r'(?:=([\w./-]{1,100}+)|\s+name="([\w./-]{1,100}+)")'
_FUNCTION = re.compile(rf"<function{_NAME}\s*>")
_PARAMETER = re.compile(rf'<parameter{_NAME}(?:\s+string="(true|false)")?\s*>')
_SPACE = re.compile(r"\s*+")
MOST_FUNCTIONS = 50


def plain_tags(reply: str) -> str:
    """The reply with the suffix taken off its tags."""
    return reply.replace(_SUFFIX, "")


def read_functions(text: str) -> tuple[Call, ...]:
    """All functions of a text, in order. Raises `DialectError` where one is malformed."""
    calls: list[Call] = []
    at = text.find("<function")
    while at >= 0 and len(calls) < MOST_FUNCTIONS:
        call, at = first_function(text, at)
        calls.append(call)
        at = text.find("<function", at)
    if not calls:
        raise DialectError("No function is called.", f"Expected: {FORM}")
    return tuple(calls)


def first_function(text: str, at: int) -> tuple[Call, int]:
    """The function that starts at a position, and where it ends. Raises `DialectError`."""
    head = _FUNCTION.match(text, at)
    if head is None:
        raise _broken(text, at)
    name = head.group(1) or head.group(2)
    arguments: dict[str, object] = {}
    at = _after_space(text, head.end())
    while not text.startswith("</function>", at):
        parameter = _PARAMETER.match(text, at)
        if parameter is None:
            raise _broken(text, at)
        end = text.find("</parameter>", parameter.end())
        if end < 0:
            raise _broken(text, at)
        key = parameter.group(1) or parameter.group(2)
        if key in arguments:
            raise DialectError(f"{name} has {key} twice.", "Give each parameter once.")
        raw = text[parameter.end() : end]
        arguments[key] = read_json(raw, FORM) if parameter.group(3) == "false" else _text(name, raw)
        at = _after_space(text, end + len("</parameter>"))
    return Call(name, arguments), at + len("</function>")


def _text(name: str, raw: str) -> str:
    text = unwrapped(raw)
    # A final backslash and n in typed text is the Enter key, escaped once too often.
    if aliases.verb(name) == "type" and text.endswith("\\n"):
        return text[:-2] + "\n"
    return text


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _broken(text: str, at: int) -> DialectError:
    return DialectError(
        f"The function breaks off at {excerpt(text[at : at + 60])}.", f"Expected: {FORM}"
    )


def write_function(name: str, arguments: Mapping[str, object]) -> str:
    """The XML that `read_functions` reads back; what is not plain text is written as JSON."""
    parameters = "".join(_parameter(key, value) for key, value in arguments.items())
    return f"<function={name}>{parameters}</function>"


def _parameter(key: str, value: object) -> str:
    if isinstance(value, str) and "</parameter>" not in value and not value.endswith("\\n"):
        return f"<parameter={key}>{wrapped(value)}</parameter>"
    encoded = json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
    return f'<parameter={key} string="false">{encoded}</parameter>'


def wrapped(text: str) -> str:
    """A text as it stands between two tags, so that `unwrapped` gives it back."""
    return f"\n{text}\n" if _is_wrapped(text) else text


def unwrapped(text: str) -> str:
    """The text between two tags, which may stand on lines of their own."""
    return text[1:-1] if _is_wrapped(text) else text


def _is_wrapped(text: str) -> bool:
    return len(text) > 1 and text.startswith("\n") and text.endswith("\n")
