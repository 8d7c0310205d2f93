"""A checkpoint of a hub, `hf:ORG/REPO`, fetched by `uitars models get`, which asks the person.

It is a program of its own: this package imports nothing of the agent.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final, cast

from uitars_quant.errors import SourceError

HUB: Final = "hf:"


def local(source: Path, *, yes: bool) -> Path:
    """The folder of a hub's checkpoint; any other source as it is. Raises `SourceError`."""
    if not str(source).startswith(HUB):
        return source
    given = [sys.executable, "-m", "uitars_app", "models", "get", str(source), "--checkpoint"]
    given += ["--json", *(["--yes"] if yes else [])]
    # The question and the progress are on the terminal; what is read is where it lies.
    done = subprocess.run(given, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SourceError(f"{source} was not fetched.", "The reason is above.")
    return Path(str(cast("dict[str, Any]", json.loads(done.stdout))["path"]))
