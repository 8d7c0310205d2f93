"""Programs whose output nobody reads to its end, as in `… | head -1`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_COMMANDS = [
    ["uitars_runtime.cli.policy", "list"],
    ["uitars_train.cli", "games", "list"],
    ["uitars_quant.cli", "--version"],
]


@pytest.mark.parametrize("command", _COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize("buffered", [True, False])
def test_a_reader_that_has_enough_ends_a_program_without_a_word(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: list[str], buffered: bool
) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path))
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    module, *words = command
    code = f"import sys; from {module} import main; sys.exit(main({words!r}))"
    options = [] if buffered else ["-u"]
    with subprocess.Popen(
        [sys.executable, *options, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141
