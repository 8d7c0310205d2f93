"""Starting a program in a person's own session, free of the agent.

Not here: programs of a sandbox, which are started below its guard (`sandbox.py`), and which program
a name means (tools/programs.py).
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from uitars_runtime.errors import UsageError


def start_detached(command: str, environment: Mapping[str, str], workspace: Path) -> str:
    """Start a program in a person's session, where it stays when the agent ends; returns "".

    Raises `UsageError`, `DesktopError`.
    """
    if sys.platform == "win32":
        return _start_on_windows(command, environment, workspace)
    if sys.platform == "darwin":
        return _start_on_macos(command, environment, workspace)
    from uitars_runtime.desktop.sandbox import split

    argv = split(command)
    program = shutil.which(argv[0], path=environment.get("PATH"))
    if program is None:
        raise _absent(argv[0])
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


def _absent(name: str) -> UsageError:
    return UsageError(f"{name} is not installed.", "Check the name, or install the program first.")


def _start_on_macos(command: str, environment: Mapping[str, str], workspace: Path) -> str:
    """A program of the terminal by its name, any other as `open -a` finds it: not installed is
    what `open` says."""
    from uitars_runtime.desktop.sandbox import split

    name, *rest = split(command)
    program = shutil.which(name, path=environment.get("PATH"))
    if program is None:
        done = subprocess.run(
            ["open", "-a", name, *(("--args", *rest) if rest else ())],
            cwd=workspace,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=30,
        )
        if done.returncode:
            raise _absent(name)
        return ""
    process = subprocess.Popen(
        [program, *rest],
        env=dict(environment),
        cwd=workspace,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    process.returncode = 0  # nobody waits for it
    return ""


def _start_on_windows(command: str, environment: Mapping[str, str], workspace: Path) -> str:
    from uitars_runtime.desktop.win32.processes import start_free

    words = re.findall(r'"[^"]*"|\S+', command)
    if not words:
        raise UsageError("A program to start is empty.", "Name the program: --app COMMAND.")
    try:
        start_free(command, environment, workspace)
    except OSError as error:
        raise UsageError(
            f"{words[0]} cannot be started: {error.strerror or error}.",
            "Check the name, or install the program first.",
        ) from error
    return ""
