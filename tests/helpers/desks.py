"""Private desktops for tests: opened through the runtime, looked at from outside it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from uitars_runtime.desktop.sandbox_server import paint_background
from uitars_runtime.desktop.wall import Programs
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.guard.folder import marked
from uitars_runtime.hands.process import ProcessHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.protocols import Asker, Stop

if TYPE_CHECKING:
    from Xlib.display import Display

PATIENCE = 90.0
"""Seconds after which a test gives up; never a bound that is measured."""


def until(holds: Callable[[], bool], what: str | Callable[[], str]) -> None:
    """Wait for a state; fails when it does not come. `what`: its name, or what says at the failure
    how things stand."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > deadline:
            raise AssertionError(f"did not happen: {what if isinstance(what, str) else what()}")
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
    programs: Programs = "open",
    browser: str = "",
    cdp: bool = False,
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
        programs=programs,
        browser=browser,
        cdp=cdp,
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
        self._socket = ServerSocket(hands.display)

    def left(self) -> list[str]:
        """What is still there; empty when nothing is."""
        left = [f"process {pid}" for pid in marked(self.folder) if not gone(pid)]
        return left + [str(path) for path, there in self._places() if there]

    def _places(self) -> list[tuple[Path, bool]]:
        return [(self.folder, self.folder.exists()), (self._socket.path, self._socket.exists())]


def server_of(display: str) -> int:
    """Process id of the X server that listens there."""
    with socket.socket(socket.AF_UNIX) as probe:
        probe.connect(f"/tmp/.X11-unix/X{display.removeprefix(':')}")
        credentials = probe.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
    return int.from_bytes(credentials[:4], sys.byteorder)


class ServerSocket:
    """The socket of one X server. Its number, and even its inode, is another's at any moment."""

    def __init__(self, display: str) -> None:
        self.path = Path(f"/tmp/.X11-unix/X{display.removeprefix(':')}")
        self._born = self._birth()

    def exists(self) -> bool:
        """Whether the very same one is still there."""
        return self._birth() == self._born

    def _birth(self) -> tuple[int, int] | None:
        try:
            status = self.path.stat()
        except FileNotFoundError:
            return None
        return status.st_ino, status.st_ctime_ns


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
