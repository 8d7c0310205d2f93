"""Networks are loaded once in a process while anybody holds them, and go with the last."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import onnxruntime
import pytest

from helpers.dialect_values import past_step
from uitars_runtime.backends.embedded import EmbeddedBackend
from uitars_runtime.dialects.embedded import EmbeddedDialect
from uitars_runtime.errors import ModelError
from uitars_runtime.evidence.witness import Witness
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.eyes.network import Network
from uitars_runtime.frame import Frame
from uitars_runtime.held_once import HeldOnce
from uitars_runtime.judging import sentence_encoder
from uitars_runtime.onnx_session import compute_on
from uitars_runtime.types import Click, Point, Task

PICTURE = Path(__file__).parents[2] / "bench" / "rules" / "texmaker-menu.png"


class Loaded:
    """Something that can be referred to weakly."""


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The files of which networks were loaded, by what they hold."""
    files: list[int] = []
    real: Callable[..., Any] = onnxruntime.InferenceSession

    def load(weights: bytes | str, *arguments: Any, **options: Any) -> Any:
        files.append(hash(weights))
        return real(weights, *arguments, **options)

    monkeypatch.setenv("UITARS_COMPUTES_ON", "cpu")
    monkeypatch.setattr(onnxruntime, "InferenceSession", load)
    return files


def test_what_is_held_is_not_loaded_again() -> None:
    loads: list[str] = []

    def load(name: str) -> Loaded:
        loads.append(name)
        return Loaded()

    get = HeldOnce(load)
    first = get("a")
    assert get("a") is first
    assert get("b") is not first
    gone = weakref.ref(first)
    del first
    assert gone() is None
    get("a")
    assert loads == ["a", "b", "a"]


def test_who_asks_while_it_is_loaded_gets_the_same() -> None:
    loading, go_on = threading.Event(), threading.Event()
    loads: list[Loaded] = []

    def load(_: str) -> Loaded:
        loading.set()
        assert go_on.wait(60)
        loads.append(Loaded())
        return loads[-1]

    get, found = HeldOnce(load), list[Loaded]()
    asking = [threading.Thread(target=lambda: found.append(get("a"))) for _ in range(2)]
    asking[0].start()
    assert loading.wait(60)
    asking[1].start()
    go_on.set()
    for thread in asking:
        thread.join(60)
    assert len(loads) == 1
    assert found == [loads[0], loads[0]]


def test_what_fails_is_tried_again() -> None:
    def load(name: str) -> Loaded:
        raise FileNotFoundError(name)

    get = HeldOnce(load)
    for _ in range(2):
        with pytest.raises(FileNotFoundError, match="a"):
            get("a")


def test_who_judges_a_run_of_the_embedded_model_loads_nothing_again(
    opened: list[int], tmp_path: Path
) -> None:
    backend, dialect = EmbeddedBackend(), EmbeddedDialect()
    task, seen = Task("Put the text to the right."), Frame.of_png(PICTURE.read_bytes())
    backend.complete(dialect.render(task, (), (), seen), threading.Event())
    by_model = list(opened)
    assert len(by_model) > 4, "eyes, encoder and decoder"
    judge = Witness(tmp_path, sentence_encoder)
    judge.saw(past_step(0, Click(Point(5, 5))).step, seen)
    assert not judge.judge(task, Frame.of_png(PICTURE.read_bytes())).holds
    assert opened == by_model
    backend.close()


def test_desktops_share_networks_and_not_what_was_seen(opened: list[int]) -> None:
    one, other = Eyes(), Eyes()
    assert len(opened) == len(set(opened))
    frame = Frame.of_png(PICTURE.read_bytes())
    found = one.look(frame)
    assert other.look(Frame.of_png(PICTURE.read_bytes())) == found


def test_a_network_on_another_device_is_another(
    opened: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Network("eyes/reader.onnx")
    providers = ["CPUExecutionProvider"]
    monkeypatch.setattr(onnxruntime, "get_available_providers", lambda: providers)
    compute_on("cuda")
    with pytest.raises(ModelError, match="this onnxruntime has none"):
        Network("eyes/reader.onnx")
    compute_on("cpu")
    assert Network("eyes/reader.onnx").metadata() == held.metadata()
    assert len(opened) == 1
