"""The shell of one run on Windows: command lines of cmd.exe, one by one, each in the workspace.

No wall can be built around them and nobody reads their grammar, so each is a question to a person.
Nothing is kept from one to the next.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
from pathlib import Path
from typing import IO

from uitars_runtime.commands.classify import Parsed
from uitars_runtime.risk import Risk
from uitars_runtime.tools.live import OUTPUT_BYTES, Watch, unwatched
from uitars_runtime.tools.plain import plain
from uitars_runtime.tools.shell import SECONDS
from uitars_runtime.types import Outcome

_PASSED = (
    *("COMSPEC", "NUMBER_OF_PROCESSORS", "PATH", "PATHEXT", "PROGRAMFILES", "SYSTEMDRIVE"),
    *("SYSTEMROOT", "TEMP", "TMP", "USERPROFILE", "WINDIR"),
)
"""Variables that programs of Windows need; no other is passed on."""
_NO_WINDOW = 0x08000000
"""`CREATE_NO_WINDOW`"""


class WindowsShell:
    """What `ShellSession` is elsewhere."""

    walled = False
    left: tuple[str, ...] = ()

    def __init__(self, workspace: Path) -> None:
        self._workspace = workspace.resolve()

    @property
    def folder(self) -> str:
        """Where every command starts."""
        return str(self._workspace)

    def read(self, command: str) -> Parsed:
        """A command of Windows is not read."""
        return Parsed(Risk.S_OTHER, "Nobody reads what a command does on Windows.", None, command)

    def rehearse(self, command: str) -> str:
        """Why it was not tried; empty for one that cannot run."""
        return "" if _refused(command) else "What it changes is not known: nothing is tried here."

    def close(self) -> None:
        """Nothing is open."""

    def run(self, command: str, seconds: float = SECONDS, watch: Watch = unwatched) -> Outcome:
        """Run one command line. What it started ends with it; the gate has asked a person."""
        from uitars_runtime.desktop.win32.processes import ended_at_last

        if refused := _refused(command):
            return Outcome(ok=False, text=refused)
        process = subprocess.Popen(
            f'cmd.exe /d /s /c "{command}"',
            cwd=self._workspace,
            env={name: os.environ[name] for name in _PASSED if name in os.environ},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            creationflags=_NO_WINDOW,
        )
        if process.stdout is None:
            raise AssertionError("a pipe was asked for")
        kept: list[bytes] = []
        reader = threading.Thread(target=_read, args=(process.stdout, kept, watch), daemon=True)
        killed = False
        with process, ended_at_last(process.pid):
            reader.start()
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                killed = True
        reader.join(seconds)
        return _told(b"".join(kept), None if killed else process.returncode, seconds)


def _refused(command: str) -> str:
    if "\0" in command:
        return "A command cannot hold a zero character."
    return "A command of Windows is one line." if "\n" in command.strip() else ""


def _read(pipe: IO[bytes], kept: list[bytes], watch: Watch) -> None:
    """Keep what comes, up to the most that is kept; the rest is read and dropped."""
    room = OUTPUT_BYTES
    with contextlib.suppress(OSError, ValueError):  # the pipe was closed
        while piece := os.read(pipe.fileno(), 4096):
            watch(piece[:room])
            kept.append(piece[:room])
            room -= len(piece[:room])


def _told(output: bytes, code: int | None, seconds: float) -> Outcome:
    text = plain(_decoded(output))
    if code is None:
        return Outcome(ok=False, text=f"{text}\n[killed after {seconds:g} s]".lstrip())
    if code != 0:
        return Outcome(ok=False, text=f"{text}\n[exit code {code}]".lstrip())
    return Outcome(ok=True, text=text or "[no output]")


def _decoded(output: bytes) -> str:
    """Programs write UTF-8 or the code page of consoles; nobody says which."""
    try:
        return output.decode()
    except UnicodeDecodeError:
        return output.decode("oem", errors="replace")
