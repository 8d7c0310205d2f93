"""Asking a dialect by its name: what it reads, what it refuses, what its prompt holds."""

from __future__ import annotations

import pytest

from uitars_runtime.dialects.registry import load_dialect
from uitars_runtime.errors import DialectError
from uitars_runtime.protocols import ImagePart, Prompt, TextPart
from uitars_runtime.types import Action, Point, Size

FULL_HD = Size(1920, 1080)
MIDDLE = Point(960, 540)
CORNER = Point(0, 0)


def block(name: str, arguments: str) -> str:
    return f'<tool_call>\n{{"name": "{name}", "arguments": {arguments}}}\n</tool_call>'


def parsed(dialect: str, reply: str) -> tuple[Action, ...]:
    return load_dialect(dialect).parse(reply, FULL_HD).actions


def refused(dialect: str, reply: str) -> str:
    """What the model is told; refusing is what must happen, with a hint."""
    with pytest.raises(DialectError) as caught:
        load_dialect(dialect).parse(reply, FULL_HD)
    assert caught.value.hint
    return str(caught.value)


def text_of(prompt: Prompt) -> str:
    """Everything in order, a line a part, pictures as `[picture]`."""
    parts = [part for message in prompt.messages for part in message.parts]
    return "\n".join(part.text if isinstance(part, TextPart) else "[picture]" for part in parts)


def pictures(prompt: Prompt) -> list[ImagePart]:
    parts = [part for message in prompt.messages for part in message.parts]
    return [part for part in parts if isinstance(part, ImagePart)]
