"""What models compute on: one choice, heard everywhere, proved by the numbers it gives.

No graphics card is at hand: with one, nothing of this was run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import onnxruntime
import pytest

from uitars_runtime import onnx_session
from uitars_runtime.backends.embedded.backend import default_folder
from uitars_runtime.backends.embedded.network.graph import (
    OPERATORS,
    eight_bit_activations,
    exact_operators,
    open_weights,
)
from uitars_runtime.config import load
from uitars_runtime.doctor import machine, model
from uitars_runtime.doctor.report import Status
from uitars_runtime.errors import ModelError, UsageError
from uitars_runtime.onnx_session import compute_on, computes_on, open_session

FILE = str(default_folder() / "decoder.onnx")


@pytest.fixture(autouse=True)
def nobody_chose(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path))
    monkeypatch.setenv("UITARS_COMPUTES_ON", "auto")


class Recorder:
    """Stands for the build with CUDA: notes what a session is asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, works: bool) -> None:
        self.asked: list[str] = []
        real, outer = onnxruntime.InferenceSession, self

        class Session:
            def __init__(self, weights: Any, options: Any, providers: list[Any]) -> None:
                named = [one if isinstance(one, str) else one[0] for one in providers]
                outer.asked = named
                self._inner = real(weights, options, providers=["CPUExecutionProvider"])
                self._named = named if works else ["CPUExecutionProvider"]

            def get_providers(self) -> list[str]:
                return self._named

            def __getattr__(self, name: str) -> Any:
                return getattr(self._inner, name)

        offered = ["CUDAExecutionProvider", "CPUExecutionProvider"]
        monkeypatch.setattr(onnxruntime, "get_available_providers", lambda: offered)
        monkeypatch.setattr(onnxruntime, "InferenceSession", Session)


def test_without_cuda_the_processor_computes() -> None:
    assert computes_on(open_session(FILE)) == "cpu"
    compute_on("cpu")
    assert computes_on(open_session(FILE)) == "cpu"


@pytest.mark.parametrize(
    ("device", "asked"),
    [
        ("auto", ["CUDAExecutionProvider", "CPUExecutionProvider"]),
        ("cuda", ["CUDAExecutionProvider", "CPUExecutionProvider"]),
        ("cpu", ["CPUExecutionProvider"]),
    ],
)
def test_the_choice_decides(
    device: onnx_session.Device, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    build = Recorder(monkeypatch, works=True)
    compute_on(device)
    open_session(FILE)
    assert build.asked == asked


def test_a_card_that_does_not_work_is_no_failure_unless_it_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Recorder(monkeypatch, works=False)
    assert computes_on(open_session(FILE)) == "cpu"
    compute_on("cuda")
    with pytest.raises(ModelError, match="no CUDA device works"):
        open_session(FILE)


def test_a_file_is_loaded_once_and_again_when_it_changed(tmp_path: Path) -> None:
    file = tmp_path / "decoder.onnx"
    file.write_bytes(Path(FILE).read_bytes())
    first = open_weights(file)
    assert open_weights(file) is first
    assert open_weights(file, threads=2) is not first
    file.write_bytes(Path(FILE).read_bytes())
    assert open_weights(file) is not first


def test_the_proof_computes_and_is_not_reckoned_beforehand(tmp_path: Path) -> None:
    assert exact_operators(default_folder()) == ("cpu", ())
    seen: list[Any] = []
    real = onnxruntime.InferenceSession

    def note(weights: Any, options: Any, providers: Any) -> Any:
        seen.append(options.graph_optimization_level)
        return real(weights, options, providers=providers)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(onnxruntime, "InferenceSession", note)
        assert eight_bit_activations(default_folder())
    assert seen == [onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL]


def test_the_doctor_says_where_eight_bits_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    from uitars_runtime.backends.embedded.network import graph

    found = model.embedded()
    assert found.status is Status.OK
    assert "on cpu" in found.text
    Recorder(monkeypatch, works=True)
    monkeypatch.setattr(graph, "_rounded", lambda name, _values: name != OPERATORS[0])
    found = model.embedded()
    assert found.status is Status.DEGRADED
    assert "without 8-bit activations on cuda: the 4-bit product" in found.text
    assert found.mend == "Set device to cpu."


def test_the_doctor_knows_a_build_that_lies_over_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = dict(machine.checks())["onnxruntime"]()
    assert found.status is Status.OK
    monkeypatch.setattr(machine, "version", lambda _name: "1.32.0")
    found = dict(machine.checks())["onnxruntime"]()
    assert found.status is Status.DEGRADED
    assert "--force-reinstall" in found.mend


def test_a_run_that_wants_cuda_says_what_is_missing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "uitars_runtime.cli.run", "Click OK.", "--output-format"]
    environment = {**os.environ, "UITARS_DEVICE": "cuda", "UITARS_HOME": str(tmp_path)}
    done = subprocess.run(
        [*command, "json"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "uitars[gpu]" in done.stderr + done.stdout
    assert not done.stdout or json.loads(done.stdout)


def test_a_device_that_there_is_not_is_a_usage_error() -> None:
    assert load(environment={"UITARS_DEVICE": "cpu"}).device == "cpu"
    with pytest.raises(UsageError, match="device"):
        load(environment={"UITARS_DEVICE": "tpu"})


def test_onnxruntime_keeps_nothing_to_tell_its_makers(tmp_path: Path) -> None:
    """Its telemetry lies in the cache of the home folder, with a number made for the person."""
    program = "import sys; from uitars_runtime.onnx_session import open_session"
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    environment = {**os.environ, **home}
    environment.pop("ORT_DISABLE_TELEMETRY", None)
    subprocess.run(
        [sys.executable, "-c", f"{program}; open_session(sys.argv[1])", FILE],
        env=environment,
        check=True,
    )
    assert list(tmp_path.iterdir()) == []
