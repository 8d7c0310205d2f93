"""A run kept still by a person who works where it does, for as long as they do.

Unlike a pause it ends with whoever asked for it, and with nothing else: what a run was paused for
beside it stands. The run of a person whose program was killed does not go on by itself, for nobody
knows what they left half done: it is paused, and says so.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from uitars_runtime.control import Control
from uitars_runtime.errors import UsageError
from uitars_runtime.file_lock import try_lock

_ASKED, _OBEYED = "hold", "held"
"""One file, locked by who asks; the run renames it once it keeps still."""
_HELD: Final = "You work in its session."
_LEFT: Final = (
    "You worked in its session, and the program that you did it with ended without giving it back."
    " Look at the session, then let the run go on: uitars resume"
)


class Hold:
    """Keeps a run still until it is closed."""

    def __init__(self, folder: Path, seconds: float = 5.0) -> None:
        """`folder`: the run's among those under way. Returns once the run keeps still. Raises
        `UsageError` where it does not, or has ended."""
        self._asked, self._obeyed = folder / _ASKED, folder / _OBEYED
        hidden = folder / f".{_ASKED}"
        try:
            self._lock = os.open(hidden, os.O_CREAT | os.O_RDWR, 0o600)
            if not try_lock(self._lock):
                raise BlockingIOError("somebody else holds it")
            hidden.rename(self._asked)
        except OSError as error:
            raise UsageError(f"The run {folder.name} cannot be held: {error}.") from error
        deadline = time.monotonic() + seconds
        while self._asked.exists():
            if time.monotonic() > deadline:
                self.close()
                raise UsageError(
                    f"A run does not obey: {folder.name}.", "End its process (kill -9)."
                )
            time.sleep(0.02)

    def close(self) -> None:
        """Let it go on, unless it is paused."""
        for file in (self._asked, self._obeyed):
            with suppress(FileNotFoundError):
                file.unlink()
        os.close(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Held:
    """The run's side: looks every moment whether it is held."""

    def __init__(self, folder: Path, control: Control) -> None:
        self._asked, self._obeyed = folder / _ASKED, folder / _OBEYED
        self._control = control
        self._holds = False

    def look(self) -> None:
        """Do as is wished now."""
        if self._asked.exists():
            # Who asked goes on as soon as the file has its other name.
            self._control.hold(_HELD)
            self._holds = True
            with suppress(FileNotFoundError):  # they gave it up meanwhile
                self._asked.rename(self._obeyed)
        if not self._holds or (self._obeyed.exists() and _is_locked(self._obeyed)):
            return
        if self._obeyed.exists():
            self._control.pause(_LEFT)
            self._obeyed.unlink()
        self._control.let_go()
        self._holds = False


def _is_locked(file: Path) -> bool:
    """Whether somebody who lives holds it."""
    with suppress(FileNotFoundError):
        lock = os.open(file, os.O_RDWR)
        try:
            return not try_lock(lock)
        finally:
            os.close(lock)
    return False
