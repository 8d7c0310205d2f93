"""Commands inside the session, as OSWorld's server takes them: words, or a line for the shell."""

from __future__ import annotations

import re
import shlex
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from uitars_runtime.errors import Stopped, UsageError
from uitars_runtime.sessions.folder import find
from uitars_runtime.sessions.running import run

_SECONDS = 120.0
"""That a command may take, as over there."""
_LOST = (126, 127)
"""Codes of a program that cannot be started."""
_UNFOUND = re.compile(r"\S*env: .*: (.*)\n")
"""What env says of one."""
_DETACHED = """\
command -v "$1" >/dev/null || { echo "$1 is not installed" >&2; exit 127; }
exec setsid -f "$@" >/dev/null 2>&1 </dev/null"""

Left = Callable[[], bool]


class Ran(msgspec.Struct, frozen=True):
    """What became of a command."""

    output: bytes
    error: str
    code: int


class Inside:
    """One session. Methods raise `UsageError` for what cannot be run, `DesktopError` where the
    session ended, and `Stopped` where whoever asked has left."""

    def __init__(self, session: str) -> None:
        self.session = session

    def run(
        self,
        argv: Sequence[str],
        left: Left,
        given: bytes = b"",
        *,
        seconds: float = _SECONDS,
        folder: str = "",
    ) -> Ran:
        """Run it to its end, or to the end of its time. `given`: what it reads. `folder`: where it
        is run; empty for the workspace."""
        _expect_runnable(argv, folder)
        out, err = bytearray(), bytearray()
        deadline = time.monotonic() + seconds
        command = [*self._prefix(folder), *argv]
        with tempfile.TemporaryFile() as stdin:
            stdin.write(given)
            stdin.seek(0)
            late = False

            def enough() -> bool:
                nonlocal late
                late = time.monotonic() > deadline
                return late or left()

            try:
                ended = run(self.session, command, stdin.fileno(), out.extend, err.extend, enough)
            except Stopped:
                if late:
                    raise UsageError(f"The command took more than {seconds:.0f} seconds.") from None
                raise
        error = err.decode(errors="replace")
        lost = _UNFOUND.match(error) if ended.code in _LOST else None
        if lost:
            raise UsageError(f"{argv[0]} cannot be run: {lost[1]}.")
        return Ran(bytes(out), error, ended.code)

    def launch(self, argv: Sequence[str], left: Left) -> None:
        """Start a program that lives on in the session. Raises `UsageError` for one that is not
        there."""
        ran = self.run(["sh", "-c", _DETACHED, "sh", *argv], left)
        if ran.code:
            raise UsageError(f"{ran.error.strip()}.", "Install it, or name another.")

    def argv(self, command: str | Sequence[str], *, shell: bool) -> list[str]:
        """The words of a command as it was asked for. Raises `UsageError`."""
        if not command:
            raise _missing()
        if shell:
            return ["sh", "-c", command if isinstance(command, str) else command[0]]
        try:
            words = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError as error:
            raise UsageError(f"{command!r} is no command line: {error}.") from error
        home = self.home
        return [f"{home}{word[1:]}" if word.startswith("~/") else word for word in words]

    @property
    def home(self) -> str:
        """The home folder of the session's programs."""
        return find(self.session).desktop.environment["HOME"]

    def _prefix(self, folder: str) -> list[str]:
        """Makes `python` our own interpreter, which has pyautogui where that is installed."""
        search = find(self.session).desktop.environment["PATH"]
        there = ["-C", folder] if folder else []
        return ["env", *there, f"PATH={Path(sys.prefix) / 'bin'}:{search}"]


def _expect_runnable(argv: Sequence[str], folder: str) -> None:
    """Raises `UsageError` for what no program can be given, and for what `env` does not take for a
    program: it would tell the session's environment in its place."""
    if not argv:
        raise _missing()
    if "=" in argv[0]:
        raise UsageError(f"{argv[0]} is no name of a program.", "Set variables with a shell.")
    if any("\0" in word for word in (*argv, folder)):
        raise UsageError("No command, folder or file has a zero byte in it.")


def _missing() -> UsageError:
    return UsageError("A command is missing.", 'For example: {"command": ["ls", "-l"]}')
