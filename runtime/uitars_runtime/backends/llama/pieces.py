"""What a prompt consists of once the chat template was applied: words and pictures, in order.

The template's own words may hold special tokens. What the task, the screen or the memory say never
becomes one, whatever it spells: it cannot end a turn or begin another role's.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol
from weakref import WeakKeyDictionary

import msgspec

from uitars_runtime.errors import ModelError
from uitars_runtime.protocols import ImagePart, Message, TextPart
from uitars_runtime.types import Size

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame


class Words(msgspec.Struct, frozen=True):
    """A stretch of text; `special`: whether it may hold special tokens."""

    text: str
    special: bool


class Picture(msgspec.Struct, frozen=True):
    """A picture of exactly this size, red green blue, row by row."""

    size: Size
    pixels: bytes
    digest: str
    """Equal for equal pictures; by it the cache knows what it has evaluated."""


Piece = Words | Picture


class Template(Protocol):
    """A model's chat template."""

    def render(self, messages: Sequence[dict[str, object]], /) -> str:
        """The whole prompt, up to where the reply begins. Raises `ModelError`."""
        ...


class Pictures:
    """Screenshots as a model reads them, each frame and size made once while the frame lives."""

    def __init__(self) -> None:
        self._made: WeakKeyDictionary[Frame, dict[Size, Picture]] = WeakKeyDictionary()
        self._lock = threading.Lock()

    def of(self, part: ImagePart) -> Picture:
        """The picture of exactly `part.size` pixels."""
        import numpy as np

        with self._lock:
            sizes = self._made.setdefault(part.frame, {})
            if part.size not in sizes:
                resized = part.frame.resized(part.size)
                pixels = np.ascontiguousarray(resized.pixels).tobytes()
                digest = hashlib.blake2b(pixels, digest_size=16).hexdigest()
                sizes[part.size] = Picture(part.size, pixels, digest)
            return sizes[part.size]


def pieces(messages: Sequence[Message], template: Template, pictures: Pictures) -> list[Piece]:
    """Apply the template to stand-ins, then put the real words and pictures in their places.

    Raises `ModelError` for a template that loses or repeats a part: then the model would not see
    what it is asked about.
    """
    mark = secrets.token_hex(8)
    parts: list[Piece] = []

    def stand_in(part: TextPart | ImagePart) -> str:
        match part:
            case TextPart(text=text):
                parts.append(Words(text, special=False))
            case ImagePart():
                parts.append(pictures.of(part))
        return f"[{mark}:{len(parts) - 1}]"

    rendered = template.render([_message(message, stand_in) for message in messages])
    own, *rest = re.split(rf"\[{mark}:(\d+)\]", rendered)
    if [int(number) for number in rest[::2]] != list(range(len(parts))):
        raise ModelError(
            "The model's chat template drops or repeats parts of the prompt.",
            "This model file is not meant for chats with pictures.",
        )
    found: list[Piece] = [Words(own, special=True)]
    for number, words in zip(rest[::2], rest[1::2], strict=True):
        found += [parts[int(number)], Words(words, special=True)]
    return [piece for piece in found if not (isinstance(piece, Words) and not piece.text)]


class _StandIn(Protocol):
    def __call__(self, part: TextPart | ImagePart) -> str: ...


def _message(message: Message, stand_in: _StandIn) -> dict[str, object]:
    """Text alone is given as a string: some templates take lists only from the user."""
    places = [stand_in(part) for part in message.parts]
    if all(isinstance(part, TextPart) for part in message.parts):
        return {"role": message.role, "content": "\n".join(places)}
    # A picture's place is text for the template: the projector brings its own begin and end marks.
    return {"role": message.role, "content": [{"type": "text", "text": text} for text in places]}
