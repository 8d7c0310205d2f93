"""Every exit code of `uitars-run`, through the real command line, on a real desktop."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.recorded import record
from uitars_runtime.config import Settings
from uitars_runtime.control import Control
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.journal import list_runs, read_run
from uitars_runtime.run import Request, execute
from uitars_runtime.run_record import Ending
from uitars_runtime.types import Action, AskUser, Click, Finish, Point, Press, Type, Wait

DONE = Finish("success", "It is 42.")
CLICK = Click(Point(400, 300))
ENTRY = "zenity --entry --text=Name"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DISPLAY", raising=False)
    return tmp_path


def command(home: Path, actions: tuple[Action, ...], *options: str) -> list[str]:
    run = record(home / "recorded" / "run", *actions)
    program = [sys.executable, "-m", "uitars_runtime.cli.run", "test", "--model", f"replay:{run}"]
    return [*program, "--output-format", "json", *options]


def uitars_run(
    home: Path, actions: tuple[Action, ...], *options: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(home, actions, *options),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("code", "ending", "actions", "options"),
    [
        (0, "finished", (DONE,), ()),
        (1, "error", (Wait(0.0),), ()),
        (3, "impossible", (Finish("failure", "There is no such thing."),), ()),
        (4, "denied", (CLICK, CLICK, CLICK), ("--policy", "ask-always")),
        (5, "needs_person", (AskUser("Which one?"),), ()),
        (6, "budget", (Wait(0.0), DONE), ("--max-steps", "1")),
        (6, "stuck", (CLICK, CLICK, CLICK, DONE), ()),
        (7, "unverified", (DONE,), ("--verify", "false")),
        (7, "finished", (DONE,), ("--require-evidence",)),
        (0, "finished", (DONE,), ("--require-evidence", "--verify", "true")),
    ],
    ids=lambda value: str(value) if isinstance(value, int) else "",
)
def test_endings_and_their_codes(
    home: Path, code: int, ending: str, actions: tuple[Action, ...], options: tuple[str, ...]
) -> None:
    done = uitars_run(home, actions, "--desktop", "sandbox", *options)
    assert done.returncode == code, done.stderr
    result = json.loads(done.stdout)
    assert (result["type"], result["exit_code"]) == ("run.ended", code)
    assert result["ending"] == ending
    assert result["answer"] == ("It is 42." if code in (0, 7) else "")
    evidence = "verified" if "true" in options else "unchecked"
    assert result["evidence"] == (evidence if ending == "finished" else "none")
    assert len(result["steps"]) >= 1 or code == 130
    denied = [(one["index"], one["verdict"]["decision"]) for one in result["denied"]]
    assert denied == ([(step["index"], "deny") for step in result["steps"]] if code == 4 else [])
    (run,) = list_runs()
    ended = read_run(run).ended
    assert ended is not None
    assert ended.exit_code == code


def test_a_verified_task_changes_a_real_program(home: Path) -> None:
    """Zenity writes what was typed to its standard output, which its wrapper keeps in a file."""
    workspace = home / "work"
    workspace.mkdir()
    (workspace / "ask").write_text(f"{ENTRY} > answer.txt\n")
    done = uitars_run(
        home,
        (Type("Grüße, 漢字"), Press(("enter",)), DONE),
        *("--desktop", "sandbox", "--workspace", str(workspace), "--app", "sh ask"),
        *("--verify", "grep -qx 'Grüße, 漢字' answer.txt"),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(done.stdout)
    assert result["verified"] is True
    assert result["files"] == [str(workspace / "answer.txt")]


@pytest.mark.parametrize(
    "options",
    [
        ("--yes",),
        ("--yes", "R4"),
        ("--yes", "everything"),
        ("--max-steps", "0"),
        ("--desktop", "moon"),
        ("--desktop", "local"),
        ("--desktop", "sandbox", "--policy", "none-such"),
        ("--model", "none-such"),
        ("--no-such-option",),
    ],
    ids=" ".join,
)
def test_usage(home: Path, options: tuple[str, ...]) -> None:
    done = uitars_run(home, (DONE,), *options)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.strip()
    assert "Traceback" not in done.stderr


def test_autonomy_outside_a_sandbox_is_refused(home: Path) -> None:
    done = uitars_run(home, (DONE,), "--desktop", ":99", "--policy", "autonomous-in-sandbox")
    assert done.returncode != 0
    assert done.stdout == ""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_ctrl_c_and_a_closed_terminal_leave_a_finished_record(
    home: Path, number: signal.Signals
) -> None:
    process = subprocess.Popen(
        command(
            home,
            (Wait(0.0), Wait(50.0), DONE),
            "--desktop",
            "sandbox",
            "--output-format",
            "stream-json",
        ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ},
    )
    assert process.stdout is not None
    with process, process.stdout:
        lines = [json.loads(process.stdout.readline()) for _ in range(2)]
        assert [line["type"] for line in lines] == ["run.started", "step"]
        process.send_signal(number)
        lines.append(json.loads(process.stdout.read().splitlines()[-1]))
        assert process.wait(20) == 130
    assert lines[-1]["ending"] == "stopped"
    (run,) = list_runs()
    ended = read_run(run).ended
    assert ended is not None
    assert ended.ending is Ending.STOPPED


@pytest.mark.parametrize("read", [1, 2])
def test_a_run_that_nobody_follows_any_more_was_stopped(home: Path, read: int) -> None:
    """As in `uitars-run ... | head`."""
    recorded = record(home / "recorded" / "run", Wait(0.0), DONE)
    taken = execute(
        Request("x", Settings(model=f"replay:{recorded}", desktop="sandbox:640x480")),
        asker=NobodyAsker(),
        answer=lambda _question: None,
        control=Control(),
    )
    for _ in range(read):
        next(taken)
    taken.close()
    (run,) = list_runs()
    ended = read_run(run).ended
    assert ended is not None
    assert (ended.ending, ended.steps) == (Ending.STOPPED, read - 1)
