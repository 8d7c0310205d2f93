"""Runs under way obey stop, pause and resume from another process."""

import os
import pty
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from helpers.desks import until
from uitars_runtime.cli import orders as commands
from uitars_runtime.cli.pausing import TerminalPause
from uitars_runtime.control import Control
from uitars_runtime.errors import JournalError, UsageError
from uitars_runtime.holding import Hold
from uitars_runtime.orders import Order, folder_of, give, obeying, under_way


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path))
    return tmp_path


def test_a_run_obeys_while_it_goes_on() -> None:
    control = Control()
    with obeying("first", control):
        assert under_way() == ["first"]
        assert give(Order.PAUSE) == ["first"]
        assert control.paused
        assert give(Order.RESUME, "fi") == ["first"]
        assert not control.paused
        give(Order.STOP)
        assert control.is_set()
    assert under_way() == []
    with pytest.raises(UsageError, match="No run"):
        give(Order.STOP)


def test_a_run_that_ends_at_that_moment_keeps_no_order_from_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    control = Control()
    with obeying("mine", control):
        monkeypatch.setattr("uitars_runtime.orders.under_way", lambda: ["ended", "mine"])
        assert give(Order.STOP) == ["mine"]
    assert control.is_set()
    with pytest.raises(UsageError, match="No run is under way"):
        give(Order.STOP)


def test_only_the_run_that_is_named_obeys() -> None:
    one, other = Control(), Control()
    with obeying("one", one), obeying("other", other):
        with pytest.raises(UsageError, match="begins 2 runs"):
            give(Order.STOP, "o")
        with pytest.raises(UsageError, match="No run 'x'"):
            give(Order.STOP, "x")
        assert not one.is_set()
        assert give(Order.STOP, "last") == ["other"]
        assert (one.is_set(), other.is_set()) == (False, True)


def test_a_killed_run_is_not_under_way(home: Path) -> None:
    code = (
        "import time; from uitars_runtime.control import Control;"
        "from uitars_runtime.orders import obeying\n"
        "with obeying('killed', Control()): time.sleep(1000)"
    )
    with subprocess.Popen([sys.executable, "-c", code]) as process:
        try:
            until(lambda: under_way() == ["killed"], "the run")
        finally:
            os.kill(process.pid, signal.SIGKILL)
    assert under_way() == []
    assert list((home / "state" / "running").iterdir()) == []


def test_who_asks_a_run_to_keep_still_goes_on_once_it_does() -> None:
    over = threading.Event()

    class Slow(Control):
        def hold(self, reason: str) -> None:
            over.wait(0.3)
            super().hold(reason)

    control = Slow()
    with obeying("slow", control):
        with Hold(folder_of("slow")):
            still = control.paused
            over.set()
        until(lambda: not control.paused, "it goes on")
    assert still == "You work in its session."


def test_a_run_is_heard_of_however_often_somebody_asks_while_it_starts() -> None:
    ended = threading.Event()

    def ask() -> None:
        while not ended.is_set():
            under_way()

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        for number in range(100):
            with obeying(f"run{number}", Control()):
                assert under_way() == [f"run{number}"]
    finally:
        ended.set()
        asking.join()


def test_a_run_is_under_way_once() -> None:
    again = obeying("one", Control())
    with obeying("one", Control()), pytest.raises(UsageError, match="already"):
        again.__enter__()


def test_a_place_for_orders_that_cannot_be_written_is_said(home: Path) -> None:
    (home / "state").write_text("a file where a folder should be")
    with pytest.raises(JournalError, match="told to stop") as caught, obeying("run", Control()):
        pass
    assert "UITARS_HOME" in caught.value.hint


def test_the_commands_say_what_happened(capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.stop([]) == 2
    assert "No run is under way" in capsys.readouterr().err
    control = Control()
    with obeying("mine", control):
        assert commands.pause([]) == 0
        assert control.paused
        assert commands.resume([]) == 0
        assert commands.stop(["mine"]) == 0
        assert capsys.readouterr().out.splitlines() == ["mine pauses", "mine goes on", "mine stops"]
    assert control.is_set()


def test_enter_on_the_terminal_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    person, program = pty.openpty()
    try:
        control = TerminalPause(os.ttyname(program)).control
        control.pause("The mouse moved.")
        assert "The mouse moved." in capsys.readouterr().err
        began = time.monotonic()
        until(lambda: time.monotonic() - began > 0.1, "time passes")
        assert control.paused
        os.write(person, b"\n")
        until(lambda: not control.paused, "the run goes on")
    finally:
        os.close(person)
        os.close(program)


_BACKGROUND = """
import os, sys, time
from uitars_runtime.cli.pausing import TerminalPause
os.setsid()
os.close(os.open(sys.argv[1], os.O_RDWR))  # it becomes the terminal of this session
job = os.fork()
if not job:
    os.setpgid(0, 0)
    control = TerminalPause().control
    control.pause('The mouse moved.')
    time.sleep(0.5)
    control.resume()
    os._exit(0)
state = os.waitpid(job, os.WUNTRACED)[1]
if os.WIFSTOPPED(state):
    os.kill(job, 9)
sys.exit(os.WIFSTOPPED(state))
"""


def test_a_paused_run_in_the_background_leaves_the_terminal_alone() -> None:
    person, program = pty.openpty()
    try:
        shell = [sys.executable, "-c", _BACKGROUND, os.ttyname(program)]
        assert subprocess.run(shell, check=False, timeout=30).returncode == 0
    finally:
        os.close(person)
        os.close(program)
