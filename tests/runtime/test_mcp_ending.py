"""`uitars mcp` as a process: how it ends, and how it says that a task ended."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from helpers.desks import until
from helpers.mcp_service import COMMAND
from uitars_runtime.journal import list_runs, read_record
from uitars_runtime.paths import runs_folder


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DISPLAY", raising=False)


@contextmanager
def served() -> Generator[subprocess.Popen[bytes]]:
    pipe = subprocess.PIPE
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=pipe) as service:
        yield service


def asked(service: subprocess.Popen[bytes], method: str, **params: Any) -> Any:
    """The result of a request."""
    assert service.stdin is not None
    assert service.stdout is not None
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    service.stdin.write(json.dumps(request).encode() + b"\n")
    service.stdin.flush()
    return json.loads(service.stdout.readline())["result"]


def test_why_a_task_can_be_believed_is_told_a_line_each() -> None:
    with served() as service:
        told = asked(service, "tools/call", name="run_task", arguments={"task": 'Type "Anna".'})
    (part,) = told["content"]
    first, *reasons = part["text"].splitlines()
    assert first.startswith("finished, ")
    assert first.endswith(" steps: done")
    assert "Anna" in reasons[0]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_service_and_its_record_in_order(number: signal.Signals) -> None:
    with served() as service:
        assert service.stderr is not None
        assert asked(service, "ping") == {}
        service.send_signal(number)
        assert service.wait(60) == 128 + number
        assert service.stderr.read() == b""
    (folder,) = list_runs()
    assert read_record(folder).trajectory.ended is not None


def test_a_signal_while_the_service_starts_leaves_no_folder() -> None:
    def begun() -> list[Path]:
        return list(runs_folder().iterdir()) if runs_folder().exists() else []

    with served() as service:
        assert service.stderr is not None
        until(lambda: bool(begun()), "the desktop starts")
        service.terminate()
        assert service.wait(60) == 128 + signal.SIGTERM
        assert service.stderr.read() == b""
    assert begun() == []
