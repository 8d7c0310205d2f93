"""Private desktops for tests: opened through the runtime, looked at from outside it."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from uitars_runtime.desktop.sandbox_server import paint_background
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.guard.folder import marked
from uitars_runtime.hands.process import ProcessHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.protocols import Asker, Stop

if TYPE_CHECKING:
    from Xlib.display import Display

PATIENCE = 30.0
"""Seconds after which a test gives up; never a bound that is measured."""


def until(holds: Callable[[], bool], what: str) -> None:
    """Wait for a state; fails when it does not come."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > deadline:
            raise AssertionError(f"did not happen: {what}")
        time.sleep(0.01)


@contextmanager
def sandbox_hands(
    workspace: Path,
    *,
    apps: tuple[str, ...] = (),
    policy: str = "autonomous-in-sandbox",
    grants: tuple[str, ...] = (),
    asker: Asker | None = None,
    stop: Stop | None = None,
    ask_seconds: float = 30.0,
    accessibility: bool = False,
    privacy: PrivacySettings | None = None,
    on_output: Callable[[str], None] | None = None,
) -> Generator[ProcessHands]:
    """Hands on a small desktop of their own; closed at the end."""
    settings = HandsSettings(
        desktop="sandbox:640x480",
        apps=apps,
        workspace=str(workspace),
        policy=policy,
        grants=grants,
        actions_per_second=1000.0,
        ask_seconds=ask_seconds,
        accessibility=accessibility,
        privacy=privacy or PrivacySettings(),
    )
    hands = open_hands(
        settings, asker or NobodyAsker(), stop or threading.Event(), on_output=on_output
    )
    try:
        yield hands
    finally:
        hands.close()


@contextmanager
def display_server() -> Generator[str]:
    """An X server that nobody of ours owns, with a background; yields its display."""

    reading, writing = os.pipe()
    server = subprocess.Popen(
        [
            "Xvfb",
            "-displayfd",
            str(writing),
            "-screen",
            "0",
            "640x480x24",
            "-nolisten",
            "tcp",
            "-noreset",
        ],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    try:
        with connection(f":{number}") as opened:
            paint_background(opened)
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


def gone(pid: int) -> bool:
    """Whether a process has ended; one that waits to be collected has."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state in ("Z", "X")


class Traces:
    """What a run on a display of its own has put into the world."""

    def __init__(self, hands: ProcessHands) -> None:
        self.folder = Path(hands.environment["HOME"]).parent
        self._socket = socket_of(hands.display)

    def left(self) -> list[str]:
        """What is still there; empty when nothing is."""
        left = [f"process {pid}" for pid in marked(self.folder) if not gone(pid)]
        return left + [str(path) for path, there in self._places() if there]

    def _places(self) -> list[tuple[Path, bool]]:
        path, _ = self._socket
        return [(self.folder, self.folder.exists()), (path, still_there(self._socket))]


def socket_of(display: str) -> tuple[Path, int]:
    """The X server's socket and its inode: another server may use the number at any moment."""
    path = Path(f"/tmp/.X11-unix/X{display.removeprefix(':')}")
    return path, path.stat().st_ino


def still_there(socket: tuple[Path, int]) -> bool:
    path, inode = socket
    return path.exists() and path.stat().st_ino == inode


@contextmanager
def connection(display: str, authority: str | None = None) -> Generator[Display]:
    """A connection to a display; `authority` is the file with its cookie."""
    from Xlib.display import Display

    with pytest.MonkeyPatch.context() as patch:
        if authority is not None:
            patch.setenv("XAUTHORITY", authority)
        opened = Display(display)
    try:
        yield opened
    finally:
        opened.close()


def held(display: str, authority: str | None = None) -> tuple[list[int], int]:
    """Key codes and button mask that are down on a display."""
    with connection(display, authority) as opened:
        keymap = opened.query_keymap()
        keys = [8 * i + j for i, byte in enumerate(keymap) for j in range(8) if byte >> j & 1]
        return keys, opened.screen().root.query_pointer().mask & 0x1F00
