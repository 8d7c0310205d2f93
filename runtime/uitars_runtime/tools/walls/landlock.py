"""Landlock and a filter of system calls, put on by a small launcher of ours: for machines where
no namespaces can be made and nothing else is installed.

What cannot be reached can still be seen to be there: names of files, numbers of processes.
Run as a program, it is the launcher: `landlock WORKSPACE TEMPORARY COMMAND...`.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from uitars_runtime.tools.walls import ruleset, seccomp, system
from uitars_runtime.tools.walls.keeper import keep
from uitars_runtime.tools.walls.kernel import drop_privileges


def missing() -> str:
    """What this wall lacks here; empty where it can be tried."""
    if (found := ruleset.version()) < ruleset.NEEDED:
        return f"the kernel's Landlock has version {found}, {ruleset.NEEDED} is needed"
    return ""


def wall(workspace: Path) -> list[str]:
    """The command line up to the command."""
    place = [str(workspace), tempfile.gettempdir()]
    return [sys.executable, "-I", "-m", __name__, *place, *system.LIMITS]


def main() -> None:
    workspace, temporary, *command = sys.argv[1:]
    scratch = Path(tempfile.mkdtemp(prefix="uitars-jail-", dir=temporary))

    def inside() -> int:
        devices = [Path("/dev", name) for name in system.DEVICES]
        os.chdir(workspace)
        drop_privileges()
        ruleset.restrict(system.readable(), [Path(workspace), scratch, *devices])
        seccomp.refuse_calls()
        os.execve(  # noqa: S606
            command[0], command, system.variables(Path(workspace), str(scratch))
        )

    keep(inside, lambda: shutil.rmtree(scratch, ignore_errors=True))


if __name__ == "__main__":
    main()
