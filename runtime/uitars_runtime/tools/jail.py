"""The wall around commands: bubblewrap with nothing but the workspace writable.

No display, no bus, no network, no environment, no home folder, no other process. Where the wall
cannot be built or a probe from inside finds a hole in it, there is no jail, and no command runs.
"""

from __future__ import annotations

import functools
import os
import selectors
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import msgspec

from uitars_runtime.tools.live import TICK_SECONDS, Watch, unwatched
from uitars_runtime.tools.probe import find_hole

_ETC = (
    "alternatives",
    "fonts",
    "group",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "magic",
    "mime.types",
    "nsswitch.conf",
    "passwd",
    "timezone",
)
"""What programs need of /etc; no password file, no keys."""
_TOP = ("bin", "lib", "lib64", "sbin")
_SYSTEM = ("/dev", "/etc", "/proc", "/run", "/sys", "/usr")
"""A workspace neither lies in one of these nor contains it."""
_SHARED = ("/tmp", "/var")  # noqa: S108
"""A workspace may lie in these, but not contain them."""


class Ended(msgspec.Struct, frozen=True):
    """What a command left: its exit code (None when the time was over) and its output."""

    code: int | None
    output: bytes
    dropped: int
    """Bytes of output beyond the cap."""


class JailError(Exception):
    """There is no wall here; says why in one sentence."""


class Jail:
    """Runs command lines with one writable folder. Raises `JailError` where it cannot."""

    def __init__(self, workspace: Path, content: Path | None = None) -> None:
        """`content`: a folder that is shown in the place of the workspace, to try something."""
        self._workspace = workspace.resolve()
        self._content = content or self._workspace
        _check_workspace(self._workspace)
        if hole := _hole():
            raise JailError(f"a probe from inside the jail failed: {hole}")

    def around(self, argv: Sequence[str]) -> list[str]:
        """The command line that runs `argv` inside; who starts it must also end it."""
        return [*_wall(self._workspace, self._content), *argv]

    def run(self, command: str, seconds: float, cap: int, watch: Watch = unwatched) -> Ended:
        """Run `bash -c command`; standard output and error together, at most `cap` bytes kept.

        When the time is over, everything that the command started is killed; what it left in the
        background ends with it in any case.
        """
        argv = self.around(["/bin/bash", "-c", command])
        reading, writing = os.pipe()
        with os.fdopen(reading, "rb") as pipe:
            try:
                process = subprocess.Popen(
                    argv, stdin=subprocess.DEVNULL, stdout=writing, stderr=writing, env={}
                )
            finally:
                os.close(writing)
            with process:
                try:
                    return collect(process, pipe, time.monotonic() + seconds, cap, watch)
                finally:
                    process.kill()


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
    output, dropped = bytearray(), 0
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, selectors.EVENT_READ)
        while (left := deadline - time.monotonic()) > 0:
            if not selector.select(min(left, TICK_SECONDS)):
                watch(b"")
                continue
            piece = os.read(pipe.fileno(), 65536)
            if not piece:
                return Ended(process.wait(), bytes(output), dropped)
            room = cap - len(output)
            output += piece[:room]
            dropped += max(0, len(piece) - room)
            watch(piece)
    return Ended(None, bytes(output), dropped)


def _wall(workspace: Path, content: Path) -> list[str]:
    """The bubblewrap command line up to the command."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise JailError("bubblewrap is not installed (sudo apt install bubblewrap)")
    place = str(workspace)
    argv = [bwrap, "--die-with-parent", "--new-session", "--unshare-all", "--cap-drop", "ALL"]
    argv += ["--clearenv", "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", place]
    argv += ["--setenv", "LANG", "C.UTF-8", "--setenv", "TERM", "dumb"]
    argv += ["--ro-bind", "/usr", "/usr"]
    for name in _TOP:
        path = Path("/", name)
        if path.is_symlink():
            argv += ["--symlink", os.readlink(path), str(path)]
        elif path.is_dir():
            argv += ["--ro-bind", str(path), str(path)]
    for name in _ETC:
        argv += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    argv += ["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/run"]  # noqa: S108
    # The kernel's switches ask who one is and not what one may: root could turn them from inside.
    for switches in ("/proc/sys", "/proc/sysrq-trigger"):
        argv += ["--ro-bind-try", switches, switches]
    argv += ["--bind", str(content), place, "--remount-ro", "/", "--chdir", place, "--"]
    # Limits: 4 GiB of address space, files of 1 GiB, no core files.
    return [*argv, "/usr/bin/prlimit", "--as=4294967296", "--fsize=1073741824", "--core=0", "--"]


def _check_workspace(workspace: Path) -> None:
    """A workspace that holds the display's socket or the home folder would be a hole."""
    for name in (*_SYSTEM, *_SHARED, str(Path.home())):
        if Path(name).resolve().is_relative_to(workspace):
            raise JailError(f"the workspace {workspace} contains {name}")
    for name in _SYSTEM:
        if workspace.is_relative_to(Path(name).resolve()):
            raise JailError(f"the workspace {workspace} lies in {name}")


@functools.cache
def _hole() -> str:
    """Why the wall is none, from trying it; empty when it is tight. Once per process."""
    with tempfile.TemporaryDirectory(prefix="jail-probe-") as folder:
        place = Path(folder)
        return find_hole(_wall(place, place))
