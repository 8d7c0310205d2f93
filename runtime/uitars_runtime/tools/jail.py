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
_PROBE_SECONDS = 20.0

# Run inside: each line fails where something of the outside can be reached.
_PROBE = """
[ ! -e /tmp/.X11-unix ] || { echo 'the display socket'; exit 1; }
[ "$(wc -l < /proc/net/unix)" -le 1 ] || { echo 'abstract sockets'; exit 1; }
[ "$(grep -cv lo: /proc/net/dev)" -le 2 ] || { echo 'the network'; exit 1; }
[ ! -e /run/user ] && [ ! -e /run/dbus ] || { echo 'the bus'; exit 1; }
[ ! -e /dev/uinput ] && [ ! -e /dev/input ] || { echo 'input devices'; exit 1; }
[ ! -e /etc/shadow ] && [ ! -e /root ] && [ ! -e /home ] || { echo 'private files'; exit 1; }
[ -z "$DISPLAY$DBUS_SESSION_BUS_ADDRESS$XAUTHORITY" ] || { echo 'the environment'; exit 1; }
[ "$(ls -d /proc/[0-9]* | wc -l)" -le 9 ] || { echo 'processes outside'; exit 1; }
! touch /usr/uitars-probe 2>/dev/null || { echo 'a writable /usr'; exit 1; }
echo tight
"""


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

    def __init__(self, workspace: Path) -> None:
        self._workspace = workspace.resolve()
        _check_workspace(self._workspace)
        _check_tightness()

    def around(self, argv: Sequence[str]) -> list[str]:
        """The command line that runs `argv` inside; who starts it must also end it."""
        return [*_wall(self._workspace), *argv]

    def run(self, command: str, seconds: float, cap: int) -> Ended:
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
                    return _collect(process, pipe, time.monotonic() + seconds, cap)
                finally:
                    process.kill()


def _collect(process: subprocess.Popen[bytes], pipe: IO[bytes], deadline: float, cap: int) -> Ended:
    output, dropped = bytearray(), 0
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, selectors.EVENT_READ)
        while (left := deadline - time.monotonic()) > 0:
            if not selector.select(left):
                continue
            piece = os.read(pipe.fileno(), 65536)
            if not piece:
                return Ended(process.wait(), bytes(output), dropped)
            room = cap - len(output)
            output += piece[:room]
            dropped += max(0, len(piece) - room)
    return Ended(None, bytes(output), dropped)


def _wall(workspace: Path) -> list[str]:
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
    argv += ["--bind", place, place, "--remount-ro", "/", "--chdir", place, "--"]
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
def _check_tightness() -> None:
    """Try the ways out, really, from inside; once per process."""
    with tempfile.TemporaryDirectory(prefix="jail-probe-") as folder:
        try:
            done = subprocess.run(
                [*_wall(Path(folder)), "/bin/bash", "-c", _PROBE],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env={},
                timeout=_PROBE_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise JailError("bubblewrap did not answer") from None
    said = done.stdout.decode(errors="replace").strip()
    if done.returncode != 0 or said != "tight":
        raise JailError(f"a probe from inside the jail failed: {said[-300:] or done.returncode}")
