"""The models of a machine: bringing in, finding by name, damage, and plans for serving."""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
from pathlib import Path

import pytest

from helpers.gguf_models import model_with_projector
from uitars_app.__main__ import main
from uitars_runtime.backends.embedded.backend import default_folder
from uitars_runtime.backends.registry import open_backend
from uitars_runtime.errors import ModelError, UsageError
from uitars_runtime.models import catalogue
from uitars_runtime.models.serving import Engine, Hardware, serve_plan


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))


def test_the_embedded_model_is_always_there() -> None:
    assert [model.name for model in catalogue.installed()] == ["nano"]


def test_a_folder_of_weights_is_found_by_its_name() -> None:
    model = catalogue.bring_in(default_folder(), "mine")
    assert model.kind == "onnx"
    assert [found.name for found in catalogue.installed()] == ["nano", "mine"]
    backend = open_backend("mine")
    assert backend.name
    backend.close()
    catalogue.remove("mine")
    with pytest.raises(UsageError, match="There is no model 'mine'"):
        open_backend("mine")


def test_the_folder_of_a_model_of_another_machine_is_brought_in_like_any(tmp_path: Path) -> None:
    first = catalogue.bring_in(default_folder(), "mine")
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(first.path, elsewhere)
    assert catalogue.bring_in(elsewhere, "theirs").bytes == first.bytes
    assert catalogue.verify("theirs") == []


def test_a_gguf_model_comes_with_its_projector(tmp_path: Path) -> None:
    weights = model_with_projector(tmp_path)
    digest = hashlib.sha256(weights.read_bytes()).hexdigest()
    model = catalogue.bring_in(weights, sha256=digest.upper())
    assert model.name == "tiny-qwen3vlmoe"
    assert model.bytes > weights.stat().st_size
    weights.unlink()
    assert Path(model.path).is_file()
    assert catalogue.verify(model.name) == []


def test_another_file_than_the_one_meant_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="not the file it should be"):
        catalogue.bring_in(model_with_projector(tmp_path), sha256="0" * 64)
    assert list(catalogue.models_folder().iterdir()) == []


def test_a_changed_file_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    model = catalogue.bring_in(default_folder(), "mine")
    file = Path(model.path) / "decoder.onnx"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    assert catalogue.verify("mine") == ["decoder.onnx"]
    assert main(["models", "verify", "mine"]) == 1
    assert "decoder.onnx is not what was imported" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["../evil", "nano", ".hidden", "a/b"])
def test_bad_names_are_refused(name: str) -> None:
    with pytest.raises(UsageError):
        catalogue.bring_in(default_folder(), name)
    assert catalogue.find(name) is None


def test_what_is_there_is_not_replaced() -> None:
    catalogue.bring_in(default_folder(), "mine")
    with pytest.raises(UsageError, match="already"):
        catalogue.bring_in(default_folder(), "mine")


def test_what_is_no_model_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"holds no decoder\.onnx"):
        catalogue.bring_in(tmp_path)
    with pytest.raises(UsageError, match="cannot be read"):
        catalogue.bring_in(tmp_path / "none.gguf")


def test_the_embedded_model_passes_the_click_test(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "test", "nano"]) == 0
    assert "clicked 3 of 3 named boxes" in capsys.readouterr().out


def test_a_model_is_tested_on_the_server_of_the_settings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UITARS_BASE_URL", "http://127.0.0.1:1/v1")
    assert main(["models", "test", "openai/qwen3-vl", "--rounds", "1"]) == 1
    told = capsys.readouterr()
    assert "127.0.0.1:1" in told.out + told.err


@pytest.mark.parametrize("rounds", ["0", "-3"])
def test_a_test_of_nothing_is_refused(rounds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "test", "nano", "--rounds", rounds]) == 2
    assert f"--rounds is {rounds}." in capsys.readouterr().err


@pytest.mark.parametrize("hardware", list(Hardware))
def test_a_plan_says_what_to_type(hardware: Hardware) -> None:
    plan = serve_plan("/models/Qwen3-VL-30B-A3B-Instruct/", hardware)
    quantize, serve, run = map(shlex.split, (plan.quantize, plan.serve, plan.run))
    out = quantize[quantize.index("-o") + 1]
    assert any(out in word for word in serve)
    name = run[run.index("--model") + 1].removeprefix("openai/")
    assert name in serve, "the server does not know the model by the name the client uses"
    port = serve[serve.index("--port") + 1]
    assert run[run.index("--base-url") + 1] == f"http://127.0.0.1:{port}/v1"
    assert run[run.index("--dialect") + 1] == "qwen3-vl"


def test_a_model_on_a_hub_is_fetched_before_it_is_quantized(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "Qwen/Qwen3-VL-8B-Instruct"
    plan = serve_plan(name, Hardware.GPU)
    fetch = shlex.split(plan.fetch)
    assert shlex.split(plan.quantize)[1] == fetch[-1]
    assert main(["models", "serve-plan", name, "--hardware", "gpu"]) == 0
    assert plan.fetch in capsys.readouterr().out
    (tmp_path / name).mkdir(parents=True)
    assert not serve_plan(name, Hardware.GPU).fetch


@pytest.mark.parametrize("hardware", list(Hardware))
def test_the_quantizer_takes_the_planned_options(
    hardware: Hardware, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from uitars_quant.cli import main as quantize

    plan = serve_plan(str(tmp_path / "Qwen3-VL-8B"), hardware)
    assert quantize(shlex.split(plan.quantize)[1:]) == 2
    assert "does not exist" in capsys.readouterr().err, "what is wrong is the folder alone"


def test_a_plan_that_no_engine_can_do_is_refused() -> None:
    with pytest.raises(UsageError, match="SGLang has no 4-bit kernels"):
        serve_plan("Qwen3-VL-8B", Hardware.ARM, Engine.SGLANG)
    with pytest.raises(UsageError, match="which grammar"):
        serve_plan("mystery", Hardware.GPU)


@pytest.mark.parametrize("kind", ["pipe", "outside", "gone"])
def test_files_beside_a_model_that_are_none_of_its_own_are_not_copied(
    kind: str, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("canary")
    folder = tmp_path / "odd"
    shutil.copytree(default_folder(), folder)
    match kind:
        case "pipe":
            os.mkfifo(folder / "readme.txt")
        case "outside":
            (folder / "readme.txt").symlink_to("../secret")
        case _:
            (folder / "readme.txt").symlink_to("nowhere")
    with pytest.raises(ModelError, match=r"not copied|cannot be read"):
        catalogue.bring_in(folder)
    assert not catalogue.models_folder().exists()


def test_a_projector_that_is_a_pipe_is_refused(tmp_path: Path) -> None:
    weights = model_with_projector(tmp_path)
    (projector,) = tmp_path.glob("*mmproj*")
    projector.unlink()
    os.mkfifo(projector)
    with pytest.raises(UsageError, match="no regular file"):
        catalogue.bring_in(weights)


@pytest.mark.parametrize(
    "manifest",
    ["[" * 100_000, '{"kind":"gguf","main":"../../x.gguf","files":{}}', "[]", "\udcff"],
)
def test_a_damaged_manifest_is_named(manifest: str) -> None:
    model = catalogue.bring_in(default_folder(), "mine")
    file = Path(model.path) / catalogue.MANIFEST
    file.write_text(manifest, "utf-8", "surrogatepass")
    with pytest.raises(ModelError, match="is damaged"):
        catalogue.find("mine")


def test_a_damaged_model_can_be_removed(capsys: pytest.CaptureFixture[str]) -> None:
    model = catalogue.bring_in(default_folder(), "mine")
    (Path(model.path) / catalogue.MANIFEST).write_text("{")
    assert main(["models"]) == 1
    assert "uitars models remove mine" in capsys.readouterr().err
    assert main(["models", "remove", "mine"]) == 0
    assert [one.name for one in catalogue.installed()] == ["nano"]
