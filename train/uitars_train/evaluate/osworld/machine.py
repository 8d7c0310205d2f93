"""A session as the machine that OSWorld's tasks are written for: its paths, programs and files."""

from __future__ import annotations

import os
import re
import shlex
import signal
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from uitars_runtime.desktop.managed import ManagedWindows, reached
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.guard.processes import descendants
from uitars_runtime.sessions.folder import find
from uitars_runtime.sessions.osworld.inside import Inside, Ran
from uitars_runtime.sessions.osworld.screen import SessionScreen
from uitars_runtime.sessions.osworld.tree import tree_of
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.types import Size
from uitars_train.evaluate.osworld import stand_ins
from uitars_train.evaluate.osworld.host import await_quiet
from uitars_train.evaluate.proctor import POLICY

if TYPE_CHECKING:
    from Xlib.display import Display

SIZE: Final = Size(1920, 1080)
"""Of OSWorld's screen, in which some of its set-up points."""
HOME: Final = "/home/user"
"""Of OSWorld's machine."""

_TITLES: Final = {
    "google-chrome": r"Chromium",
    "gimp": r"GNU Image Manipulation Program",
    "libreoffice": r"LibreOffice (?:Impress|Writer|Calc)|Template",
    "vlc": r"VLC media player",
}
"""What the windows of programs are called once they are ready."""
_Window = tuple[int, int]
"""Its number and its process. The server gives the number again once a program has ended, and the
window manager lists what has ended a little longer: the number alone says not what is new."""
_WINDOW_SECONDS, _ENDING_SECONDS = 90.0, 60.0


class _Tab(msgspec.Struct, frozen=True):
    type: str
    url: str


class TaskMachine:
    """One session. Implements `Host`."""

    policy = POLICY
    grants: tuple[str, ...] = ()

    def __init__(self, session: SessionRecord) -> None:
        self.session = session
        self.inside = Inside(session.id)
        self.screen = SessionScreen(session.id)
        self.home = self.inside.home
        stand_ins.put(Path(self.home))
        desktop = Path(self.home, "Desktop")
        if not desktop.exists():
            # What a person sees on the desktop is what the shell works on.
            desktop.symlink_to(session.workspace)

    @property
    def desktop(self) -> str:
        """As `--desktop` takes it."""
        return f"session:{self.session.id}"

    @property
    def workspace(self) -> str:
        """That of the session."""
        return self.session.workspace

    def placed(self, said: dict[str, Any]) -> dict[str, Any]:
        """What a task says, with the places and sizes of this machine."""
        size = self.session.order.size
        text = msgspec.json.encode(said).decode()
        for meant, here in (
            (HOME, self.home),
            ("{CLIENT_PASSWORD}", "password"),
            ("{SCREEN_WIDTH_HALF}", str(size.width // 2)),
            ("{SCREEN_HEIGHT_HALF}", str(size.height // 2)),
            ("{SCREEN_WIDTH}", str(size.width)),
            ("{SCREEN_HEIGHT}", str(size.height)),
        ):
            text = text.replace(meant, here)
        return msgspec.json.decode(text, type=dict[str, Any])

    def run(self, words: Sequence[str], given: bytes = b"") -> Ran:
        """A command to its end."""
        search = find(self.session.id).desktop.environment["PATH"]
        own = f"{self.home}/{stand_ins.FOLDER}:{Path(sys.prefix) / 'bin'}"
        # Behind the wall not all is seen that the search path names.
        places = f"{own}:{search}:/usr/bin:/bin:/usr/games"
        return self.inside.run(["/usr/bin/env", f"PATH={places}", *words], lambda: False, given)

    def command(self, command: str | Sequence[str], *, shell: bool) -> Ran:
        """The same, as a task writes it."""
        return self.run(self.inside.argv(command, shell=shell))

    def launch(self, command: str | Sequence[str], *, shell: bool) -> None:
        """Start a program and wait until its window is ready."""
        words = self.inside.argv(command, shell=shell)
        said = shlex.split(words[-1]) if shell else words
        if said[0] == "pkill":
            self.end(said[-1])
            return
        before = self._windows()
        line = " ".join(map(shlex.quote, words))
        ran = self.run(["sh", "-c", f"setsid -f {line} >/dev/null 2>&1 </dev/null"])
        if ran.code:
            raise UsageError(f"{said[0]} cannot be started: {ran.error.strip()}.")
        for word in said:
            if word in _TITLES:
                self._await_window(word, before)
                return

    def open(self, path: str) -> None:
        """Open a file with the program that it belongs to."""
        self.launch(["xdg-open", path], shell=False)

    def activate(self, name: str, *, strict: bool, by_class: bool) -> bool:
        """Bring a window forward; whether there is one."""
        title = stand_ins.WINDOWS.get(name, name)
        return self.screen.activate(title, strict=strict, by_class=by_class)

    def close_window(self, name: str, *, strict: bool, by_class: bool) -> None:
        """Close a window, where there is one."""
        title = stand_ins.WINDOWS.get(name, name)
        self.screen.close(title, strict=strict, by_class=by_class)

    def end(self, name: str) -> None:
        """End the session's programs of this name, as `pkill` would, and wait for it."""
        called = re.compile(stand_ins.STANDING_FOR.get(name, name))
        deadline = time.monotonic() + _ENDING_SECONDS
        kill = signal.SIGTERM
        while running := self._named(called):
            for pid in running:
                _send(pid, kill)
            if time.monotonic() > deadline:
                kill = signal.SIGKILL
            time.sleep(0.5)

    def read(self, path: str) -> bytes | None:
        """A file of the session; None where there is none."""
        ran = self.run(["cat", "--", path.replace("~", self.home, 1)])
        return None if ran.code else ran.output

    def address(self) -> str:
        """Of the page that the browser shows; empty where none does."""
        import httpx

        port = (self.read(f"{self.home}/{stand_ins.PROFILE}/DevToolsActivePort") or b"").split()
        if not port:
            return ""
        try:
            with httpx.Client(trust_env=False) as client:
                told = client.get(f"http://127.0.0.1:{int(port[0])}/json/list").content
        except httpx.HTTPError:
            return ""
        tabs = msgspec.json.decode(told, type=tuple[_Tab, ...])
        return next((tab.url for tab in tabs if tab.type == "page"), "")

    def tree(self) -> str:
        """What the programs say of themselves, as XML."""
        with self.screen.display() as display:
            return tree_of(display)

    def settle(self) -> None:
        """Wait until the screen is quiet; one that never is, is worked as it is."""
        await_quiet(self.screen.picture)

    def _windows(self) -> set[_Window]:
        with self.screen.display() as display:
            return set(_windows_of(display))

    def _await_window(self, program: str, before: set[_Window]) -> None:
        deadline = time.monotonic() + _WINDOW_SECONDS
        ready = re.compile(_TITLES[program])
        while time.monotonic() < deadline:
            with self.screen.display() as display:
                windows = ManagedWindows(display)
                fresh = [window for window in _windows_of(display) if window not in before]
                if any(ready.search(windows.title(window)) for window, _ in fresh):
                    return
            time.sleep(0.3)
        raise DesktopError(f"{program} showed no window in {_WINDOW_SECONDS:.0f} seconds.")

    def _named(self, called: re.Pattern[str]) -> list[int]:
        record = find(self.session.id)
        below = [pid for pid in descendants(record.guard) if pid not in record.own]
        return [pid for pid in below if called.search(_name(pid))]


def _windows_of(display: Display) -> list[_Window]:
    from uitars_runtime.desktop.windows import client_process

    return [
        (window, reached(partial(client_process, display, window)))
        for window in ManagedWindows(display).ids()
    ]


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""  # gone since


def _send(pid: int, kill: signal.Signals) -> None:
    try:
        os.kill(pid, kill)
    except ProcessLookupError:
        return
