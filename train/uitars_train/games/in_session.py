"""A game as a program of a session: what holds for any program there, a pause, a limit and a
checkpoint among it, holds for the game."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Final

from uitars_runtime.browser.chromium import command_line, new_profile
from uitars_runtime.errors import DesktopError
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.running import run
from uitars_runtime.trees import remove
from uitars_train.games.catalogue import Entry

_SIZE: Final = "900,760"
_KILLED: Final = 128 + signal.SIGKILL
"""Code of a command whose session was restored, made anew or stopped."""


def window(page: Path, seed: int) -> tuple[str, ...]:
    """Options of a browser that shows nothing but a game. `seed`: 0 for another one each time."""
    address = f"{page.as_uri()}#{seed}" if seed else page.as_uri()
    return (f"--app={address}", "--window-position=0,0", f"--window-size={_SIZE}")


def play_in_session(record: SessionRecord, entry: Entry, seed: int) -> Generator[str]:
    """Show it there until its window is closed, or the generator is. Raises as `play` does."""
    # The home folder is what programs see behind a wall, too, and what a checkpoint keeps.
    place = Path(tempfile.mkdtemp(prefix="game-", dir=record.desktop.environment["HOME"]))
    said = bytearray()
    try:
        pages = shutil.copytree(entry.page.parent, place / "pages")
        program, *words = command_line(new_profile(place), *window(pages / entry.page.name, seed))
        command = (Path(program).name, *words)  # where it lies is the session's matter
        yield f"The game is in the session {record.id}; close it there, or Ctrl-C, to end."
        with open(os.devnull) as nothing:
            ended = run(record.id, command, nothing.fileno(), said.extend, said.extend)
    except KeyboardInterrupt:
        return
    finally:
        remove(place)
    if ended.limit:
        yield ended.limit
    elif ended.code not in (0, _KILLED):
        last = said.decode(errors="replace").strip().rpartition("\n")[2]
        raise DesktopError(f"Chromium ended with code {ended.code}.", f"It said: {last}")
