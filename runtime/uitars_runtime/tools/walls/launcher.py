"""What the launchers have in common that put a wall on from within: how they are called, and a
temporary folder that goes with the command. Not here: the walls themselves.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from uitars_runtime.own_programs import OwnProgram, command
from uitars_runtime.tools.walls import system
from uitars_runtime.tools.walls.keeper import keep
from uitars_runtime.trees import remove


def command_line(program: OwnProgram, workspace: Path) -> tuple[str, ...]:
    """The command line of a launcher, up to the command."""
    place = (str(workspace), tempfile.gettempdir())
    return command(program, *place, *system.limits())


def launch(inside: Callable[[Path, Path, list[str]], int]) -> NoReturn:
    """Be the launcher: `inside(workspace, scratch, command)` is called as by `keep`."""
    place, temporary, *command = sys.argv[1:]
    scratch = Path(tempfile.mkdtemp(prefix="uitars-jail-", dir=temporary))
    keep(lambda: inside(Path(place), scratch, command), lambda: remove(scratch))
