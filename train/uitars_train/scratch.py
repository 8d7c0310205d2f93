"""Folders that go with the work they are for. Those of work that was killed go when the next one
begins: a folder is somebody's as long as its lock is held, which the kernel frees however its
process ends."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from uitars_runtime.file_lock import try_lock
from uitars_runtime.guard.folder import is_own
from uitars_runtime.trees import remove

_PREFIX: Final = "uitars-train-"
_PLACE: Final = "/var/tmp"  # noqa: S108 - made by mkdtemp
"""Not /tmp: the jail of the shell has a folder of its own there."""


@contextmanager
def scratch() -> Generator[Path]:
    """A new folder for this user alone."""
    for left in filter(is_own, Path(_PLACE).glob(f"{_PREFIX}*")):
        held = _held(left)
        if held is not None:
            remove(left)
            os.close(held)
    folder, held = _made()
    try:
        yield folder
    finally:
        remove(folder)
        os.close(held)


def _made() -> tuple[Path, int]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=_PLACE))
        held = _held(folder)
        if held is not None:
            return folder, held
        # Somebody took it for left behind between the two calls above, and takes it away.


def _held(folder: Path) -> int | None:
    """What holds the lock of a folder; None where another process does, or it is gone."""
    try:
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    if try_lock(opened) and os.fstat(opened).st_nlink:
        return opened
    os.close(opened)
    return None
