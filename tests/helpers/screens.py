"""Private X servers and programs on them whose state a test can read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol

from Xlib import X
from Xlib.display import Display

from helpers.desks import until
from uitars_runtime.desktop.windows import Windows
from uitars_runtime.desktop.xserver import XServer

PROGRAMS = Path(__file__).parent / "programs"
_SYSTEM_PYTHON = "/usr/bin/python3"


_OF_ANOTHER_SCREEN = (
    "WAYLAND_DISPLAY",
    "XDG_SESSION_TYPE",
    "QT_QPA_PLATFORM",
    "DBUS_SESSION_BUS_ADDRESS",
)


def display_environment(display: str) -> dict[str, str]:
    """What a program needs to open its windows there, whatever this process uses itself."""
    kept = {key: value for key, value in os.environ.items() if key not in _OF_ANOTHER_SCREEN}
    return {**kept, "DISPLAY": display, "LC_ALL": "C.UTF-8", "NO_AT_BRIDGE": "1"}


class Place(Protocol):
    """Where a program can be started."""

    @property
    def environment(self) -> dict[str, str]: ...


class Screen:
    """An X server that the test may kill and start again."""

    def __init__(self, size: str = "1280x800", *, name: str = "") -> None:
        """`name`: the display number to take; empty for any free one."""
        self._layout: tuple[str, ...] = ()
        reading, writing = os.pipe()
        self.process = subprocess.Popen(
            [
                "Xvfb",
                *([name] if name else []),
                *("-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"),
                *("-displayfd", str(writing)),
            ],
            pass_fds=(writing,),
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as pipe:
            self.name = f":{pipe.readline().strip()}"

    @property
    def environment(self) -> dict[str, str]:
        return display_environment(self.name)

    def call(self, *command: str) -> str:
        """Run a program on it to its end; what it printed."""
        done = subprocess.run(command, env=self.environment, check=True, capture_output=True)
        return done.stdout.decode()

    def use_layout(self, *layout: str) -> None:
        """Set the keyboard layout, unless it is set: every program reads the map anew for it."""
        if layout != self._layout:
            self.call("setxkbmap", *layout)
            self._layout = layout

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def screen(size: str = "1280x800", *, name: str = "") -> Generator[Screen]:
    """An X server, gone afterwards."""
    server = Screen(size, name=name)
    try:
        yield server
    finally:
        server.kill()


@contextmanager
def running(server: Place, *command: str) -> Generator[subprocess.Popen[bytes]]:
    """A program on a screen, gone afterwards."""
    process = subprocess.Popen(
        command,
        env=server.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def window_manager(server: Place) -> Generator[subprocess.Popen[bytes]]:
    """Openbox on a screen, once it manages it: a window that is there before gets no keyboard."""
    # The connection stays open: a server whose last client leaves starts anew, without openbox.
    display = Display(server.environment["DISPLAY"])
    try:
        with running(server, "openbox", "--sm-disable") as process:
            # What it sets last: a window that asks to be shown before that may never be.
            atom = display.intern_atom("_NET_CLIENT_LIST")
            root = display.screen().root
            until(
                lambda: root.get_full_property(atom, X.AnyPropertyType) is not None,
                "openbox manages the screen",
            )
            yield process
    finally:
        display.close()


class Program:
    """A program that writes its state to a file."""

    def __init__(self, path: Path, title: str) -> None:
        self._path = path
        self.title = title

    @property
    def state(self) -> dict[str, Any]:
        return json.loads(self._path.read_text(encoding="utf-8")) if self._path.exists() else {}

    @property
    def text(self) -> str:
        return str(self.state.get("text", ""))


class Terminal(Program):
    """An xterm; its text is what `cat` wrote to a file, line by line."""

    @property
    def state(self) -> dict[str, Any]:
        text = self._path.read_text(encoding="utf-8") if self._path.exists() else ""
        return {"text": text, "field": [200, 500]}


@contextmanager
def programs(server: Screen, folder: Path) -> Generator[dict[str, Program]]:
    """Windows of four toolkits side by side, with a window manager."""
    commands = {
        "qt": (sys.executable, str(PROGRAMS / "qt_window.py")),
        "gtk": (_SYSTEM_PYTHON, str(PROGRAMS / "gtk_window.py")),
        "tk": (_SYSTEM_PYTHON, str(PROGRAMS / "tk_window.py")),
    }
    with ExitStack() as stack:
        stack.enter_context(window_manager(server))
        started: dict[str, Program] = {}
        for name, command in commands.items():
            path = folder / name
            stack.enter_context(running(server, *command, str(path)))
            started[name] = Program(path, f"{name} window")
        typed = folder / "xterm"
        keep = f"stty -echoctl; exec cat > {typed}"
        stack.enter_context(
            running(
                server,
                "xterm",
                "-T",
                "xterm window",
                "-u8",
                "-geometry",
                "70x12+20+400",
                "-e",
                "sh",
                "-c",
                keep,
            )
        )
        started["xterm"] = Terminal(typed, "xterm window")
        until(lambda: all("field" in one.state for one in started.values()), "all windows open")
        until(typed.exists, "the terminal open")
        yield started


def wait_active(display: str, program: Program) -> None:
    """Return once the program's window has the keyboard."""
    server = XServer(display)
    windows = Windows(server.display)

    def is_active() -> bool:
        active = windows.active()
        return active is not None and active.title == program.title

    try:
        until(is_active, f"the keyboard at {program.title}")
    finally:
        server.close()
