"""Our own programs beside the commands: what they are called, how each is started, and how one is
played. Not here: what they do.

They start as `PYTHON -m MODULE`. In a self-contained folder there is no Python to start: there our
own program takes the interpreter's place, reads the same words and plays the role (`play`).
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

AS_MODULE: Final = "-m"


class OwnProgram(StrEnum):
    """Each by its module; nothing else can be started this way."""

    GUARD = "uitars_runtime.guard"
    HANDS = "uitars_runtime.hands"
    SESSION_HOST = "uitars_runtime.sessions"
    BROWSER_HOST = "uitars_runtime.browser"
    SCOPED_WALL = "uitars_runtime.tools.walls.scoped"
    LANDLOCK_WALL = "uitars_runtime.tools.walls.landlock"
    SANDLOCK_WALL = "uitars_runtime.tools.walls.sandlock"
    CHAT_TEMPLATE = "uitars_runtime.backends.llama.template_process"
    PRACTICE_WINDOW = "uitars_runtime.doctor.targets"


_ISOLATED: Final = frozenset(
    {
        OwnProgram.SCOPED_WALL,
        OwnProgram.LANDLOCK_WALL,
        OwnProgram.SANDLOCK_WALL,
        OwnProgram.CHAT_TEMPLATE,
    }
)
"""What stands around strangers' words reads neither the environment nor the folder it starts in."""


def frozen() -> bool:
    """Whether this runs from a self-contained folder, where no Python is."""
    return bool(vars(sys).get("frozen"))


def command(program: OwnProgram, *arguments: str) -> tuple[str, ...]:
    """The command line that starts one of our programs."""
    # A self-contained program is isolated always.
    isolated = ("-I",) if program in _ISOLATED and not frozen() else ()
    return (sys.executable, *isolated, AS_MODULE, program.value, *arguments)


def play(words: Sequence[str]) -> bool:
    """Be the program that the words of a command line ask for, as an interpreter would; whether
    they asked for one of ours. Where it ends with a code, that leaves as `SystemExit`."""
    if len(words) < 2 or words[0] != AS_MODULE or words[1] not in set(OwnProgram):
        return False
    sys.argv[1:] = words[2:]
    runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    return True
