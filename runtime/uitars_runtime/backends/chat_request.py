"""A prompt as the body of a `/chat/completions` request.

The same messages always give the same bytes, and a screenshot is encoded once, so that a server
recognises the beginning of the conversation and takes it from its cache. Which screenshots are
sent, and how large, is the dialect's choice.
"""

from __future__ import annotations

import base64
import threading
from collections.abc import Collection
from typing import TYPE_CHECKING, Literal
from weakref import WeakKeyDictionary

import msgspec

from uitars_runtime.backends.sampling import Sampling
from uitars_runtime.protocols import ImagePart, Message, Prompt, TextPart
from uitars_runtime.types import Size

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame

OptionalField = Literal[
    "stream_options", "json_schema", "response_format", "temperature", "max_tokens", "tools"
]
OPTIONAL_FIELDS: tuple[tuple[OptionalField, tuple[str, ...]], ...] = (
    ("stream_options", ("stream_options", "include_usage")),
    ("json_schema", ("json_schema",)),
    ("response_format", ("response_format", "json_schema", "guided", "grammar")),
    ("max_tokens", ("max_tokens",)),
    ("temperature", ("temperature",)),
    ("tools", ("tools", "tool use", "tool choice", "function calling")),
)
"""What a request can do without, and the words by which a server's refusal names it."""


class Pictures:
    """Screenshots as data URLs, each frame and size encoded once for as long as the frame lives."""

    def __init__(self) -> None:
        self._encoded: WeakKeyDictionary[Frame, dict[Size, str]] = WeakKeyDictionary()
        self._lock = threading.Lock()

    def url(self, part: ImagePart) -> str:
        """`data:image/png;base64,…` of exactly `part.size` pixels."""
        with self._lock:
            sizes = self._encoded.setdefault(part.frame, {})
            if part.size not in sizes:
                png = part.frame.resized(part.size).png()
                sizes[part.size] = "data:image/png;base64," + base64.b64encode(png).decode()
            return sizes[part.size]


def encode(
    prompt: Prompt,
    model: str,
    sampling: Sampling,
    pictures: Pictures,
    without: Collection[OptionalField] = (),
) -> bytes:
    """The JSON body of a streamed request, less the optional fields in `without`.

    A server that refuses `max_tokens` is sent its successor `max_completion_tokens`, one that
    refuses a format of the type `json_schema` the schema of an older one.
    """
    body: dict[str, object] = {
        "model": model,
        "messages": [_message(message, pictures) for message in prompt.messages],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": sampling.temperature,
        "max_tokens": prompt.max_tokens,
    }
    if prompt.schema is not None:
        body["response_format"] = _format(prompt.schema, older="json_schema" in without)
    if prompt.tools:
        body["tools"] = prompt.tools
    for field in ("top_p", "frequency_penalty", "seed"):
        value = msgspec.structs.asdict(sampling)[field]
        if value is not None:
            body[field] = value
    if "max_tokens" in without:
        body["max_completion_tokens"] = prompt.max_tokens
    for field in without:
        body.pop(field, None)
    return msgspec.json.encode({**body, **sampling.extra})


def _format(schema: dict[str, object], *, older: bool) -> dict[str, object]:
    """What keeps a reply to a schema; llama-cpp-python knows only the older form."""
    if older:
        return {"type": "json_object", "schema": schema}
    named = {"name": "reply", "strict": True, "schema": schema}
    return {"type": "json_schema", "json_schema": named}


def _message(message: Message, pictures: Pictures) -> dict[str, object]:
    """Text alone is sent as a string: some servers take lists only from the user."""
    if all(isinstance(part, TextPart) for part in message.parts):
        text = "\n".join(part.text for part in message.parts if isinstance(part, TextPart))
        return {"role": message.role, "content": text}
    return {"role": message.role, "content": [_part(part, pictures) for part in message.parts]}


def _part(part: TextPart | ImagePart, pictures: Pictures) -> dict[str, object]:
    match part:
        case TextPart(text=text):
            return {"type": "text", "text": text}
        case ImagePart():
            return {"type": "image_url", "image_url": {"url": pictures.url(part)}}
