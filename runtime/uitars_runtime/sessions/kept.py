"""The desktop that a host keeps: its guard, X server and programs, made anew where it went away."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import time
from collections.abc import Generator
from pathlib import Path

from uitars_runtime.browser.hosted import joined
from uitars_runtime.browser.kept import KeptBrowser, reopen
from uitars_runtime.desktop.sandbox import Sandbox, SandboxState
from uitars_runtime.desktop.wall import named_inside
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.escaping import visible
from uitars_runtime.guard.folder import send, sweep
from uitars_runtime.guard.link import Guard
from uitars_runtime.guard.processes import descendants
from uitars_runtime.sessions.checkpoints import Manifest, begin, restore, restore_beside
from uitars_runtime.sessions.limits import Limits, Reached, Watchdog
from uitars_runtime.sessions.programs import moved, moved_pages
from uitars_runtime.sessions.terms import SessionOrder
from uitars_runtime.temporary import temporary_folder
from uitars_runtime.trees import empty, remove

_FREEZE_SECONDS = 5.0
_UNRESTORED = "The checkpoint cannot be restored"


class KeptDesktop:
    """One desktop at a time. Methods raise `DesktopError`, starting `UsageError` too."""

    def __init__(
        self,
        order: SessionOrder,
        workspace: Path,
        watchdog: Watchdog,
        guard: Guard,
        folder: Path,
    ) -> None:
        """`guard`: of the first desktop, started already. `folder`: the session's."""
        self._order = order
        self._guard = guard
        self._workspace = workspace
        self._watchdog = watchdog
        self._beginning: Manifest | None = None
        if order.checkpoint:
            session, _, name = order.checkpoint.partition(":")
            with _said(_UNRESTORED):
                self._beginning = begin(session, name, folder)
        try:
            self._start(guard, self._beginning)
        except DesktopError as error:
            if order.limits == Limits():
                raise
            hint = f"{error.hint} The limits may be too low for a desktop.".lstrip()
            raise DesktopError(error.title, hint) from error

    @property
    def state(self) -> SandboxState:
        return self._state

    @property
    def own(self) -> frozenset[int]:
        """Processes of the desktop itself: X server, bus, window manager."""
        return self._own

    @property
    def guard(self) -> Guard:
        return self._guard

    def alive(self) -> bool:
        """Whether the guard and the X server live."""
        try:
            return self._guard.alive() and self._guard.link.code(self._state.server) is None
        except DesktopError:
            return False

    def look(self) -> Reached | None:
        """End a program that reaches a limit; which one did."""
        if not self._guard.alive():
            return None
        folder = self._guard.folder
        places = [folder / "home", temporary_folder(folder), self._workspace]
        return self._watchdog.look(self._guard.pid, (*self._own, self._hands), places)

    def start_hands(self, to_head: socket.socket) -> int:
        """Start hands on the desktop; their process id."""
        self._hands = self._guard.start_hands(to_head)
        return self._hands

    def anew(self, *, emptied: bool) -> None:
        """End everything and start again as at the beginning. `emptied`: without the files of a
        workspace of the session's own."""
        self.close()
        fills = emptied and not self._order.workspace
        with _said("The desktop cannot be started"):
            if fills:
                empty(self._workspace)
            self._start(Guard(), self._beginning, fills=fills)

    def bring(self, manifest: Manifest) -> Path:
        """Have the files of a checkpoint beside the workspace, so that nothing is lost where they
        cannot be had; where they are. Raises `UsageError`."""
        if self._order.workspace:
            raise UsageError(
                f"The workspace {self._workspace} is a folder of yours, which is not overwritten.",
                "Restore into a new session: uitars sandbox start --from ID:NAME",
            )
        with _said(_UNRESTORED):
            return restore_beside(manifest, "workspace", self._workspace)

    def restore(self, manifest: Manifest, files: Path) -> None:
        """Start again as it was at a checkpoint, with its files (`bring`)."""
        self.close()
        with _said(_UNRESTORED):
            going = self._workspace.with_name(f"{self._workspace.name}.going")
            self._workspace.rename(going)
            files.rename(self._workspace)
            remove(going)
            self._start(Guard(), manifest, fills=False)

    def spawn(self, argv: tuple[str, ...], streams: tuple[int, int, int]) -> int:
        """Start a command in the workspace; its process id. Raises `UsageError`."""
        if not argv[0].strip():
            raise UsageError("The command has no name.", "Name the program first.")
        environment, wall = self._state.environment, self._state.wall
        here = "/" in argv[0]  # then it is looked for in the workspace, as a shell there would
        asked = os.path.normpath(self._workspace / argv[0]) if here else argv[0]
        program = shutil.which(asked, path=environment["PATH"])
        if program is None:
            name = visible(asked if here else argv[0])
            why = f"There is no program {name}." if here else f"{name} is not installed."
            raise UsageError(why, "Check the name.")
        called = named_inside(argv[0], program) if wall else program
        command = (*wall, called, *argv[1:])
        return self._guard.link.spawn_with(command, environment, self._workspace, streams)

    def end(self, pid: int) -> None:
        """End a command that was started, with its group; one of a dead guard died with it."""
        with contextlib.suppress(DesktopError, ProcessLookupError):
            if self._guard.link.code(pid) is None:
                os.killpg(pid, signal.SIGCONT)
                os.killpg(pid, signal.SIGKILL)

    def end_hands(self) -> None:
        """Kill the hands; those of a dead guard died with it."""
        with contextlib.suppress(DesktopError):
            self._guard.end_hands()

    def freeze(self) -> None:
        """Stop all programs, also those that are born meanwhile. The X server goes on."""
        deadline = time.monotonic() + _FREEZE_SECONDS
        while running := [pid for pid in self._programs() if not _is_stopped(pid)]:
            for pid in running:
                send(pid, signal.SIGSTOP)
            if time.monotonic() > deadline:
                self.thaw()
                raise DesktopError("The programs could not be stopped.", "Try again.")
            time.sleep(0.002)

    def thaw(self) -> None:
        """Let all programs go on."""
        for pid in self._programs():
            send(pid, signal.SIGCONT)

    def close(self) -> None:
        """End everything; what a killed guard left, too."""
        self.thaw()
        if not self._guard.close():
            sweep()

    def _programs(self) -> list[int]:
        return [pid for pid in descendants(self._guard.pid) if pid != self._state.server]

    def _start(self, guard: Guard, filled: Manifest | None, *, fills: bool = True) -> None:
        """`filled`: begin with these files and programs; without `fills` the workspace keeps its
        own."""
        order = self._order
        self._guard = guard.ready()
        self._hands = 0
        try:
            self._watchdog.guard(self._guard.pid)
            if filled is not None:
                self._fill(filled, workspace=fills)
            sandbox = Sandbox.start(
                self._guard.link,
                self._guard.folder,
                self._workspace,
                order.size,
                accessibility=order.accessibility,
                programs=order.programs,
            )
            self._own = frozenset(descendants(self._guard.pid))
            if filled is None:
                if order.browser:
                    sandbox.browse(order.browser, listen=order.endpoint)
                for command in order.apps:
                    sandbox.start_named(command)
            else:
                self._open_again(sandbox, filled)
        except BaseException:
            if not self._guard.close():
                sweep()
            raise
        sandbox.close()
        self._state = sandbox.state

    def _fill(self, manifest: Manifest, *, workspace: bool) -> None:
        with _said(_UNRESTORED):
            restore(manifest, "home", self._guard.folder / "home")
            if workspace:
                restore(manifest, "workspace", self._workspace)

    def _open_again(self, sandbox: Sandbox, manifest: Manifest) -> None:
        """Start the programs of a checkpoint; one that does not come back is left out."""
        now = {"workspace": self._workspace, "home": self._guard.folder / "home"}
        places = {before: str(now[root]) for root, before in manifest.roots.items()}
        if manifest.browser is not None:
            with contextlib.suppress(DesktopError, UsageError):
                self._open_pages(sandbox, moved_pages(manifest.browser, places))
        for command in manifest.programs:
            with contextlib.suppress(DesktopError, UsageError):
                sandbox.start_named(moved(command, places))

    def _open_pages(self, sandbox: Sandbox, was: KeptBrowser) -> None:
        sandbox.browse("about:blank", listen=self._order.endpoint)
        if sandbox.browser is not None:
            browser = joined(sandbox.browser)
            try:
                reopen(browser, was)
            finally:
                browser.hang_up()


@contextlib.contextmanager
def _said(what: str) -> Generator[None]:
    """What the system refuses, as on a full disk, is said as what it is: it ends no session."""
    try:
        yield
    except OSError as error:
        raise DesktopError(f"{what}: {error.strerror or error}.") from error


def _is_stopped(pid: int) -> bool:
    """Whether a process is stopped, or gone."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state in ("T", "t", "Z", "X")
