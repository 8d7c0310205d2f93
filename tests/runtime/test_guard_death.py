"""kill -9 of the guard alone, at the moments that are hardest for head and hands."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from helpers.desks import display_server, gone, held, server_of, until
from uitars_runtime.errors import DesktopError
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.guard.folder import marked
from uitars_runtime.guard.mark import MARK
from uitars_runtime.guard.real_input import RealInput
from uitars_runtime.hands.process import ProcessHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.types import Type, Wait

LONG = "the hands are busy with this for a good while " * 1000


@contextmanager
def hands_on(display: str, workspace: Path) -> Generator[ProcessHands]:
    settings = HandsSettings(
        desktop=display, workspace=str(workspace), policy="ask-on-risk", actions_per_second=1000.0
    )
    hands = open_hands(settings, NobodyAsker(), threading.Event())
    try:
        yield hands
    finally:
        hands.close()


@contextmanager
def meanwhile(work: Callable[[], object]) -> Generator[list[BaseException]]:
    """Do it in a thread; yields the error it ends with."""
    errors: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except DesktopError as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield errors
    finally:
        thread.join()


def kill(pid: int) -> None:
    """Kill the guard; it is a child of this process, who has to look to know that it is gone."""
    os.kill(pid, signal.SIGKILL)
    until(lambda: gone(pid), "the guard ends")


def waits(pid: int) -> bool:
    """Whether a process does nothing for a while."""
    before = _processor_time(pid)
    time.sleep(0.2)
    return _processor_time(pid) == before


def _processor_time(pid: int) -> list[str]:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return fields[11:13]


def folder_of(pid: int) -> Path:
    """The folder of the run that a process belongs to."""
    environment = Path(f"/proc/{pid}/environ").read_text().split("\0")
    return next(Path(one.partition("=")[2]) for one in environment if one.startswith(f"{MARK}="))


def test_hands_that_wait_for_the_server_amid_their_input_leave(tmp_path: Path) -> None:
    with display_server() as display, hands_on(display, tmp_path) as hands:
        server, pid = server_of(display), hands.pid
        ear = RealInput(display, agents_too=True)
        with meanwhile(lambda: hands.perform(Type(LONG), hands.observe())) as errors:
            until(lambda: bool(ear.events()), "the hands type")
            # They ask the server whether the target is the same, and it does not answer.
            os.kill(server, signal.SIGSTOP)
            until(lambda: waits(pid), "the hands wait")
            # Each thread of the guard that dies has a signal sent; those that wait become one.
            os.kill(pid, signal.SIGSTOP)
            kill(hands.guard_pid)
            os.kill(pid, signal.SIGCONT)
            os.kill(server, signal.SIGCONT)
            until(lambda: gone(pid), "the hands end")
        ear.close()
        assert [error.gone for error in errors if isinstance(error, DesktopError)] == [True]
        assert held(display) == ([], 0)


def test_a_head_does_not_wait_for_hands_that_hang(tmp_path: Path) -> None:
    with display_server() as display, hands_on(display, tmp_path) as hands:
        seen, pid = hands.observe(), hands.pid
        with meanwhile(lambda: hands.perform(Wait(1000.0), seen)) as errors:
            os.kill(pid, signal.SIGSTOP)
            kill(hands.guard_pid)
            until(lambda: bool(errors), "the head hears of it")
        folder = folder_of(pid)
        assert marked(folder) == [pid]
        assert not hands.restart()
        until(lambda: gone(pid), "the hands are gone")
        until(lambda: not folder.exists(), "their folder is gone")
