"""Landlock and a filter of system calls, put on by a small launcher of ours: for machines where
no namespaces can be made and nothing else is installed.

What cannot be reached can still be seen to be there: names of files, numbers of processes.
Run as a program, it is the launcher: `landlock WORKSPACE TEMPORARY COMMAND...`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

from uitars_runtime.own_programs import OwnProgram
from uitars_runtime.tools.walls import ruleset, seccomp, system
from uitars_runtime.tools.walls.kernel import drop_privileges
from uitars_runtime.tools.walls.launcher import command_line, launch
from uitars_runtime.tools.walls.starting import Wall


def missing() -> str:
    """What this wall lacks here; empty where it can be tried."""
    return ruleset.missing() or seccomp.missing()


def wall(workspace: Path) -> Wall:
    """What stands around a command."""
    return Wall(command_line(OwnProgram.LANDLOCK_WALL, workspace))


def _inside(workspace: Path, scratch: Path, command: list[str]) -> NoReturn:
    devices = [Path("/dev", name) for name in system.DEVICES]
    os.chdir(workspace)
    drop_privileges()
    ruleset.restrict(system.readable(), [workspace, scratch, *devices])
    seccomp.refuse_calls()
    os.execve(command[0], command, system.variables(workspace, str(scratch)))  # noqa: S606


if __name__ == "__main__":
    launch(_inside)
