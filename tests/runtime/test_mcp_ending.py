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
from helpers.fakes import FakeOpenHands
from helpers.mcp_service import COMMAND
from uitars_runtime.cli import mcp
from uitars_runtime.journal import list_runs, read_record
from uitars_runtime.paths import runs_folder
from uitars_runtime.run import Request, new_folders
from uitars_runtime.run_record import Ending


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


def begun() -> list[Path]:
    return list(runs_folder().iterdir()) if runs_folder().exists() else []


def test_a_signal_while_the_service_starts_leaves_no_folder() -> None:
    with served() as service:
        assert service.stderr is not None
        until(lambda: bool(begun()), "the desktop starts")
        service.terminate()
        assert service.wait(60) == 128 + signal.SIGTERM
        assert service.stderr.read() == b""
    assert begun() == []


@pytest.fixture
def _signals() -> Generator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("_signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_so_does_one_in_the_moment_in_which_the_folder_is_made(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made(request: Request) -> tuple[Path, Path]:
        folders = new_folders(request)
        signal.raise_signal(number)
        return folders

    monkeypatch.setattr("uitars_runtime.mcp.assembly.new_folders", made)
    with pytest.raises(SystemExit) as left:
        mcp.main(["--desktop", "sandbox"])
    assert left.value.code == 128 + number
    assert begun() == []


@pytest.mark.usefixtures("_signals")
def test_a_signal_when_the_desktop_has_started_ends_its_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def opened(*_: object) -> FakeOpenHands:
        signal.raise_signal(signal.SIGTERM)
        return FakeOpenHands()

    monkeypatch.setattr("uitars_runtime.hands.opening.open_hands", opened)
    with pytest.raises(SystemExit) as left:
        mcp.main(["--desktop", "sandbox"])
    assert left.value.code == 128 + signal.SIGTERM
    (folder,) = list_runs()
    ended = read_record(folder).trajectory.ended
    assert ended is not None
    assert ended.ending is Ending.STOPPED
