"""The one program of a self-contained folder: whichever command it is called as, and each program
of ours that a command starts (`uitars_runtime.own_programs`).

Not here: what makes the folder (installers/linux/package).
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, cast

from uitars_runtime import own_programs

COMMANDS: Final = {"uitars": "uitars_app.entry", "uitars-run": "uitars_runtime.cli.entry"}
"""By the name of the link that it is called through; modules with `main`."""
_LIBRARIES: Final = "LD_LIBRARY_PATH"
_BEFORE: Final = f"{_LIBRARIES}_ORIG"
"""Where the folder's starter keeps what was set before."""
_STARTER: Final = "_PYI_"
"""Beginning of the names by which the starter knows its own processes again."""


def main() -> int:
    """Be what was asked for; returns the exit code."""
    _give_back_environment()
    if own_programs.play(sys.argv[1:]):
        return 0
    name = Path(sys.argv[0]).name
    module = importlib.import_module(COMMANDS.get(name, COMMANDS["uitars"]))
    command = cast("Callable[[], int]", vars(module)["main"])
    return command()


def _give_back_environment() -> None:
    """What the folder's starter set is for this process alone: another program would load our
    libraries in the place of its own."""
    places = os.environ.pop(_LIBRARIES, "").split(os.pathsep)
    if own := os.pathsep.join(place for place in places if place not in ("", sys.prefix)):
        os.environ[_LIBRARIES] = own
    os.environ.pop(_BEFORE, None)
    for name in [name for name in os.environ if name.startswith(_STARTER)]:
        del os.environ[name]


if __name__ == "__main__":
    sys.exit(main())
