"""Opening programs, files and addresses on the desktop.

How a program is started depends on the desktop (desktop/). Which program a name means is found in
applications/.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from uitars_runtime.applications.resolve import Catalogue, Found, Near
from uitars_runtime.commands.openings import is_address
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.types import Outcome

_FILE: Final = re.compile(r"\.[A-Za-z]\w{0,4}$")
"""How the name of a file ends; no program is described so."""


def started(command: str, start: Callable[[str], str]) -> Outcome:
    """Start a command line in the words of an outcome.

    `start` returns the title of the window that came, if it knows.
    """
    try:
        title = start(command)
    except (DesktopError, UsageError) as error:
        if isinstance(error, DesktopError) and error.gone:
            raise
        return Outcome(ok=False, text=str(error))
    return Outcome(ok=True, text=f"Opened the window {title!r}." if title else "Started.")


def command_for(target: str, workspace: Path, catalogue: Catalogue) -> str | Outcome:
    """The command line that opens a target; an outcome says why there is none.

    A name that a program is known by goes before a command of the same spelling: `file manager` is
    not the command `file`.
    """
    if "\0" in target:
        return Outcome(ok=False, text="A name cannot hold a zero character.")
    path = workspace / target
    if is_address(target):
        return _by_default(target)
    if os.path.exists(path):
        opener = catalogue.for_file(str(path))
        return _by_default(str(path)) if opener is None else opener.command((str(path),))
    meant = catalogue.resolve(target)
    if isinstance(meant, Found) and meant.named:
        return meant.application.command()
    if isinstance(meant, Near) and meant.kind:
        return _unknown(target, ())
    if shutil.which(target.split(maxsplit=1)[0] if target.split() else "") is not None:
        return target
    if isinstance(meant, Near):
        return _unknown(target, meant.names)
    if _FILE.search(target):
        return _unknown(target, ())
    return meant.application.command()


def _by_default(target: str) -> str | Outcome:
    if sys.platform == "win32":
        return subprocess.list2cmdline(["explorer.exe", target])
    if sys.platform == "darwin":
        return shlex.join(["open", target])
    if shutil.which("xdg-open") is None:
        return Outcome(ok=False, text="xdg-open is not installed: name the program as well.")
    return shlex.join(["xdg-open", target])


def _unknown(target: str, near: Sequence[str]) -> str | Outcome:
    if sys.platform == "darwin":
        # Its programs have no desktop entries; it knows them by name, and says where it does not.
        return shlex.join(["open", "-a", target])
    names = ", ".join(f"“{name}”" for name in near)
    hint = f" Like it: {names}." if names else ""
    said = f"“{target}” is not installed here, and the workspace has no such file."
    return Outcome(ok=False, text=said + hint)
