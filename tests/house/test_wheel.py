"""What a person gets: the wheel holds the packages, the model and nothing else."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", str(out), str(ROOT)],
        check=True,
        capture_output=True,
        timeout=100,
    )
    with zipfile.ZipFile(next(out.glob("*.whl"))) as wheel:
        return wheel.namelist()


def test_top_level_holds_only_our_packages(names: list[str]) -> None:
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    assert tops == {
        "uitars_app",
        "uitars_runtime",
        "uitars_quant",
        "uitars_train",
        "uitars_assets",
    }


def test_every_package_is_typed(names: list[str]) -> None:
    for package in ("app", "runtime", "quant", "train", "assets"):
        assert f"uitars_{package}/py.typed" in names


def test_the_embedded_model_travels_with_its_card(names: list[str]) -> None:
    models = [name for name in names if name.startswith("uitars_assets/models/")]
    for folder in ("ppocr", "eyes", "nano"):
        files = [name for name in models if f"/{folder}/" in name]
        assert any(name.endswith(".onnx") for name in files), folder
        assert f"uitars_assets/models/{folder}/README.md" in files


def test_what_training_reads_travels_too(names: list[str]) -> None:
    data = (
        *("simulator/rates.toml", "simulator/labels.txt", "simulator/values.txt"),
        *("tasks/wordings/lists.toml", "noise/rates.json", "screens/vocabulary.toml"),
    )
    assert {f"uitars_train/{name}" for name in data} <= set(names)


def test_what_the_embedded_model_reads_of_requests_travels_too(names: list[str]) -> None:
    room = "uitars_runtime/backends/embedded/requests"
    tables = ("languages.toml", "chinese.toml", "rewordings.toml", "starting.toml", "answers.toml")
    assert {f"{room}/{name}" for name in tables} <= set(names)
    assert "uitars_runtime/backends/embedded/rules/ordinals.toml" in names


def test_the_words_of_the_gate_travel_too(names: list[str]) -> None:
    assert "uitars_runtime/gate/word_lists.toml" in names


def test_nothing_else_slips_in(names: list[str]) -> None:
    unwanted = (".pyc", ".pkl", ".pickle", ".pt", ".npz", ".ipynb")
    assert [name for name in names if name.endswith(unwanted)] == []
