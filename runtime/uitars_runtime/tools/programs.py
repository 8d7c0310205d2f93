"""Opening programs, files and addresses on the desktop.

How a program is started depends on the desktop: below the guard in a sandbox, free of the agent in
a person's own session.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.types import Outcome


def open_target(target: str, workspace: Path, start: Callable[[str], str]) -> Outcome:
    """Open a file of the workspace or an address with its program, or start a program.

    `start` takes a command line and returns the title of the window that came, if it knows.
    """
    if "\0" in target:
        return Outcome(ok=False, text="A name cannot hold a zero character.")
    command = _command(target, workspace)
    if command is None:
        return Outcome(ok=False, text="xdg-open is not installed: name the program as well.")
    try:
        title = start(command)
    except (DesktopError, UsageError) as error:
        if isinstance(error, DesktopError) and error.gone:
            raise
        return Outcome(ok=False, text=str(error))
    return Outcome(ok=True, text=f"Opened the window {title!r}." if title else "Started.")


def start_detached(command: str, environment: Mapping[str, str], workspace: Path) -> str:
    """Start a program in a person's session, where it stays when the agent ends; returns "".

    Raises `UsageError`, `DesktopError`.
    """
    from uitars_runtime.desktop.sandbox import split

    argv = split(command)
    program = shutil.which(argv[0], path=environment.get("PATH"))
    if program is None:
        raise DesktopError(
            f"{argv[0]} is not installed.", "Check the name, or install the program first."
        )
    # setsid forks: the program becomes a child of the session, not of the hands.
    subprocess.run(
        ["setsid", "--fork", program, *argv[1:]],
        env=dict(environment),
        cwd=workspace,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
        timeout=10,
    )
    return ""


def _command(target: str, workspace: Path) -> str | None:
    """The command line that opens the target; None where no opener is installed."""
    path = workspace / target
    if "://" not in target and not ("\0" not in target and os.path.exists(path)):
        return target
    if shutil.which("xdg-open") is None:
        return None
    return shlex.join(["xdg-open", target if "://" in target else str(path)])
