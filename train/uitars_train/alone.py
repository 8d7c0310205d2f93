"""A folder that one training has for itself: another would write over its files.

Not here: what an earlier one left there (`network/training.py`).
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from uitars_runtime.errors import UsageError
from uitars_runtime.file_lock import try_lock

_LOCK: Final = ".lock"


@contextmanager
def alone(folder: Path) -> Generator[None]:
    """The folder, made where it is missing, is this process's inside of this; the kernel frees it
    however that ends. Raises `UsageError` where another process has it, `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / _LOCK).open("ab") as lock:
        if sys.platform != "win32" and not try_lock(lock.fileno()):
            raise UsageError(
                f"Another training works in {folder}.", "Wait for it, or give another folder."
            )
        yield
