"""The bytes of a streamed reply, understood: server-sent events, chunks, one `Completion`.

Nothing a server sends is trusted: sizes are bounded, JSON is decoded strictly, and a stream that
breaks off, repeats itself or holds something else is one `ModelError`. No I/O happens here.

Thinking that the server took out of the text (`reasoning_content`, `reasoning`) is put back in
front of it between `<think>` and `</think>`, where models write it themselves and dialects expect
it; when the text has its own `<think>`, the server sent the same thing twice and its copy is
dropped. Function calls that the server took out of the text (`tool_calls`) are put behind it as
`<tool_call>` blocks, the form in which models write them; their arguments stay the text they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from uitars_runtime.errors import ModelError
from uitars_runtime.protocols import Completion
from uitars_runtime.types import Tokens

MAX_BODY = 16 << 20
"""Bytes of one reply: a few hundred bytes of JSON for each of some thousand tokens, with room."""
_MAX_LINE = 1 << 20


_MOST_CALLS = 64


class _Function(msgspec.Struct, frozen=True):
    name: str | None = None
    arguments: str | None = None


class _ToolCall(msgspec.Struct, frozen=True):
    index: int | None = None
    """Which call of the reply this is a piece of; whole replies count by place."""
    id: str | None = None
    function: _Function | None = None


class _Delta(msgspec.Struct, frozen=True):
    content: str | None = None
    refusal: str | None = None
    """What OpenAI's models say in place of a content that they will not give."""
    reasoning_content: str | None = None
    reasoning: str | None = None
    tool_calls: list[_ToolCall] | None = None


class _Choice(msgspec.Struct, frozen=True):
    index: int = 0
    delta: _Delta | None = None
    message: _Delta | None = None
    finish_reason: str | None = None


class _PromptDetails(msgspec.Struct, frozen=True):
    cached_tokens: int | None = None


class _Usage(msgspec.Struct, frozen=True):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _PromptDetails | None = None


class _Chunk(msgspec.Struct, frozen=True):
    choices: list[_Choice] | None = None
    usage: _Usage | None = None
    error: msgspec.Raw = msgspec.Raw(b"null")
    object: str | None = None
    """`error` where an older vLLM sends its words in place of a chunk."""


_decoder = msgspec.json.Decoder(_Chunk)


class Events:
    """Bytes in, the payload of each server-sent event out."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._received = 0

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The payloads completed by these bytes. Raises `ModelError` for what is not an event."""
        self._received += len(data)
        if self._received > MAX_BODY:
            raise too_long()
        self._rest += data
        if b"\n" not in data:
            if len(self._rest) > _MAX_LINE:
                raise _damaged(f"a line of more than {_MAX_LINE >> 20} MB")
            return
        *lines, rest = bytes(self._rest).split(b"\n")
        self._rest = bytearray(rest)
        for line in lines:
            payload = _payload(line.rstrip(b"\r"))
            if payload is not None:
                yield payload

    def end(self) -> Iterator[bytes]:
        """The payload of a last line that has no line end."""
        payload = _payload(bytes(self._rest))
        if payload is not None:
            yield payload


class _Called(msgspec.Struct):
    """A function call as far as it has come."""

    index: int
    id: str | None
    name: str = ""
    arguments: list[str] = []


class Assembly:
    """Puts one reply together from its chunks; `on_text` gets each piece as it comes."""

    def __init__(self, on_text: Callable[[str], None]) -> None:
        self._on_text = on_text
        self._content: list[str] = []
        self._thinking: list[str] = []
        self._calls: list[_Called] = []
        self._tokens = Tokens()
        self._payloads: list[bytes] = []
        self._finished = self._cut_off = False

    @property
    def began(self) -> bool:
        """Whether the model has written anything yet."""
        return bool(self._content or self._thinking or self._calls)

    def add(self, payload: bytes) -> None:
        """Take in one payload. Raises `ModelError` for damage and for what the server reports."""
        if payload == b"[DONE]":
            self._finished = True
            return
        try:
            chunk = _decoder.decode(payload)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as why:
            raise _damaged(f"something that is no chunk of a reply ({why})") from why
        self._payloads.append(payload)
        error = payload if chunk.object == "error" else bytes(chunk.error)
        if error != b"null":
            raise ModelError(
                f"The model server broke the reply off: {server_message(error)}",
                "Its log says more.",
            )
        if chunk.usage is not None:
            self._tokens = _tokens(chunk.usage)
        for choice in chunk.choices or ():
            if choice.index == 0:
                self._take(choice)

    def completion(self) -> Completion:
        """The whole reply. Raises `ModelError` when the server stopped in the middle of it."""
        if not self._finished:
            if self.began:
                raise ModelError(
                    "The model server closed the connection in the middle of the reply.",
                    "It may have run out of memory; its log says more.",
                )
            raise ModelError(
                "The model server closed the connection before the reply.",
                "Its context may be too small, or it takes no pictures; its log says more.",
            )
        if self.began and self._payloads[::2] == self._payloads[1::2]:
            raise _damaged("the same chunk twice, every time")
        content, thinking = "".join(self._content), "".join(self._thinking)
        content = "\n".join([part for part in (content, *self._blocks()) if part])
        if thinking.strip() and "<think" not in content:
            content = f"<think>\n{thinking.strip()}\n</think>\n\n{content}"
        return Completion(content, self._tokens, cut_off=self._cut_off)

    def _take(self, choice: _Choice) -> None:
        delta = choice.delta or choice.message or _Delta()
        thinking = delta.reasoning_content or delta.reasoning
        said = delta.content or delta.refusal
        if self._finished and (said or thinking or delta.tool_calls):
            raise _damaged("chunks after the last one")
        for piece, kept in ((thinking, self._thinking), (said, self._content)):
            if piece:
                kept.append(piece)
                self._on_text(piece)
        for place, call in enumerate(delta.tool_calls or ()):
            self._take_call(place if call.index is None else call.index, call)
        self._finished = self._finished or bool(choice.finish_reason)
        self._cut_off = self._cut_off or choice.finish_reason == "length"

    def _take_call(self, index: int, piece: _ToolCall) -> None:
        function = piece.function or _Function()
        called = next((one for one in reversed(self._calls) if one.index == index), None)
        # Ollama, LiteLLM and others give every call of a reply the same index.
        if called is None or (called.name and function.name and called.id != piece.id):
            called = _Called(index, piece.id)
            self._calls.append(called)
        if not 0 <= index < _MOST_CALLS or len(self._calls) > _MOST_CALLS:
            raise _damaged(f"a function call with the number {max(index, len(self._calls))}")
        called.name += function.name or ""
        called.arguments.append(function.arguments or "")
        if said := function.arguments or function.name:
            self._on_text(said)

    def _blocks(self) -> Iterator[str]:
        for one in sorted(self._calls, key=lambda called: called.index):
            call = {"name": one.name, "arguments": "".join(one.arguments)}
            yield f"<tool_call>\n{msgspec.json.encode(call).decode()}\n</tool_call>"


def server_message(body: bytes) -> str:
    """What a server says about an error, from the shapes in use, as one short line of text."""
    try:
        said: object = msgspec.json.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        said = body.decode("utf-8", "replace")
    for _ in range(3):
        said = _inside(said)
    text = said if isinstance(said, str) else msgspec.json.encode(said).decode()
    line = " ".join("".join(c if c.isprintable() else " " for c in text[:4000]).split())
    return line if len(line) <= 300 else line[:299] + "…"


def _inside(said: object) -> object:
    try:
        fields = msgspec.convert(said, dict[str, object])
    except msgspec.ValidationError:
        return said
    return next((fields[name] for name in ("error", "detail", "message") if name in fields), said)


def too_long() -> ModelError:
    """The error for a reply that does not end."""
    return ModelError(
        f"The model server sent more than {MAX_BODY >> 20} MB for one reply.",
        "That is no reply of a model; is the URL right?",
    )


def _payload(line: bytes) -> bytes | None:
    """What a line of an event stream carries; comments and other fields carry nothing."""
    if not line or line.startswith(b":"):
        return None
    field, _, value = line.partition(b":")
    match field:
        case b"data":
            return value.strip() or None
        case b"error":  # llama-server reports a failure in the middle of a stream like this.
            return b'{"error":' + value + b"}"
        case b"event" | b"id" | b"retry":
            return None
        case _:
            raise _damaged(repr(line[:40]))


def _tokens(usage: _Usage) -> Tokens:
    details = usage.prompt_tokens_details or _PromptDetails()
    return Tokens(
        prompt=max(0, usage.prompt_tokens or 0),
        reused=max(0, details.cached_tokens or 0),
        generated=max(0, usage.completion_tokens or 0),
    )


def _damaged(what: str) -> ModelError:
    return ModelError(
        f"The model server's reply is damaged: it holds {what}.",
        "Is the URL that of an OpenAI-compatible server? Most end in /v1.",
    )
