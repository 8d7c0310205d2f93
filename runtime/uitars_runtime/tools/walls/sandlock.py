"""sandlock: Landlock and system calls supervised by a library, where no namespaces can be made.

An extra (`pip install uitars[sandlock]`). Its copy-on-write branches are not used: of 0.9, some
everyday commands (`tar cf all.tar sub`) write past the branch, and others fail on it.
Run as a program, it is the launcher: `sandlock WORKSPACE TEMPORARY COMMAND...`.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from uitars_runtime.installing import pip
from uitars_runtime.own_programs import OwnProgram, frozen
from uitars_runtime.tools.walls import ruleset, seccomp, system
from uitars_runtime.tools.walls.keeper import FAILED
from uitars_runtime.tools.walls.kernel import drop_privileges
from uitars_runtime.tools.walls.launcher import command_line, launch
from uitars_runtime.tools.walls.starting import Wall

_LIBRARY = "sandlock"
_PYTHON = "/usr/bin/python3"
"""The system's: the wall lets no other be read."""
_FILTERED = """
import ctypes, os, signal, sys
calls = bytes.fromhex(sys.argv[1])
class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("first", ctypes.c_char_p))
if ctypes.CDLL(None).prctl(22, 2, ctypes.byref(Program(len(calls) // 8, calls)), 0, 0):
    sys.exit("the wall could not be built: the filter of system calls was refused")
for number in (signal.SIGPIPE, signal.SIGXFSZ):
    signal.signal(number, signal.SIG_DFL)
os.execv(sys.argv[2], sys.argv[2:])
"""
"""Puts the filter on the command alone: the library needs some of the calls to supervise it. The
signals are those of `usual_signals`."""
_KILLED = 137
"""As a shell says it; the library does not tell which signal it was."""


def missing() -> str:
    """What this wall lacks here; empty where it can be tried."""
    if importlib.util.find_spec(_LIBRARY) is None:
        mend = "" if frozen() else f" ({pip('install', 'uitars[sandlock]')})"
        return f"sandlock is not installed{mend}"
    if not os.access(_PYTHON, os.X_OK):
        return f"there is no {_PYTHON}"
    return ruleset.missing() or seccomp.missing()


def wall(workspace: Path) -> Wall:
    """What stands around a command."""
    return Wall(command_line(OwnProgram.SANDLOCK_WALL, workspace))


def _inside(workspace: Path, scratch: Path, command: Sequence[str]) -> int:
    drop_privileges()
    # The package has no types, and only who chose the extra has it.
    library: Any = importlib.import_module(_LIBRARY)
    devices = [f"/dev/{name}" for name in system.DEVICES]
    sandbox = library.Sandbox(
        fs_readable=[str(path) for path in system.readable()],
        fs_writable=[str(workspace), str(scratch), *devices],
        cwd=str(workspace),
        clean_env=True,
        env=system.variables(workspace, str(scratch)),
        no_coredump=True,
    )
    filtered = [_PYTHON, "-I", "-S", "-c", _FILTERED, seccomp.written().hex()]
    ended = sandbox.popen([*filtered, *command]).wait()
    if ended.error:
        sys.stdout.write(f"the wall could not be built: {ended.error}\n")
        return FAILED
    return int(ended.exit_code) if ended.exit_code >= 0 else _KILLED


if __name__ == "__main__":
    launch(_inside)
