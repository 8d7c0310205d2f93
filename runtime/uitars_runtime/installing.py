"""What to type for a library that is missing, with the Python that runs this: the `pip` that a
shell finds may be of another one. Not here: programs of the system."""

from __future__ import annotations

import shlex
import subprocess
import sys

from uitars_runtime.own_programs import frozen


def pip(*words: str) -> str:
    """A command line of the pip beside this program."""
    said = ("-m", "pip", *words)
    if sys.platform == "win32":
        return f'"{sys.executable}" {subprocess.list2cmdline(said)}'
    return f"{shlex.quote(sys.executable)} {shlex.join(said)}"


def install_extra(name: str) -> str:
    """A sentence that says how to bring in one of the extras."""
    if frozen():
        return f"This package takes nothing in: install uitars[{name}] from a checkout, with pip."
    return f"Install it: {pip('install', f'uitars[{name}]')}."
