"""What `--model REF` means."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from uitars_runtime.backends.openai import OpenAIBackend
from uitars_runtime.backends.registry import open_backend, open_model
from uitars_runtime.errors import UsageError

URL = "http://127.0.0.1:9/v1"


@pytest.fixture(autouse=True)
def no_server_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.setenv("UITARS_API_KEY", "abc")


def test_a_model_on_a_server() -> None:
    backend = open_backend("openai/org/Qwen3-VL-4B", URL)
    assert isinstance(backend, OpenAIBackend)
    assert backend.name == "openai/org/Qwen3-VL-4B"
    assert str(backend.address) == URL


def test_the_dialect_follows_the_name_and_can_be_given() -> None:
    assert open_model("openai/UI-TARS-1.5-7B", URL).dialect == "ui-tars-1.5"
    assert open_model("openai/gpt", URL, "ui-tars-1.5").dialect == "ui-tars-1.5"
    with pytest.raises(UsageError, match="which grammar"):
        open_model("openai/gpt", URL)
    with pytest.raises(UsageError, match=r"no dialect 'ui-tar-1\.5'"):
        open_model("openai/gpt", URL, "ui-tar-1.5")


def test_a_server_needs_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError) as caught:
        open_backend("openai/tiny")
    assert "--base-url" in caught.value.hint
    monkeypatch.setenv("OPENAI_BASE_URL", URL)
    backend = open_backend("openai/tiny")
    assert isinstance(backend, OpenAIBackend)
    assert str(backend.address) == URL


@pytest.mark.parametrize(
    ("ref", "hint"),
    [
        ("nanoo", "Did you mean nano?"),
        ("opnai/x", "Did you mean openai/NAME?"),
        ("replai:x", "Did you mean replay:RUN?"),
        ("openai/", "Did you mean openai/NAME?"),
        ("qwen3-vl-8b", "Fetch it: uitars models get qwen3-vl-8b"),
        ("", "Known are nano"),
        ("./no-such-folder", "Check the path."),
    ],
)
def test_what_nobody_knows_is_answered_with_the_closest(ref: str, hint: str) -> None:
    for open_either in (open_backend, open_model):
        with pytest.raises(UsageError, match="There is no model") as caught:
            open_either(ref, URL)
        assert hint in caught.value.hint


def test_a_backend_of_somebody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "acme_backend.py").write_text(
        "from uitars_runtime.backends.replay import ScriptedBackend\n"
        "def open_acme(name, base_url):\n"
        "    return ScriptedBackend(['Action: wait()'], f'acme/{name} at {base_url}')\n"
    )
    installed = tmp_path / "acme-1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: acme\nVersion: 1\n")
    (installed / "entry_points.txt").write_text(
        "[uitars.backends]\nacme = acme_backend:open_acme\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    assert open_backend("acme/large", URL).name == f"acme/large at {URL}"
    with pytest.raises(UsageError) as caught:
        open_backend("acne/large")
    assert "Did you mean acme/NAME?" in caught.value.hint


def test_a_folder_of_another_architecture_is_told_how_it_runs(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"")
    with pytest.raises(UsageError, match="holds no decoder") as caught:
        open_model(str(tmp_path))
    assert "run on a server" in caught.value.hint
