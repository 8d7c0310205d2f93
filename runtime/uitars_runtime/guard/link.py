"""The other end of the guard: how head and hands ask it for something, and how it is started."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

import msgspec

from uitars_runtime.errors import DesktopError, UitarsError
from uitars_runtime.guard.folder import await_abandoned, expect_place, sweep
from uitars_runtime.guard.messages import (
    PACKET_BYTES,
    Alive,
    Beat,
    Done,
    EndHands,
    Halted,
    Listen,
    Listening,
    Poll,
    Refused,
    Reply,
    Request,
    Spawn,
    Started,
    StartHands,
    State,
    Watch,
    Welcome,
)
from uitars_runtime.own_programs import OwnProgram, command

if TYPE_CHECKING:
    from uitars_runtime.protocols import Stop

_ANSWER_SECONDS = 20.0
"""The guard answers at once; this long only on a machine that hardly moves."""
_PERSON_SECONDS = 150.0
"""More than a person is given to answer."""
_BEAT_SECONDS = 3.0
"""An action waits no longer for a sign of life."""


class GuardLink:
    """Asks the guard, one question at a time. Every method raises `DesktopError`."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._link.settimeout(_ANSWER_SECONDS)

    def spawn(
        self,
        argv: tuple[str, ...],
        env: Mapping[str, str],
        cwd: Path,
        log: Path,
        *,
        output: Path | None = None,
        gentle: bool = False,
        descriptors: Sequence[int] = (),
    ) -> int:
        """Start a program below the guard; returns its process id. `descriptors`, three at most,
        become 3, 4, ... in the program."""
        target = str(output) if output else "/dev/null"
        request = Spawn(argv, dict(env), str(cwd), str(log), target, gentle)
        return self._started(self._ask(request, *descriptors))

    def spawn_with(
        self,
        argv: tuple[str, ...],
        env: Mapping[str, str],
        cwd: Path,
        streams: tuple[int, int, int],
    ) -> int:
        """As `spawn`, with a standard input, output and error of the caller's."""
        request = Spawn(argv, dict(env), str(cwd), standard=True)
        return self._started(self._ask(request, *streams))

    def start_hands(self, to_head: socket.socket) -> int:
        """Start the hands with one end of their socket to the head."""
        return self._started(self._ask(StartHands(), to_head.fileno()))

    def end_hands(self) -> None:
        """Kill the hands and let go what they held."""
        self._expect_done(self._ask(EndHands()))

    def watch(self, display: str, authority: str = "", gesture: tuple[int, ...] = ()) -> None:
        """Take the display's lock and have its keys released whenever the hands die.

        `gesture`: X symbols of the keys that stop the agent when a person presses them.
        """
        self._expect_done(self._ask(Watch(display, authority, gesture)))

    def listen(self) -> str:
        """Ask the person of this Wayland session for a key that stops the agent; how it is pressed,
        empty where nobody hears one."""
        self._link.settimeout(_PERSON_SECONDS)
        reply = self._ask(Listen())
        self._link.settimeout(_ANSWER_SECONDS)
        match reply:
            case Listening(trigger=trigger):
                return trigger
            case other:
                raise _unexpected(other)

    def beat(self) -> None:
        """Raises `DesktopError` unless the guard lives and a kill gesture would be heard."""
        self._link.settimeout(_BEAT_SECONDS)
        reply = self._ask(Beat())
        self._link.settimeout(_ANSWER_SECONDS)
        match reply:
            case Alive(listening=True):
                return
            case Alive():
                raise DesktopError(
                    "Nobody listens for the kill gesture, so nothing is done.",
                    "Is the X server or the desktop portal busy or gone?",
                )
            case other:
                raise _unexpected(other)

    def code(self, pid: int) -> int | None:
        """A program's exit code, None while it runs."""
        match self._ask(Poll(pid)):
            case State(code=code):
                return code
            case other:
                raise _unexpected(other)

    def welcome(self) -> Path:
        """The run's private folder; the first thing the guard says."""
        match self._receive():
            case Welcome(folder=folder):
                return Path(folder)
            case other:
                raise _unexpected(other)

    def gone(self, seconds: float) -> bool:
        """Wait for the guard's death; whether it came. An answer that nobody waits for any more
        is no sign of it."""
        ends = select.poll()
        ends.register(self._link, 0)
        return bool(ends.poll(1e3 * seconds))

    def close(self) -> None:
        """Hang up; for the head's link this asks the guard to end everything."""
        self._link.close()

    def _ask(self, request: Request, *descriptors: int) -> Reply:
        packet = msgspec.msgpack.encode(request)
        try:
            socket.send_fds(self._link, [packet], descriptors)
        except OSError as error:
            raise _gone() from error
        match self._receive():
            case Refused(title=title, hint=hint, gone=gone):
                raise DesktopError(title, hint, gone=gone)
            case reply:
                return reply

    def _receive(self) -> Reply:
        try:
            packet = self._link.recv(PACKET_BYTES)
        except OSError as error:
            # An answer that came later would be taken for the next one.
            with contextlib.suppress(OSError):
                self._link.shutdown(socket.SHUT_RDWR)
            raise (_silent() if isinstance(error, TimeoutError) else _gone()) from error
        if not packet:
            raise _gone()
        reply: Reply = msgspec.msgpack.decode(packet, type=Reply)
        return reply

    @staticmethod
    def _started(reply: Reply) -> int:
        match reply:
            case Started(pid=pid):
                return pid
            case other:
                raise _unexpected(other)

    @staticmethod
    def _expect_done(reply: Reply) -> None:
        match reply:
            case Done():
                return
            case other:
                raise _unexpected(other)


class Guard:
    """The guard process as the head holds it, once it is `ready`. Implements `Keeper`."""

    def __init__(self) -> None:
        """Starts the process, which takes a while to load. Raises `DesktopError`."""
        expect_place()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._notices, speaking = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        descriptors = (theirs.fileno(), speaking.fileno())
        with theirs, speaking:
            self._process = subprocess.Popen(
                command(OwnProgram.GUARD, *map(str, descriptors)),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=descriptors,
                start_new_session=True,
                env=dict(os.environ),
            )
        self.link = GuardLink(ours)
        self._folder: Path | None = None

    def ready(self, stop: Stop | None = None) -> Self:
        """Wait until it serves. Raises `DesktopError`, and `Stopped` when `stop` is set before."""
        try:
            if self._folder is None:
                self._folder = self._welcomed(stop)
        except UitarsError:
            self._process.kill()
            self._process.wait()
            self._notices.close()
            self.link.close()
            sweep()  # what it had begun with
            raise
        return self

    def _welcomed(self, stop: Stop | None) -> Path:
        if stop is None:
            return self.link.welcome()
        from uitars_runtime.stopping import until_stopped

        return until_stopped(self.link.welcome, stop)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def folder(self) -> Path:
        """The run's private folder."""
        if self._folder is None:
            raise RuntimeError("the guard was not waited for")
        return self._folder

    def start_hands(self, to_head: socket.socket, /) -> int:
        """Start the hands with one end of their socket to the head; their process id."""
        return self.link.start_hands(to_head)

    def end_hands(self) -> None:
        """Kill the hands and let go what they held."""
        self.link.end_hands()

    def lost(self) -> DesktopError:
        """What is said of its death."""
        return DesktopError(
            "The guard process died, and everything it held with it.",
            "Start the task again.",
            gone=True,
        )

    def notice(self) -> str:
        """A guard has nothing to tell."""
        return ""

    def used(self) -> None:
        """A guard of a run's own does not count."""

    def alive(self) -> bool:
        return self._process.poll() is None

    def await_halt(self) -> bool:
        """Wait for the kill gesture or the guard's end; whether it was the gesture. For a thread
        of its own; returns at once when the gesture was made before."""
        try:
            packet = self._notices.recv(PACKET_BYTES)
        except OSError:
            return False  # closed here
        if not packet:
            return False
        msgspec.msgpack.decode(packet, type=Halted)
        return True

    def __enter__(self) -> Self:
        return self.ready()

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self, seconds: float = 15.0) -> bool:
        """End everything the guard holds and wait for it; whether it ended in order. Otherwise a
        sweep finds what it left."""
        self.link.close()
        try:
            code = self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            # What it holds dies with it: each child asked the kernel for that.
            self._process.kill()
            code = self._process.wait()
        self._notices.close()
        if code and self._folder is not None:
            # A program that it was just starting holds the folder, too, for a moment.
            await_abandoned(self._folder)
        return code == 0


def _silent() -> DesktopError:
    return DesktopError(
        "The guard process does not answer.",
        "Start the task again when this machine has less to do.",
        gone=True,
    )


def _gone() -> DesktopError:
    return DesktopError(
        "The guard process is gone.", "Everything it held was ended with it.", gone=True
    )


def _unexpected(reply: Reply) -> DesktopError:
    return DesktopError("The guard answered something else.", f"It said {reply}. Report this.")
