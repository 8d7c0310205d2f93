"""A private X desktop that the runtime starts and owns, with the programs on it.

All its processes are children of the guard, which ends them however the run ends. The programs see
a home folder and a session bus of their own and the workspace; whether they are walled off from the
rest of the machine is a setting (wall.py).
"""

from __future__ import annotations

import os
import shlex
import shutil
import time
from pathlib import Path

import msgspec

from uitars_runtime.browser.hosted import hosted, profiles_folder, start_hosted
from uitars_runtime.browser.record import Record
from uitars_runtime.desktop.managed import ManagedWindows, hang_up, reached
from uitars_runtime.desktop.sandbox_server import Server
from uitars_runtime.desktop.wall import (
    Programs,
    expanded,
    named_inside,
    offline,
    trial,
    wall,
    with_named,
)
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.logs import tail
from uitars_runtime.protocols import Processes
from uitars_runtime.temporary import told_temporary_folder
from uitars_runtime.types import Size

BROWSER = "browser"
"""Folder of the desktop's own browser, below the guard's."""
_WINDOW_SECONDS = 60.0
"""How long a program may take to show a window; a browser on a busy machine takes half of it."""
_LAUNCHER_SECONDS = 10.0
"""A program that ended with code 0 may have handed over to another process, for this long."""


class SandboxState(msgspec.Struct, frozen=True):
    """What other hands need to go on working on a sandbox."""

    display: str
    server: int
    """Process id of the X server."""
    environment: dict[str, str]
    """Environment of everything that runs on it."""
    wall: tuple[str, ...] = ()
    """What every command line begins with; see wall.py."""


class Sandbox:
    """A running sandbox. Raises `DesktopError` for what cannot be started."""

    def __init__(self, guard: Processes, folder: Path, workspace: Path, state: SandboxState):
        from Xlib.display import Display

        os.environ["XAUTHORITY"] = state.environment["XAUTHORITY"]
        self.state = state
        self._guard = guard
        self._folder = folder
        self._workspace = workspace
        self._display = Display(state.display)
        self._windows = ManagedWindows(self._display)
        self._programs = 0

    @classmethod
    def start(
        cls,
        guard: Processes,
        folder: Path,
        workspace: Path,
        size: Size,
        *,
        accessibility: bool,
        programs: Programs = "open",
    ) -> Sandbox:
        """Start the X server, the session bus and the window manager, and take the display."""
        server = Server(guard, folder)
        environment = private_environment(folder, workspace, accessibility=accessibility)
        display, pid = server.start_display(size, environment)
        environment |= {"DISPLAY": display, "XAUTHORITY": str(server.authority)}
        around = wall(programs, folder, workspace, display)
        if not around:
            environment |= told_temporary_folder(folder)
        os.environ["XAUTHORITY"] = environment["XAUTHORITY"]
        try:
            starting = [server.start_window_manager(display, environment, around)]
            if shutil.which("dbus-daemon"):
                environment["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={server.bus}"
                starting.append(server.start_bus(environment, around))
            guard.watch(display, environment["XAUTHORITY"])
            for until_ready in starting:
                until_ready()
        except DesktopError:
            trial(around)  # the wall around them may be why
            raise
        if accessibility:
            from uitars_runtime.desktop.accessibility import start_bus

            # Qt looks for the bus only when a program starts.
            start_bus(environment.get("DBUS_SESSION_BUS_ADDRESS", ""))
        return cls(guard, folder, workspace, SandboxState(display, pid, environment, around))

    @classmethod
    def resume(
        cls, guard: Processes, folder: Path, workspace: Path, state: SandboxState
    ) -> Sandbox | None:
        """Go on with a sandbox that still runs; None where its X server is gone."""
        if guard.code(state.server) is not None:
            return None
        guard.watch(state.display, state.environment["XAUTHORITY"])
        return cls(guard, folder, workspace, state)

    def close(self) -> None:
        """Give the connection back; the desktop lives on, the guard ends it."""
        hang_up(self._display)

    def open(self, command: str) -> str:
        """As `start_program`, but the program may hand over to one that runs already: returns an
        empty title when it ended in order and no window came."""
        return self.start_program(command, may_hand_over=True)

    def run(self, command: str) -> str:
        """As `open`, for a command of the model's: it reaches no network, as the shell does not."""
        return self._start(split(command), offline(self.state.wall), may_hand_over=True)

    def start_named(self, command: str) -> str:
        """As `start_program`, for a person's own command line: files and folders that it names are
        let in."""
        argv = expanded(split(command))
        return self._start(argv, with_named(self.state.wall, argv, self._workspace))

    @property
    def browser(self) -> Record | None:
        """The host of the desktop's own browser; None where there is none."""
        return hosted(self._folder / BROWSER)

    def browse(self, address: str, *, listen: bool) -> None:
        """Start a browser that can be asked, and wait until its window is drawn. `listen`: whether
        programs of others may work it too. Raises `UsageError`, `DesktopError`."""
        before = set(self._windows.ids())
        folder = self._folder / BROWSER
        shutil.rmtree(folder, ignore_errors=True)  # of a desktop that died
        folder.mkdir(mode=0o700)
        environment = self.state.environment
        named = [address, str(_made(profiles_folder(folder)))]
        wall = with_named(self.state.wall, named, self._workspace)
        started = start_hosted(self._guard, environment, folder, address, wall=wall, listen=listen)
        if self._await_shown(before, "chromium", started.pid, started.log) is None:
            raise DesktopError(
                "Chromium ended and showed no window.", _why("chromium", started.log)
            )

    def start_program(self, command: str, *, may_hand_over: bool = False) -> str:
        """Start a program and wait until its window is drawn and has the keyboard; its title.

        `command` is split like a shell would and started without one. Raises `UsageError` when it
        cannot be split or is not installed, `DesktopError` when no window comes.
        """
        return self._start(split(command), self.state.wall, may_hand_over=may_hand_over)

    def _start(
        self, argv: list[str], around: tuple[str, ...], *, may_hand_over: bool = False
    ) -> str:
        program = shutil.which(argv[0], path=self.state.environment["PATH"])
        if program is None:
            raise UsageError(
                f"{argv[0]} is not installed.", "Check the name, or install the program first."
            )
        before = set(self._windows.ids())
        self._programs += 1
        log = self._folder / f"program-{self._programs}.log"
        called = named_inside(argv[0], program) if around else program
        inside = (*around, called, *argv[1:])
        pid = self._guard.spawn(inside, self.state.environment, self._workspace, log)
        window = self._await_shown(before, argv[0], pid, log)
        if window is None:
            if may_hand_over:
                return ""
            raise DesktopError(f"{argv[0]} ended and showed no window.", _why(argv[0], log))
        return self._windows.title(window)

    def _await_shown(self, before: set[int], name: str, pid: int, log: Path) -> int | None:
        """The program's window once it is drawn and has the keyboard; None as `_await_window`."""
        # What compares pictures is loaded while the program starts.
        from uitars_runtime.desktop.drawn import await_drawn

        window = self._await_window(before, name, pid, log)
        if window is None:
            return None
        self._windows.focus(window)
        reached(lambda: await_drawn(self._display, window))
        if self._windows.size(window).width:
            return window
        # It closed as soon as it came: a splash screen, or the window of a program that failed.
        return self._await_shown(before | {window}, name, pid, log)

    def _await_window(self, before: set[int], name: str, pid: int, log: Path) -> int | None:
        """The program's window; None when it ended in order and none came for a while."""
        deadline = time.monotonic() + _WINDOW_SECONDS
        ended = False
        while time.monotonic() < deadline:
            fresh = [window for window in self._windows.ids() if window not in before]
            if fresh:
                return fresh[-1]
            code = None if ended else self._guard.code(pid)
            if code == 0:
                ended = True
                deadline = min(deadline, time.monotonic() + _LAUNCHER_SECONDS)
            elif code is not None:
                title = f"{name} ended with code {code} before it showed a window."
                raise DesktopError(title, _why(name, log))
            time.sleep(0.02)
        if ended:
            return None
        raise DesktopError(
            f"{name} showed no window in {_WINDOW_SECONDS:.0f} seconds.", _why(name, log)
        )


def split(command: str, *, windows: bool = False) -> list[str]:
    """A command line as arguments; `windows`: as that system writes one, where a backslash parts
    folders and an apostrophe is a letter. Raises `UsageError`."""
    reader = shlex.shlex(command, posix=True)
    reader.whitespace_split, reader.commenters = True, ""
    if windows:
        reader.escape, reader.quotes = "", '"'
    try:
        argv = list(reader)
    except ValueError as error:
        raise UsageError(f"{command!r} is not a command line: {error}.") from error
    if not argv:
        raise UsageError("A program to start is empty.", "Name the program: --app COMMAND.")
    return argv


def private_environment(folder: Path, workspace: Path, *, accessibility: bool) -> dict[str, str]:
    """Environment of the sandbox's programs, made from nothing: no bus, display, runtime folder
    or secret of the user's is passed on. Creates the folders that it names."""
    home, run = _made(folder / "home"), _made(folder / "run")
    kept = {
        name: os.environ[name] for name in ("PATH", "TZ", "USER", "LOGNAME") if name in os.environ
    }
    # Qt and Chromium say nothing of themselves unless they are told to; only here, in the sandbox.
    quiet = (
        {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "ACCESSIBILITY_ENABLED": "1"}
        if accessibility
        else {"NO_AT_BRIDGE": "1", "GTK_A11Y": "none"}
    )
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        **kept,
        **quiet,
        "HOME": str(home),
        "SHELL": "/bin/bash",
        "LANG": "C.UTF-8",
        "WORKSPACE": str(workspace),
        "XDG_RUNTIME_DIR": str(run),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local" / "share"),
        "XDG_STATE_HOME": str(home / ".local" / "state"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_SESSION_TYPE": "x11",
        "XDG_CURRENT_DESKTOP": "openbox",
        "GDK_BACKEND": "x11",
        "QT_QPA_PLATFORM": "xcb",
    }


def _made(folder: Path) -> Path:
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _why(name: str, log: Path) -> str:
    """What is known about a program that showed nothing."""
    said = tail(log)
    if "no-sandbox" in said or "No usable sandbox" in said:
        said += f" Chromium as root needs its option: --app '{name} --no-sandbox'."
    if "Cannot chown /dev/pts" in said:  # root is given only one group behind the wall
        said += f"\nAs root {name} works only without the wall: UITARS_PROGRAMS=open."
    return f"It said: {said}" if said else "It said nothing."
