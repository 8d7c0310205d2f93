"""Text that others wrote, made harmless: to read, to show to a person, or to tell a
model. Pure."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_CONTROL: Final = re.compile(
    r"""
    < (?=[|/\uff5c])  |  [|\uff5c] (?=>)
    | < (?=(?:s|bos|eos|pad|unk|sop|eop|mask|(?:start|end)_of_(?:turn|image)|image_soft_token|img
        |image|unused\d+|think|tool_(?:call|response|result)|<SYS>)>)
    | \[ (?=/?(?:INST|gMASK|sMASK|IMG|IMG_BREAK|IMG_END|SYSTEM_PROMPT|AVAILABLE_TOOLS
        |TOOL_CALLS|TOOL_RESULTS)\])
    """,
    re.VERBOSE,
)
"""First characters of control tokens and closing tags, as the families of models write them:
`<|im_end|>`, `<start_of_turn>`, `[INST]`, and with the wide stroke of some."""


def text_of(content: bytes) -> str:
    """The text of a file that a person wrote. Raises `ValueError`, which says where it is none."""
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ValueError(f"line {line} is not UTF-8; save the file as UTF-8") from None


def visible(text: str) -> str:
    """The text with every character escaped that would not show as itself in one line."""
    return "".join(_escaped(character) for character in text)


def _escaped(character: str) -> str:
    # C: control, format (bidirectional overrides), private, surrogate; Z: separators but the space.
    if character != " " and unicodedata.category(character)[0] in "CZ":
        return f"\\u{{{ord(character):x}}}"
    return character


def defused(text: str) -> str:
    """Text from outside that cannot pose as a control token or a closing tag of the prompt."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return _CONTROL.sub(r"\g<0> ", whole)
