"""The folder of a run's socket, which is short whatever the run's own is called: the path of a
socket may be 107 bytes long at most."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Final

_PREFIX: Final = "uitars-rl-"
_NAME: Final = re.compile(rf"{_PREFIX}(\d+)-\w+")


def opened() -> tempfile.TemporaryDirectory[str]:
    """A new one, named after this process; those of runs that were killed go."""
    _sweep(Path(tempfile.gettempdir()))
    return tempfile.TemporaryDirectory(prefix=f"{_PREFIX}{os.getpid()}-")


def _sweep(place: Path) -> None:
    for folder in place.glob(f"{_PREFIX}*"):
        named = _NAME.fullmatch(folder.name)
        if named is not None and not _lives(int(named[1])):
            # One of another user stays: it is not ours to remove.
            shutil.rmtree(folder, ignore_errors=True)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
