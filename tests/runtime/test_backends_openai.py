"""What goes to a model server and what is made of its answers."""

from __future__ import annotations

import base64
import json
import threading
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import fault_server as server_side
from helpers.fakes import frame
from helpers.fault_server import DONE, FINISH, USAGE, Answer, FaultServer, head, piece
from uitars_runtime.backends.address import Address
from uitars_runtime.backends.chat_stream import Assembly, Events
from uitars_runtime.backends.keys import Key
from uitars_runtime.backends.openai import Limits, OpenAIBackend
from uitars_runtime.backends.sampling import Sampling
from uitars_runtime.dialects.registry import load_dialect
from uitars_runtime.errors import ModelError, UsageError
from uitars_runtime.protocols import Completion, ImagePart, Message, Prompt, Reply, TextPart
from uitars_runtime.types import Click, Finish, Point, Size, Tokens, Type

QUICK = Limits(deadline=20, pauses=(0.01,))
NEVER = threading.Event()
PROMPT = Prompt((Message("user", (TextPart("hello"),)),), max_tokens=16)
LESS = {
    "prompt_tokens": -500,
    "completion_tokens": -3,
    "prompt_tokens_details": {"cached_tokens": -1},
}
SCHEMA: dict[str, object] = {"type": "object", "properties": {"x": {"type": "integer"}}}


def backend(url: str, key: Key | None = None, **options: Any) -> OpenAIBackend:
    return OpenAIBackend("tiny", Address(url), key, limits=QUICK, **options)


def complete(answer: Answer, prompt: Prompt = PROMPT) -> Completion:
    with FaultServer(answer) as server:
        return backend(server.url).complete(prompt, NEVER)


def error_of(answer: Answer, key: Key | None = None, models: list[str] | None = None) -> ModelError:
    with FaultServer(answer, models=models) as server, pytest.raises(ModelError) as caught:
        backend(server.url, key).complete(PROMPT, NEVER)
    return caught.value


def test_a_reply_is_streamed_and_its_cost_known() -> None:
    pieces: list[str] = []
    with FaultServer(server_side.reply("Thought: ", "ü漢", "🙂\n")) as server:
        done = backend(server.url).complete(PROMPT, NEVER, pieces.append)
    assert done == Completion("Thought: ü漢🙂\n", Tokens(prompt=70, reused=64, generated=3))
    assert pieces == ["Thought: ", "ü漢", "🙂\n"]


def test_what_is_asked() -> None:
    sampling = Sampling(seed=7, extra={"chat_template_kwargs": {"thinking": False}})
    with FaultServer(server_side.reply("ok")) as server:
        backend(server.url, sampling=sampling).complete(PROMPT, NEVER)
        (request,) = server.requests
    assert (request.method, request.path) == ("POST", "/v1/chat/completions")
    assert "authorization" not in request.headers
    assert request.json == {
        "model": "tiny",
        "messages": [{"role": "user", "content": "hello"}],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": 0.0,
        "max_tokens": 16,
        "seed": 7,
        "chat_template_kwargs": {"thinking": False},
    }


def test_a_picture_arrives_at_the_size_the_dialect_asked_for() -> None:
    seen = frame(1)
    prompt = Prompt((Message("user", (TextPart("look"), ImagePart(seen, Size(64, 32)))),))
    with FaultServer(server_side.reply("ok")) as server:
        backend(server.url).complete(prompt, NEVER)
        (message,) = server.requests[0].json["messages"]  # type: ignore[misc]
    text, picture = message["content"]
    assert text == {"type": "text", "text": "look"}
    kind, _, data = picture["image_url"]["url"].partition(",")
    pixels = cv2.imdecode(np.frombuffer(base64.b64decode(data), np.uint8), cv2.IMREAD_COLOR_RGB)
    assert kind == "data:image/png;base64"
    assert np.array_equal(pixels, seen.resized(Size(64, 32)).pixels)


def test_the_beginning_of_a_longer_conversation_is_the_same_bytes() -> None:
    first, second = frame(1), frame(2)
    size = Size(160, 100)
    start = (
        Message("system", (TextPart("You work a desktop."),)),
        Message("user", (ImagePart(first, size),)),
    )
    more = (
        *start,
        Message("assistant", (TextPart("Action: wait()"),)),
        Message("user", (ImagePart(second, size),)),
    )
    with FaultServer(server_side.reply("ok")) as server:
        model = backend(server.url)
        model.complete(Prompt(start), NEVER)
        model.complete(Prompt(more), NEVER)
        before, after = (request.body for request in server.requests)
    shared = before[: before.index(b'],"stream"')]
    assert b"data:image/png" in shared
    assert after.startswith(shared)


@pytest.mark.parametrize(
    ("words", "gone", "instead"),
    [
        ("Unrecognized request argument supplied: stream_options", "stream_options", None),
        ("response_format is not supported", "response_format", None),
        ("Unsupported parameter: 'max_tokens'", "max_tokens", "max_completion_tokens"),
        ("'temperature' does not support 0.0 with this model", "temperature", None),
    ],
)
def test_a_field_that_a_server_refuses_is_left_out_from_then_on(
    words: str, gone: str, instead: str | None
) -> None:
    prompt = Prompt(PROMPT.messages, schema=SCHEMA)
    with FaultServer(server_side.error(400, words), server_side.reply("ok")) as server:
        model = backend(server.url)
        assert model.complete(prompt, NEVER).text == "ok"
        assert model.complete(prompt, NEVER).text == "ok"
        with_it, without, later = (request.json for request in server.requests)
    assert gone in with_it
    assert gone not in without
    assert without == later
    assert instead is None or without[instead] == prompt.max_tokens


def test_a_server_without_named_schemas_is_sent_an_older_form_of_them() -> None:
    refusals = ("Input should be 'text' or 'json_object', not json_schema", "no response_format")
    prompt = Prompt(PROMPT.messages, schema=SCHEMA)
    errors = [server_side.error(400, words) for words in refusals]
    with FaultServer(*errors, server_side.reply("ok")) as server:
        assert backend(server.url).complete(prompt, NEVER).text == "ok"
        first, older, without = (request.json for request in server.requests)
    assert first["response_format"]["type"] == "json_schema"
    assert older["response_format"] == {"type": "json_object", "schema": SCHEMA}
    assert "response_format" not in without


def test_a_field_is_left_out_once_and_then_the_refusal_counts() -> None:
    error = error_of(server_side.error(400, "bad stream_options and bad temperature and more"))
    assert error.title.startswith("The model server refuses the request (status 400): bad stream_")


def test_a_schema_is_enforced_by_the_server() -> None:
    with FaultServer(server_side.reply("{}")) as server:
        backend(server.url).complete(Prompt(PROMPT.messages, schema=SCHEMA), NEVER)
        asked = server.requests[0].json["response_format"]
    assert asked == {
        "type": "json_schema",
        "json_schema": {"name": "reply", "strict": True, "schema": SCHEMA},
    }


def test_a_server_that_does_not_stream() -> None:
    body = {
        "choices": [{"message": {"role": "assistant", "content": "Hi"}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 5, "completion_tokens": 1},
    }
    done = complete(server_side.status(200, body))
    assert done == Completion("Hi", Tokens(prompt=5, generated=1))


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_thinking_that_the_server_took_out_is_put_back(field: str) -> None:
    thought = piece(None, **{field: "I look. "}), piece(None, **{field: "I click."})
    done = complete(server_side.raw(head(), *thought, piece("Action: wait()"), FINISH, DONE))
    assert done.text == "<think>\nI look. I click.\n</think>\n\nAction: wait()"


def test_a_refusal_is_what_the_model_said() -> None:
    refused = piece(None, refusal="I cannot "), piece(None, refusal="help with that.")
    assert complete(server_side.raw(head(), *refused, FINISH, DONE)).text == (
        "I cannot help with that."
    )


def test_thinking_is_not_there_twice() -> None:
    both = piece("<think>I look.</think>Action: wait()", reasoning_content="I look.")
    assert complete(server_side.raw(head(), both, FINISH)).text == (
        "<think>I look.</think>Action: wait()"
    )


def test_an_end_that_is_said_twice_is_an_end() -> None:
    """Some servers and what stands before them do."""
    stream = (head(), piece("Action: "), piece("wait()"), FINISH, FINISH, USAGE, DONE)
    assert complete(server_side.raw(*stream)).text == "Action: wait()"


FUNCTION: dict[str, object] = {
    "type": "function",
    "function": {"name": "computer", "parameters": {"type": "object"}},
}


def called(index: int, name: str | None, arguments: str, **more: object) -> bytes:
    """A chunk with a piece of a function call."""
    function = {"name": name, "arguments": arguments}
    return piece(tool_calls=[{"index": index, "function": function, **more}])


def test_functions_are_offered_and_their_calls_come_back_as_text() -> None:
    answer = server_side.raw(
        head(),
        piece("I click."),
        called(0, "computer", "", id="call_1", type="function"),
        called(0, None, '{"type": "click",'),
        called(0, None, ' "x": 5, "y": 6}'),
        called(1, "finish", "{}", id="call_2"),
        FINISH,
        DONE,
    )
    pieces: list[str] = []
    with FaultServer(answer) as server:
        prompt = Prompt(PROMPT.messages, tools=(FUNCTION,))
        done = backend(server.url).complete(prompt, NEVER, pieces.append)
        (request,) = server.requests
    assert request.json["tools"] == [FUNCTION]
    reply = load_dialect("openai-computer").parse(done.text, Size(800, 600))
    assert reply == Reply("I click.", (Click(Point(5, 6)), Finish()))
    assert "".join(pieces).endswith('{"type": "click", "x": 5, "y": 6}{}')


def test_calls_of_one_index_are_told_apart_by_their_names_and_marks() -> None:
    """As Ollama and LiteLLM's bridge stream them; an older vLLM marks every piece anew."""
    answer = server_side.raw(
        head(),
        called(0, "computer", '{"type": "click",', id="call_1"),
        called(0, None, ' "x": 5, "y": 6}', id="call_x"),
        called(0, "finish", "", id="call_2"),
        called(0, None, "{}"),
        FINISH,
        DONE,
    )
    reply = load_dialect("openai-computer").parse(complete(answer).text, Size(800, 600))
    assert reply.actions == (Click(Point(5, 6)), Finish())


def test_a_whole_reply_that_is_only_a_function_call() -> None:
    arguments = json.dumps({"action": "type", "text": "</tool_call>"})
    call = {"id": "c", "type": "function", "function": {"name": "computer", "arguments": arguments}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    done = complete(server_side.status(200, {"choices": [choice]}))
    reply = load_dialect("anthropic-computer").parse(done.text, Size(800, 600))
    assert reply == Reply("", (Type("</tool_call>"),))


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (400, '"auto" tool choice requires --enable-auto-tool-choice'),
        (400, "registry.ollama.ai/library/llava:latest does not support tools"),
        (400, "Function calling is not enabled for this model"),
        (500, "tools param requires --jinja flag"),
    ],
)
def test_a_server_without_functions_is_asked_without_them(status: int, words: str) -> None:
    refusal = server_side.error(status, words)
    with FaultServer(refusal, server_side.reply("ok")) as server:
        done = backend(server.url).complete(Prompt(PROMPT.messages, tools=(FUNCTION,)), NEVER)
        first, second = server.requests
    assert done.text == "ok"
    assert "tools" in first.json
    assert "tools" not in second.json


@pytest.mark.parametrize(
    "words",
    [
        "CUDA error: invalid device function",
        "forward() missing 1 required argument of function 'decode'",
        "The NVIDIA container toolkit is not installed",
    ],
)
def test_a_failure_that_has_to_do_with_no_function_takes_none_away(words: str) -> None:
    with FaultServer(server_side.error(500, words), server_side.reply("ok")) as server:
        backend(server.url).complete(Prompt(PROMPT.messages, tools=(FUNCTION,)), NEVER)
        assert all("tools" in request.json for request in server.requests)


def test_function_calls_without_end_are_damage() -> None:
    title = error_of(server_side.raw(head(), called(9999, "a", "{}"), FINISH, DONE)).title
    assert "a function call with the number 9999" in title


def test_what_servers_send_besides_is_no_error() -> None:
    noise = b": PROCESSING\r\n\r\nevent: message\r\nid: 7\r\nretry: 5\r\n"
    role = piece(None, role="assistant")
    other = server_side.event({"choices": [{"index": 1, "delta": {"content": "no"}}]})
    null = server_side.event({"choices": [], "error": None, "usage": None})
    stream = (head(), noise, role, null, piece("Hi"), other, FINISH.replace(b"\n", b"\r\n"), USAGE)
    done = complete(server_side.raw(*stream, DONE.strip()))
    assert done == Completion("Hi", Tokens(prompt=70, reused=64, generated=3))


@pytest.mark.parametrize("usage", [b"", server_side.event({"choices": [], "usage": LESS})])
def test_what_a_server_does_not_count_is_estimated(usage: bytes) -> None:
    parts = (TextPart("look at it"), ImagePart(frame(1), Size(560, 280)))
    stream = (head(), piece("Thought: Hi"), FINISH, usage, DONE)
    done = complete(server_side.raw(*stream), Prompt((Message("user", parts),)))
    assert done.tokens == Tokens(prompt=4 + 200, generated=4)


@given(st.lists(st.text(), min_size=1), st.data())
def test_where_the_network_cuts_the_stream_does_not_matter(
    texts: list[str], data: st.DataObject
) -> None:
    stream = b"".join(piece(text) for text in texts) + FINISH + USAGE + DONE
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)), max_size=9)))
    events, assembly = Events(), Assembly(lambda _: None)
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        for payload in events.feed(stream[start:end]):
            assembly.add(payload)
    assert assembly.completion().text == "".join(texts)


@given(st.binary(max_size=400))
def test_any_bytes_are_a_reply_or_a_model_error_and_nothing_else(data: bytes) -> None:
    events, assembly = Events(), Assembly(lambda _: None)
    try:
        for payload in (*events.feed(b"data: " + data + b"\n"), *events.end()):
            assembly.add(payload)
        assembly.completion()
    except ModelError:
        return


REFUSALS = [
    (401, "no", "wants a key (status 401): no", "UITARS_API_KEY"),
    (400, "This model's maximum context length is 4096 tokens", "prompt is too long", "context"),
    (
        400,
        "image input is not supported - provide the mmproj",
        "does not take pictures",
        "--mmproj",
    ),
    (500, "image input is not supported", "does not take pictures", "--mmproj"),
    (400, "tiny is not a multimodal model", "does not take pictures", "--mmproj"),
    (400, "At most 0 image(s) may be provided in one prompt.", "does not take", "--mmproj"),
    (400, "image_url is only supported by certain models.", "does not take", "--mmproj"),
    (400, "unknown variant `image_url`, expected `text`", "does not take", "--mmproj"),
    (500, "this model is missing data required for image input", "does not take", "--mmproj"),
    (400, "At most 1 image(s) may be provided in one request.", "takes fewer", "--limit-mm"),
    (
        400,
        "The decoder prompt (length 5) is longer than the maximum model length of 4. For image"
        " inputs, the number of image tokens depends on the number of images.",
        "prompt is too long",
        "context",
    ),
    (500, "integer division or modulo by zero", "failed (status 500): integer", "log"),
    (500, "CUDA out of memory while encoding the image", "failed (status 500): CUDA", "log"),
    (500, "The request took too long.", "failed (status 500): The request", "log"),
    (400, "cannot identify image file", "refuses the request (status 400): cannot", "dialect"),
    (413, "prompt too long", "prompt is too long", "context"),
    (404, "Not Found", "has nothing at http://127.0.0.1:", "/v1"),
    (400, "something else", "refuses the request (status 400): something else", "dialect"),
    (429, "slow down", "too busy", "later"),
    (503, "loading", "failed (status 503): loading", "log"),
]


@pytest.mark.parametrize(("code", "said", "title", "hint"), REFUSALS)
def test_a_refusal_says_what_to_do(code: int, said: str, title: str, hint: str) -> None:
    error = error_of(server_side.error(code, said))
    assert title in error.title
    assert hint in error.hint


def test_a_key_that_is_refused() -> None:
    assert "refuses the key" in error_of(server_side.error(403, "no"), Key("abc")).title


@pytest.mark.parametrize("before", [0, 270, 290, 295])
def test_a_key_that_a_server_repeats_is_not_told(before: int) -> None:
    """Also where the message is cut within it."""
    said = f"{'.' * before}sesame-opens is wrong"
    title = error_of(server_side.error(400, said), Key("sesame-opens")).title
    assert "sesa" not in title
    assert "***" in title


def test_a_model_that_is_not_there_is_named_with_those_that_are() -> None:
    error = error_of(server_side.error(404, "no such model"), models=["big", "small"])
    assert "has no model 'tiny' (status 404): no such model" in error.title
    assert "openai/big, openai/small" in error.hint


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"error": {"message": "a\nb\x1b[31m"}}, "a b [31m"),
        ({"error": "plain"}, "plain"),
        ({"detail": "fastapi"}, "fastapi"),
        ({"detail": [{"msg": "field"}]}, '[{"msg":"field"}]'),
        ({"object": "error", "message": "old vllm"}, "old vllm"),
        ("just text", "just text"),
        ("x" * 9999, "x" * 299 + "…"),
        ("[" * 60_000, "[" * 299 + "…"),
    ],
)
def test_the_words_of_the_server_are_shown_safely(body: object, said: str) -> None:
    title = error_of(server_side.status(418, body)).title
    assert title == f"The model server refuses the request (status 418): {said}"


def test_the_list_of_models() -> None:
    with FaultServer(server_side.reply("x"), models=["a", "b"]) as server:
        assert backend(server.url).models(NEVER) == ("a", "b")
    with FaultServer(server_side.reply("x")) as server, pytest.raises(ModelError, match="No model"):
        backend(server.url).models(NEVER)


@pytest.mark.parametrize(
    ("url", "post"),
    [
        ("http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1/chat/completions"),
        (" http://localhost:8000/v1/ ", "http://localhost:8000/v1/chat/completions"),
        ("http://[::1]:1/", "http://[::1]:1/chat/completions"),
        ("https://models.example/api/v1", "https://models.example/api/v1/chat/completions"),
    ],
)
def test_an_address_that_is_allowed(url: str, post: str) -> None:
    assert str(Address(url).at("chat/completions")) == post


@pytest.mark.parametrize(
    "url",
    [
        "",
        "models.example/v1",
        "ftp://127.0.0.1/",
        "file:///etc/passwd",
        "http://",
        "http://models.example/v1",
        "http://127.0.0.1.example/v1",
        "http://127.0.0.1@models.example/v1",
        "http://localhost\\@models.example/v1",
        "http://10.0.0.7:8000/v1",
        "http://0.0.0.0:8000/v1",
        "https://user:secret@models.example/v1",
        "https://models.example/v1?key=secret",
        "https://models.example/v1#x",
        "http://[::1/v1",
        "http://127.0.0.1:99999999/v1",
    ],
)
def test_an_address_that_is_refused(url: str) -> None:
    with pytest.raises(UsageError) as caught:
        Address(url)
    assert caught.value.hint
    assert "secret" not in str(caught.value)


def test_json_of_the_request_is_utf8() -> None:
    with FaultServer(server_side.reply("ok")) as server:
        prompt = Prompt((Message("user", (TextPart("größer 漢字"),)),))
        backend(server.url).complete(prompt, NEVER)
        assert json.loads(server.requests[0].body)["messages"][0]["content"] == "größer 漢字"
