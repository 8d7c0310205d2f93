"""A checkpoint of a hub, `hf:ORG/REPO`, fetched by `uitars models get`, which asks the person.

It is a program of its own: this package imports nothing of the agent.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

from uitars_quant.errors import SourceError

HUB: Final = "hf:"


def local(source: Path, *, yes: bool) -> Path:
    """The folder of a hub's checkpoint; any other source as it is. Raises `SourceError`."""
    if not str(source).startswith(HUB):
        return source
    given = [sys.executable, "-m", "uitars_app", "models", "get", str(source), "--checkpoint"]
    given += ["--yes"] if yes else []
    # Question, progress and errors are on the terminal; the first line is where it lies.
    done = subprocess.run(given, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SourceError(f"{source} was not fetched.", "The reason is above.")
    return Path(done.stdout.partition("\n")[0])
