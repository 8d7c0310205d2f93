"""A machine that is reached over the net, as set-up and judge ask it: OSWorld's protocol, and
Python of the machine for what not every server answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import msgspec

from uitars_runtime.desktop.autogui import System
from uitars_runtime.desktop.osworld.machine import UNRUN, Machine
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.sessions.osworld.inside import Ran
from uitars_train.evaluate.osworld.host import await_quiet

_HOME: Final = "import os; print(os.path.expanduser('~'))"
_MAKE: Final = "import os, sys; os.makedirs(sys.argv[1], exist_ok=True)"
_FILES: Final = """\
import json, os, sys
folder = sys.argv[1]
names = os.listdir(folder) if os.path.isdir(folder) else []
print(json.dumps([name for name in names if os.path.isfile(os.path.join(folder, name))]))
"""
_IS: Final = "import os, sys; print(getattr(os.path, sys.argv[1])(sys.argv[2]))"
_YES, _NO, _MISSING = 200, 400, 404


class WAAMachine:
    """Implements `Host`."""

    policy = "ask-on-risk"
    grants = ("R1", "R2", "R3")
    """Whose machine it is lent it for tasks; commands and files are those of this machine."""

    def __init__(self, address: str, workspace: str, files: Path | None = None) -> None:
        """`files`: what stands in the internet's place. Raises `UsageError` for what is no
        address."""
        self._machine = Machine(address)
        self.desktop = f"osworld-vm:{self._machine.address}"
        self.workspace = workspace
        self._files = files

    def close(self) -> None:
        """Hang up."""
        self._machine.close()

    @cached_property
    def system(self) -> System:
        """What runs there."""
        return self._machine.system()

    @cached_property
    def home(self) -> str:
        """Whose programs these are."""
        return self.python(_HOME).strip()

    def joined(self, *parts: str) -> str:
        """A path as the machine writes it."""
        return ("\\" if self.system == "Windows" else "/").join(parts)

    def placed(self, said: dict[str, Any]) -> dict[str, Any]:
        """As it is: tasks are written for such a machine."""
        return said

    def reset(self) -> None:
        """What WindowsAgentArena does between tasks: windows closed, downloads removed. Other
        machines are left as they are."""
        if self.system == "Windows":
            for verb in ("close_all", "clear_task_files"):
                self.change(verb, {})

    def command(self, command: str | Sequence[str], *, shell: bool) -> Ran:
        """Run a command to its end."""
        ran = self._machine.run(command, shell=shell)
        if ran.returncode == UNRUN:
            raise UsageError(f"The machine cannot run {command!r}: {ran.error.strip()}.")
        return Ran(ran.output.encode(), ran.error, ran.returncode)

    def python(self, source: str, *words: str) -> str:
        """What a program for the machine's Python prints. Raises `UsageError` where it fails."""
        ran = self.command(["python", "-c", source, *words], shell=False)
        if ran.code:
            why = (ran.error.strip().splitlines() or [f"code {ran.code}"])[-1]
            raise UsageError(f"The machine's Python failed: {why}.")
        return ran.output.decode(errors="replace")

    def launch(self, command: str | Sequence[str], *, shell: bool) -> None:
        """Start a program and leave it."""
        self._machine.launch(command, shell=shell)

    def open(self, path: str) -> None:
        """Open a file with the program that it belongs to."""
        self.change("open_file", {"path": path})

    def activate(self, name: str, *, strict: bool, by_class: bool) -> bool:
        """Bring a window forward; whether there is one."""
        return self._window("activate_window", name, strict=strict, by_class=by_class)

    def close_window(self, name: str, *, strict: bool, by_class: bool) -> None:
        """Close a window, where there is one."""
        self._window("close_window", name, strict=strict, by_class=by_class)

    def change(self, verb: str, said: dict[str, Any]) -> None:
        """Something of `/setup`. Raises `UsageError` where it was not done."""
        answer = self._machine.ask(f"/setup/{verb}", said)
        if answer.code != _YES:
            raise UsageError(f"The machine did not do {verb}: {_said(answer.content)}.")

    def says(self, question: str, said: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to a question that is answered yes, or None for no. Raises `UsageError` where
        the machine does not know the question."""
        answer = self._machine.ask(f"/{question}", said)
        if answer.code not in (_YES, _NO):
            raise UsageError(f"The machine cannot say {question}: {_said(answer.content)}.")
        return answer.told if answer.code == _YES else None

    def read(self, path: str) -> bytes | None:
        """A file; None where there is none."""
        return self._machine.file(path)

    def write(self, path: str, data: bytes) -> None:
        """A file, with the folders that it lies in."""
        folder = path[: max(path.rfind("/"), path.rfind("\\"))]
        if folder:
            self.make(folder)
        self._machine.put(path, data)

    def make(self, folder: str) -> None:
        """A folder, where there is none."""
        self.python(_MAKE, folder)

    def is_there(self, path: str, kind: str) -> bool:
        """`kind`: `isfile` or `isdir`."""
        return self.python(_IS, kind, path).strip() == "True"

    def files(self, folder: str) -> list[str]:
        """Names of the files in a folder; none where there is no folder."""
        return msgspec.json.decode(self.python(_FILES, folder), type=list[str])

    def fetched(self, address: str) -> bytes:
        """What stands for a file of the internet. Raises `UsageError` where nothing does."""
        path = local(self._files, address)
        if path is None:
            raise UsageError(f"Nothing stands for {address}.")
        return path.read_bytes()

    def tree(self) -> str:
        """What the programs say of themselves, as XML."""
        return self._machine.tree()

    def settle(self) -> None:
        """Wait until the screen is quiet."""
        await_quiet(self._machine.picture)

    def _window(self, verb: str, name: str, **asked: bool) -> bool:
        answer = self._machine.ask(f"/setup/{verb}", {"window_name": name, **asked})
        if answer.code not in (_YES, _MISSING):
            raise DesktopError(f"The machine did not do {verb}: {_said(answer.content)}.")
        return answer.code == _YES


def local(files: Path | None, address: str) -> Path | None:
    """The file that stands for one of the internet, below a folder for each host."""
    if files is None:
        return None
    parts = urlsplit(address)
    path = (files / (parts.hostname or "") / unquote(parts.path).lstrip("/")).resolve()
    return path if path.is_file() and path.is_relative_to(files.resolve()) else None


def _said(content: bytes) -> str:
    return content.decode(errors="replace").strip()[:200] or "no reason given"
