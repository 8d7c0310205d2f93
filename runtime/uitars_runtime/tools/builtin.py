"""The tool servers that every run has without settings: edits of files, and Python cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from uitars_runtime.tools.cells import PythonCells
from uitars_runtime.tools.edits import edit_file
from uitars_runtime.tools.live import LiveOutput
from uitars_runtime.tools.walls.names import WALLS, WallName
from uitars_runtime.types import Outcome, ToolOffer

FILES = "files"
PYTHON = "python"
NAMES = (FILES, PYTHON)
"""No configured server may have one of these names."""


class Edit(msgspec.Struct, forbid_unknown_fields=True):
    """Replace a piece of text in a file of the workspace; answers with the diff."""

    path: str
    old: Annotated[str, Meta(description="Text that is there exactly once, or see every.")]
    new: str
    every: Annotated[bool, Meta(description="Replace all of them.")] = False


class RunCell(msgspec.Struct, forbid_unknown_fields=True):
    """Run Python in the workspace; names stay for the next cell, without a network."""

    code: str


_Arguments = TypeVar("_Arguments", Edit, RunCell)


class BuiltInTools:
    """Both servers as one."""

    def __init__(
        self, workspace: Path, live: LiveOutput, walls: Sequence[WallName] = WALLS
    ) -> None:
        """`walls`: those that may be around cells, the best first."""
        self._workspace = workspace
        self._live = live
        self._cells = PythonCells(workspace, walls)
        self._calls: Mapping[tuple[str, str], Callable[[dict[str, object]], Outcome]] = {
            (FILES, "edit"): self._edit,
            (PYTHON, "run"): self._run,
        }
        self.tools = (_offer(FILES, "edit", Edit), _offer(PYTHON, "run", RunCell))

    def call(self, server: str, name: str, arguments: dict[str, object]) -> Outcome:
        """Call a tool of one of `NAMES`."""
        known = self._calls.get((server, name))
        if known is None:
            names = ", ".join(tool.name for tool in self.tools if tool.server == server)
            return Outcome(ok=False, text=f"{server} has no tool {name!r}. It has: {names}.")
        try:
            return known(arguments)
        except msgspec.ValidationError as error:
            return Outcome(ok=False, text=f"{server}/{name} was called wrongly: {error}.")

    def close(self) -> None:
        """End what goes on between calls."""
        self._cells.close()

    def _edit(self, arguments: dict[str, object]) -> Outcome:
        edit = msgspec.convert(arguments, Edit)
        return edit_file(edit.path, edit.old, edit.new, self._workspace, every=edit.every)

    def _run(self, arguments: dict[str, object]) -> Outcome:
        cell = msgspec.convert(arguments, RunCell)
        with self._live.command() as watch:
            return self._cells.run(cell.code, watch=watch)


def _offer(server: str, name: str, arguments: type[msgspec.Struct]) -> ToolOffer:
    _, components = msgspec.json.schema_components([arguments])
    schema = dict(components[arguments.__name__])
    words = str(schema.pop("description", ""))
    schema.pop("title", None)
    return ToolOffer(server, name, words, schema)
