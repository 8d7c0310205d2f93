"""Whole tasks in the grammars of model families: `uitars-run`, a model server in a process of its
own that looks at the pictures it is sent, a form on a private desktop whose file is the proof."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from uitars_runtime.journal import list_runs, read_run

HELPERS = Path(__file__).parents[1] / "helpers"
TEXT = "Zimmer 12, für zwei"
MODELS = {
    "fara": "microsoft/Fara-7B",
    "fara-1.5": "microsoft/Fara1.5-9B",
    "mai-ui": "Tongyi-MAI/MAI-UI-8B",
    "glm-v": "zai-org/GLM-4.5V",
    "opencua": "xlangai/OpenCUA-7B",
    "openai-computer": "gpt-5.4",
    "anthropic-computer": "claude-sonnet-4-6",
}
OFTEN = ("glm-v", "opencua", "openai-computer")
"""Played with every change, all of them at night."""


@contextmanager
def serving(dialect: str) -> Iterator[str]:
    """The address of a server whose model speaks this dialect."""
    command = [sys.executable, str(HELPERS / "dialect_server.py"), dialect, TEXT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


@pytest.mark.parametrize(
    "dialect",
    [name if name in OFTEN else pytest.param(name, marks=pytest.mark.drill) for name in MODELS],
)
def test_a_task_is_done_in_the_dialect_that_the_models_name_says(
    dialect: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DISPLAY", raising=False)
    workspace = tmp_path / "work"
    workspace.mkdir()
    shutil.copy(HELPERS / "programs" / "coloured_form.py", workspace)
    with serving(dialect) as url:
        done = subprocess.run(
            [sys.executable, "-m", "uitars_runtime.cli.run", "Save the room",
             "--model", f"openai/{MODELS[dialect]}", "--base-url", url,
             "--desktop", "sandbox:1900x1010", "--workspace", str(workspace),
             "--app", "/usr/bin/python3 coloured_form.py answer.txt",
             "--verify", f"grep -qx '{TEXT}' answer.txt", "--output-format", "json"],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=240, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    ended = json.loads(done.stdout)
    assert ended["verified"] is True
    kinds = [step["action"]["kind"] for step in ended["steps"]]
    assert kinds[-3:] == ["type", "click", "finish"]
    (run,) = list_runs()
    assert read_run(run).started.dialect == dialect
