"""The jail: command lines behind the best wall of this machine, with one writable folder.

No display, no bus, no network, no environment, no home folder, no other process. Where no wall
holds there is no jail, and no command runs.
"""

from __future__ import annotations

import os
import selectors
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import msgspec

from uitars_runtime.tools.allowance import EVERYDAY, Allowance, Walled
from uitars_runtime.tools.ladder import around, rung
from uitars_runtime.tools.live import TICK_SECONDS, Watch, unwatched
from uitars_runtime.tools.walls import bubblewrap
from uitars_runtime.tools.walls.names import WALLS, WallName
from uitars_runtime.tools.walls.starting import Pipe, start


class Ended(msgspec.Struct, frozen=True):
    """What a command left: its exit code (None when the time was over) and its output."""

    code: int | None
    output: bytes
    dropped: int
    """Bytes of output beyond the cap."""
    over: str = ""
    """The limit for which it was ended, as the end of a sentence; empty where none was reached."""


class JailError(Exception):
    """There is no wall here; says why in one sentence."""


class Jail:
    """Runs command lines with one writable folder. Raises `JailError` where it cannot."""

    def __init__(
        self,
        workspace: Path,
        content: Path | None = None,
        walls: Sequence[WallName] = WALLS,
        beside: Path | None = None,
        allowance: Allowance = EVERYDAY,
    ) -> None:
        """`content`: a folder that is shown in the place of the workspace, to try something;
        `beside`: one that can be read; bubblewrap alone can do both. `walls`: those that may be
        used, the first that holds is. `allowance`: what all of it may take."""
        self._workspace = workspace.resolve()
        self._content, self._beside = content, beside
        self._allowance = allowance
        found = rung(self._workspace, ("bubblewrap",) if content or beside else walls)
        if found.name == "none":
            raise JailError(found.why)
        self.wall: WallName = found.name

    def start(self, argv: Sequence[str], into: Pipe, out: Pipe) -> Walled:
        """Start a program inside. Raises `JailError`."""
        if self.wall == "bubblewrap":
            content = self._content or self._workspace
            wall = bubblewrap.wall(self._workspace, content, self._beside)
        else:
            wall = around(self.wall, self._workspace)
        try:
            process = start(wall, argv, into=into, out=out)
        except OSError as error:
            raise JailError(f"the wall could not be built: {error}") from error
        return Walled(process, self._content or self._workspace, self._allowance)

    def run(self, command: str, seconds: float, cap: int, watch: Watch = unwatched) -> Ended:
        """Run `bash -c command`; standard output and error together, at most `cap` bytes kept.

        When the time is over, or all of it together takes more than a command may, everything that
        it started is killed; what it left in the background ends with it in any case.
        """
        reading, writing = os.pipe()
        with os.fdopen(reading, "rb") as pipe:
            try:
                walled = self.start(["/bin/bash", "-c", command], subprocess.DEVNULL, writing)
            finally:
                os.close(writing)
            with walled as process:
                ended = collect(process, pipe, time.monotonic() + seconds, cap, watch)
        return msgspec.structs.replace(ended, over=walled.over)


def collect(
    process: subprocess.Popen[bytes],
    pipe: IO[bytes],
    deadline: float,
    cap: int,
    watch: Watch = unwatched,
) -> Ended:
    """Read what a process writes into a pipe until it closes it or the time is over.

    `deadline`: of `time.monotonic()`. At most `cap` bytes are kept, the rest is counted.
    """
    output, dropped, closed = read_output(pipe, deadline, cap, watch)
    return Ended(process.wait() if closed else None, output, dropped)


def read_output(
    pipe: IO[bytes], deadline: float, cap: int, watch: Watch = unwatched
) -> tuple[bytes, int, bool]:
    """What came through a pipe, how much more was dropped, and whether it was closed in time."""
    output, dropped = bytearray(), 0
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, selectors.EVENT_READ)
        while (left := deadline - time.monotonic()) > 0:
            if not selector.select(min(left, TICK_SECONDS)):
                watch(b"")
                continue
            piece = os.read(pipe.fileno(), 65536)
            if not piece:
                return bytes(output), dropped, True
            room = cap - len(output)
            output += piece[:room]
            dropped += max(0, len(piece) - room)
            watch(piece)
    return bytes(output), dropped, False
