"""The embedded model at a real window: from pixels to a click, and what it refuses."""

from __future__ import annotations

import os
import subprocess
import threading
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from helpers.bare_server import desktop, grab
from helpers.desks import until
from helpers.encoded import encoder
from uitars_runtime.backends.embedded import EmbeddedBackend
from uitars_runtime.backends.embedded.backend import default_folder
from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.network.graph import eight_bit_activations
from uitars_runtime.backends.registry import open_backend
from uitars_runtime.backends.sampling import Sampling
from uitars_runtime.dialects.embedded import EmbeddedDialect
from uitars_runtime.dialects.registry import load_dialect
from uitars_runtime.errors import ModelError, Stopped, UsageError
from uitars_runtime.frame import Frame
from uitars_runtime.protocols import Message, PastStep, Prompt, TextPart
from uitars_runtime.types import (
    Click,
    DecidedBy,
    Decision,
    Finish,
    Observation,
    Outcome,
    Proposal,
    Step,
    Task,
    Type,
    Verdict,
)


def test_any_seed_draws() -> None:
    """llama.cpp takes all of them, too."""
    window = Frame(np.zeros((48, 64, 3), np.uint8))
    told = EmbeddedDialect().render(Task("Press OK."), (), (), window)
    backend = EmbeddedBackend(sampling=Sampling(temperature=1.0, seed=-1))
    assert "Action:" in backend.complete(told, threading.Event()).text


def test_a_name_that_is_too_long_for_a_path_is_no_model() -> None:
    with pytest.raises(UsageError, match=r"m{300}"):
        open_backend("m" * 300)


def test_the_shipped_weights_fit_this_code_and_use_eight_bits() -> None:
    assert Decoder(default_folder(), encoder()).precision == "w4a8"
    assert eight_bit_activations(default_folder())
    size = sum(path.stat().st_size for path in default_folder().iterdir())
    assert size < 12_000_000


def test_it_is_found_by_name() -> None:
    assert open_backend("nano").name == "nano"
    assert load_dialect("uitars-nano").name == EmbeddedDialect().name


def test_it_presses_the_button_that_is_asked_for_and_then_says_so(tmp_path: Path) -> None:
    backend, dialect = EmbeddedBackend(), EmbeddedDialect()
    task = Task("Press the Agree button.")
    never = threading.Event()
    with desktop("zenity", "--question", "--text=Go on?", "--ok-label=Agree") as display:
        until(lambda: len(np.unique(grab(display).pixels)) > 20, "the dialog is drawn")
        frame = grab(display)
        streamed: list[str] = []
        reply = backend.complete(dialect.render(task, (), (), frame), never, streamed.append)
        assert "".join(streamed) == reply.text
        assert reply.tokens.prompt > 0
        understood = dialect.parse(reply.text, frame.size)
        assert "Press the Agree button" in understood.thought
        assert reply.grounding is not None
        assert reply.grounding.target is not None
        assert reply.grounding.target.name == "Agree"
        assert reply.grounding.serves is not None
        assert "Agree" in reply.grounding.serves.text
        (click,) = understood.actions
        assert isinstance(click, Click)
        with suppress(subprocess.TimeoutExpired):
            where = ["mousemove", str(click.at.x), str(click.at.y), "click", "1"]
            subprocess.run(["xdotool", *where], env={**os.environ, "DISPLAY": display}, timeout=20)
        until(lambda: len(np.unique(grab(display).pixels)) < 20, "the dialog is gone")
        empty = grab(display)
    step = Step(
        0,
        Observation("0" * 64, frame.size),
        Proposal(understood.thought, click, reply.text, grounding=reply.grounding),
        Verdict(Decision.ALLOW, DecidedBy.POLICY, "test", "test"),
        Outcome(True, "clicked", True),
    )
    prompt = dialect.render(task, (), (PastStep(step, None),), empty)
    said = dialect.parse(backend.complete(prompt, never).text, empty.size)
    assert said.actions == (Finish(),)
    backend.close()


def test_a_prompt_without_a_picture_is_refused() -> None:
    with pytest.raises(ModelError, match="task and a screenshot"):
        EmbeddedBackend().complete(Prompt((Message("user", (TextPart("go"),)),)), threading.Event())


def test_a_stop_ends_it_before_it_answers() -> None:
    stopped = threading.Event()
    stopped.set()
    blank = Frame(np.full((120, 160, 3), 255, np.uint8))
    with pytest.raises(Stopped):
        EmbeddedBackend().complete(EmbeddedDialect().render(Task("go"), (), (), blank), stopped)


def test_other_weights_are_called_by_their_folder_in_records(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "decoder.onnx").touch()
    assert open_backend(str(tmp_path / "mine")).name == "mine"


def test_missing_weights_are_named(tmp_path: Path) -> None:
    blank = Frame(np.full((120, 160, 3), 255, np.uint8))
    prompt = EmbeddedDialect().render(Task("go"), (), (), blank)
    with pytest.raises(ModelError, match="missing"):
        EmbeddedBackend(tmp_path).complete(prompt, threading.Event())


def test_a_task_in_another_language_ends_before_anything_is_looked_at(tmp_path: Path) -> None:
    blank = Frame(np.full((120, 160, 3), 255, np.uint8))
    backend, dialect = EmbeddedBackend(tmp_path), EmbeddedDialect()
    prompt = dialect.render(Task("Öffne bitte den Rechner"), (), (), blank)
    said = dialect.parse(backend.complete(prompt, threading.Event()).text, blank.size)
    (ending,) = said.actions
    assert isinstance(ending, Finish)
    assert ending.status == "failure"
    assert "Englisch" in ending.answer


@pytest.mark.parametrize("shown", ["Later", "保存"])
def test_a_chinese_label_is_not_taken_for_an_english_one(shown: str) -> None:
    backend, dialect = EmbeddedBackend(), EmbeddedDialect()
    with desktop("zenity", "--info", "--text=Look at it.", f"--ok-label={shown}") as display:
        until(lambda: len(np.unique(grab(display).pixels)) > 20, "the dialog is drawn")
        frame = grab(display)
    prompt = dialect.render(Task("点击“保存”"), (), (), frame)
    (done,) = dialect.parse(backend.complete(prompt, threading.Event()).text, frame.size).actions
    if shown == "保存":
        assert isinstance(done, Click)
    else:
        assert isinstance(done, Finish)
        assert done.status == "failure"
        assert "“保存” stands nowhere on this screen" in done.answer


@pytest.mark.parametrize("value", ["'张三'", "‘张三’", '"张三"', "张三"])
def test_a_chinese_value_is_typed_whatever_quotes_it_stands_in(value: str) -> None:
    backend, dialect = EmbeddedBackend(), EmbeddedDialect()
    with desktop("mousepad") as display:
        until(lambda: len(np.unique(grab(display).pixels)) > 20, "the window is drawn")
        frame = grab(display)
    task = Task(f"Type {value} into the document, then choose Save from the File menu.")
    prompt = dialect.render(task, (), (), frame)
    (done,) = dialect.parse(backend.complete(prompt, threading.Event()).text, frame.size).actions
    assert isinstance(done, (Click, Type))


def test_what_was_refused_is_not_asked_again() -> None:
    backend, dialect = EmbeddedBackend(), EmbeddedDialect()
    task = Task("Press the Agree button.")
    never = threading.Event()
    with desktop("zenity", "--question", "--text=Go on?", "--ok-label=Agree") as display:
        until(lambda: len(np.unique(grab(display).pixels)) > 20, "the dialog is drawn")
        frame = grab(display)
    reply = backend.complete(dialect.render(task, (), (), frame), never)
    first = dialect.parse(reply.text, frame.size)
    step = Step(
        0,
        Observation("0" * 64, frame.size),
        Proposal(first.thought, first.actions[0], reply.text, grounding=reply.grounding),
        Verdict(Decision.DENY, DecidedBy.USER, "test", "A person said no."),
        Outcome(False, "Not done: A person said no."),
    )
    prompt = dialect.render(task, (), (PastStep(step, None),), frame)
    again = dialect.parse(backend.complete(prompt, never).text, frame.size)
    assert again.actions != first.actions
    (ending,) = again.actions
    assert isinstance(ending, Finish)
    assert ending.status == "failure"
    backend.close()
