"""What commands write on its way out of the hands: in time, capped, and never in the way."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from helpers.desks import PATIENCE, sandbox_hands, until
from helpers.recorded import record
from uitars_runtime.errors import Stopped
from uitars_runtime.types import CallTool, Finish, Shell

UNTIL_GO = "echo first; while [ ! -e go ]; do sleep 0.05; done; echo second"
CELL = "import os, time\nprint('first')\nwhile not os.path.exists('go'): time.sleep(0.05)"


@pytest.mark.parametrize(
    "action", [Shell(UNTIL_GO), CallTool("python", "run", {"code": CELL})], ids=["shell", "cell"]
)
def test_output_comes_while_the_command_runs(tmp_path: Path, action: Shell | CallTool) -> None:
    pieces: list[str] = []

    def shown(text: str) -> None:
        pieces.append(text)
        if "first\n" in pieces:
            (tmp_path / "go").touch()

    with sandbox_hands(tmp_path, on_output=shown) as hands:
        outcome = hands.perform(action, hands.observe()).outcome
    assert outcome.ok
    assert pieces[0] == ""
    assert "".join(pieces) == outcome.text


def test_a_secret_leaves_the_hands_in_no_piece(tmp_path: Path) -> None:
    pieces: list[str] = []
    key = "AKIA" + "ABCDEFGHIJKLMNOP"
    (tmp_path / "key").write_text(key)
    with sandbox_hands(tmp_path, on_output=pieces.append) as hands:
        hands.perform(Shell("head -c 9 key; sleep 0.3; tail -c +10 key; echo"), hands.observe())
    assert "".join(pieces) == "[hidden: AWS key]\n"


def test_a_flood_with_a_face_that_hangs_holds_nothing_up(tmp_path: Path) -> None:
    """The face takes nothing until the command has written all of its 100 MB."""
    done = tmp_path / "done"
    pieces: list[str] = []

    def hang(text: str) -> None:
        pieces.append(text)
        deadline = time.monotonic() + PATIENCE
        while not done.exists() and time.monotonic() < deadline:
            time.sleep(0.01)

    with sandbox_hands(tmp_path, on_output=hang) as hands:
        hands.perform(Shell("touch done"), hands.observe())
        done.unlink()
        pieces.clear()
        before = _peak(hands.pid)
        outcome = hands.perform(
            Shell("yes | head -c 100000000; touch done"), hands.observe()
        ).outcome
        grown = _peak(hands.pid) - before
    assert done.exists()
    assert "99934464 more bytes were dropped" in outcome.text
    assert 0 < len("".join(pieces)) < 70_000
    assert grown < 16_000


def test_a_stop_ends_a_command_that_never_pauses(tmp_path: Path) -> None:
    stop = threading.Event()
    marker = f"8{os.getpid()}.25"

    def shown(text: str) -> None:
        if "talk" in text:
            stop.set()

    with sandbox_hands(tmp_path, stop=stop, on_output=shown) as hands:
        seen = hands.observe()
        with pytest.raises(Stopped):
            hands.perform(Shell(f"sleep {marker} & while :; do echo talk; sleep 0.01; done"), seen)
        until(lambda: not _running(marker), "the processes of the command end")


def test_the_command_line_shows_output_beside_the_steps(tmp_path: Path) -> None:
    """Standard output holds the steps; what comes meanwhile goes to standard error, dim and cut."""
    line = f"{UNTIL_GO}; printf '\\033[2Jwiped\\n'; seq 1 300"
    run = record(tmp_path / "run", Shell(line), Finish())
    options = ["--model", f"replay:{run}", "--desktop", "sandbox", "--workspace", str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-m", "uitars_runtime.cli.run", "test", *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "UITARS_HOME": str(tmp_path / "home")},
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "     │ first\n"
        (tmp_path / "go").touch()
        steps, rest = process.communicate(timeout=PATIENCE)
    lines = rest.splitlines()
    assert lines[:3] == ["     │ second", "     │ wiped", "     │ 1"]
    assert lines[-1] == "     │ …"
    assert len(lines) == 200
    assert "│" not in steps
    assert process.returncode == 0


def _peak(pid: int) -> int:
    """The most memory that a process has held, in KiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0])


def _running(marker: str) -> bool:
    lines: list[bytes] = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines.append(entry.read_bytes())
        except OSError:
            continue
    return any(line.split(b"\0")[:2] == [b"sleep", marker.encode()] for line in lines)
