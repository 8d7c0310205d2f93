"""A paused run on a terminal: says why, and goes on when Enter is pressed."""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from pathlib import Path

from uitars_runtime.control import Control

_LOOK_SECONDS = 0.2


class TerminalPause:
    """Holds the controls of one run whose person sits at a terminal."""

    def __init__(self, terminal: str = "/dev/tty") -> None:
        self._terminal = Path(terminal)
        self.control = Control(self._changed)

    def _changed(self, reason: str) -> None:
        if not reason:
            sys.stderr.write("Going on.\n")
            return
        sys.stderr.write(f"\nPaused. {reason} Press Enter here to go on, or: uitars resume\n")
        threading.Thread(target=self._await_enter, name="resume", daemon=True).start()

    def _await_enter(self) -> None:
        """Resume at the next line; another way to resume or stop ends the wait."""
        try:
            with self._terminal.open("rb", buffering=0) as terminal:
                self._read_enter(terminal.fileno())
        except OSError:
            return  # no terminal: `uitars resume` is left

    def _read_enter(self, terminal: int) -> None:
        import termios

        flushed = False
        while self.control.paused and not self.control.is_set():
            if _is_anothers(terminal):
                time.sleep(_LOOK_SECONDS)
                continue
            if not flushed:
                # What was typed before is not meant for this.
                termios.tcflush(terminal, termios.TCIFLUSH)
                flushed = True
            if select.select([terminal], [], [], _LOOK_SECONDS)[0] and not _is_anothers(terminal):
                os.read(terminal, 4096)
                self.control.resume()


def _is_anothers(terminal: int) -> bool:
    """Whether it is our terminal and other programs have it now, as it is for a job in the
    background: who touched it then would be stopped, with all that the run has started."""
    try:
        return os.tcgetpgrp(terminal) != os.getpgrp()
    except OSError:
        return False  # not the one that we were started from
