"""The tools of one run: shell, files and programs of its workspace, and tool servers."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from uitars_runtime.applications.resolve import Catalogue, of_this_machine
from uitars_runtime.commands.classify import Parsed
from uitars_runtime.commands.openings import is_command
from uitars_runtime.errors import UsageError
from uitars_runtime.escaping import visible
from uitars_runtime.mcp.client import McpClient
from uitars_runtime.mcp.settings import ServerSettings
from uitars_runtime.tools import builtin
from uitars_runtime.tools.builtin import BuiltInTools
from uitars_runtime.tools.edits import replacement
from uitars_runtime.tools.files import read_file, write_file
from uitars_runtime.tools.live import LiveOutput, unseen
from uitars_runtime.tools.programs import command_for, started
from uitars_runtime.tools.shell import ShellSession
from uitars_runtime.tools.walls.names import WALLS, WallName
from uitars_runtime.tools.windows_shell import WindowsShell
from uitars_runtime.types import (
    Action,
    CallTool,
    Open,
    Outcome,
    ReadFile,
    Shell,
    ToolOffer,
    WriteFile,
)


class Toolbox:
    """What the hands use beside the desktop."""

    def __init__(
        self,
        workspace: Path,
        start_program: Callable[[str], str],
        servers: Mapping[str, ServerSettings] | None = None,
        live: LiveOutput | None = None,
        walls: Sequence[WallName] = WALLS,
        *,
        run_command: Callable[[str], str] | None = None,
        programs_walled: bool = False,
        attended: bool = True,
        opener: Callable[[str], str] | None = None,
    ) -> None:
        """`start_program`: a command line in, the title of the window that came out. `servers`:
        tool servers by name; each is started or greeted. `live`: shows what commands and cells
        write while they run. `walls`: those that may be around them, the best first.
        `run_command`: starts a command line of the model's, where that is another matter than a
        program; `programs_walled`: whether it then reaches no more than the shell.
        `attended`: whether there is somebody who reads what a command would change.
        `opener`: opens what is named, where programs are not this machine's. Raises `UsageError`
        where a server cannot be used."""
        self._workspace = workspace
        self._start_program = start_program
        self._run_command = run_command or start_program
        self._programs_walled = programs_walled
        self._attended = attended
        self._opener = opener
        self._shell = _session(workspace, walls)
        self._live = live or unseen()
        self._opened = ExitStack()
        self._opened.callback(self._shell.close)
        self._built_in = BuiltInTools(workspace, self._live, walls)
        self._opened.callback(self._built_in.close)
        self._servers: dict[str, McpClient] = {}
        with ExitStack() as opening:
            opening.callback(self.close)
            for name, settings in (servers or {}).items():
                self._servers[name] = _connect(name, settings)
                self._opened.callback(self._servers[name].close)
            opening.pop_all()

    @property
    def folder(self) -> str:
        """Where the shell stands, as an absolute path."""
        return self._shell.folder

    @property
    def tools(self) -> tuple[ToolOffer, ...]:
        """What `CallTool` can call."""
        others = (tool for client in self._servers.values() for tool in client.tools)
        return (*self._built_in.tools, *others)

    def around(self, action: Action, /) -> bool:
        """Whether a wall is around the command that an action runs, if it runs one."""
        match action:
            case Shell():
                return self._shell.walled
            case Open():
                return self._programs_walled
            case _:
                return True

    def effect(self, action: Action, /) -> str:
        """What an action would change in the workspace, for a question; empty where it cannot be
        tried without doing it."""
        match action:
            case Shell(command=command):
                left = ", ".join(map(visible, self._shell.left))
                said = f"Earlier commands left functions or variables: {left}." if left else ""
                tried = self._shell.rehearse(command) if self._attended else ""
                return "\n".join(filter(None, (said, tried)))
            case WriteFile(path=path, text=text):
                return replacement(path, text, self._workspace)
            case _:
                return ""

    def shell(self, action: Shell, /) -> Outcome:
        with self._live.command() as watch:
            return self._shell.run(action.command, watch=watch)

    def read_file(self, action: ReadFile, /) -> Outcome:
        return read_file(action.path, self._workspace)

    def write_file(self, action: WriteFile, /) -> Outcome:
        return write_file(action.path, action.text, self._workspace)

    def open(self, action: Open, /) -> Outcome:
        if self._opener is not None:
            return started(action.target, self._opener)
        command = command_for(action.target, self._workspace, self._catalogue)
        if isinstance(command, Outcome):
            return command
        runs = is_command(action.target, self._workspace, command)
        return started(command, self._run_command if runs else self._start_program)

    def reads(self, action: Shell, /) -> Parsed:
        """What a command is where the shell stands; it runs as it was read."""
        return self._shell.read(action.command)

    def opens(self, action: Open, /) -> str:
        """The command line that an action would start; empty where nothing would be started
        on this machine."""
        if self._opener is not None:
            return ""
        command = command_for(action.target, self._workspace, self._catalogue)
        return "" if isinstance(command, Outcome) else command

    def call(self, action: CallTool, /) -> Outcome:
        """Call a tool of a server that is there; no other is looked for."""
        if action.server in builtin.NAMES:
            return self._built_in.call(action.server, action.name, action.arguments)
        client = self._servers.get(action.server)
        if client is None:
            known = ", ".join((*builtin.NAMES, *self._servers))
            return Outcome(
                ok=False, text=f"There is no tool server {action.server!r}. There are: {known}."
            )
        return client.call(action.name, action.arguments)

    @functools.cached_property
    def _catalogue(self) -> Catalogue:
        """Read once: what the gate is told of a name is what is started."""
        return of_this_machine()

    def close(self) -> None:
        """End interpreter and servers."""
        self._opened.close()


def _session(workspace: Path, walls: Sequence[WallName]) -> ShellSession | WindowsShell:
    return WindowsShell(workspace) if sys.platform == "win32" else ShellSession(workspace, walls)


def _connect(name: str, settings: ServerSettings) -> McpClient:
    if name in builtin.NAMES:
        raise UsageError(f"A tool server cannot be called {name!r}.", "Every run has one already.")
    return McpClient(name, settings)
