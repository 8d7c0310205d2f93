"""How the hands end: at a signal whatever they are doing, and with the guard's work where it died.

Not here: what they do until then (worker.py).
"""

from __future__ import annotations

import os
import signal
import socket
import stat
import sys
import tempfile
import traceback
from pathlib import Path

from uitars_runtime.desktop.release import release_everything
from uitars_runtime.desktop.wayland.socket import is_compositor
from uitars_runtime.errors import DesktopError
from uitars_runtime.guard.folder import await_abandoned, sweep
from uitars_runtime.guard.link import GuardLink
from uitars_runtime.guard.mark import MARK

_GUARD_SECONDS = 5.0
"""How long hands without a head wait for their guard to end them."""


class Leaving:
    """The end of this process. `display` is the one that is worked on, empty before."""

    def __init__(self, guard: GuardLink, kept: tuple[int, ...]) -> None:
        """`kept`: descriptors of the links to head and guard."""
        self._guard = guard
        self._kept = kept
        self.display = ""

    def at_signal(self, _number: int, _frame: object) -> None:
        """The guard was killed or ends: leave from wherever this process is, for good.

        Nothing is unwound. An exception that leaves python-xlib while it waits for an answer makes
        its connection useless: the next question waits for ever, and one that gives the server
        back to the others comes on the way out.
        """
        try:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            self._hang_up()
            self.clean_up()
        except Exception:
            traceback.print_exc(file=sys.stderr)
        finally:
            os._exit(128 + signal.SIGTERM)

    def clean_up(self) -> None:
        """Do the guard's work where it was killed: let go, end what outlived it.

        A living guard kills this process as soon as the head is gone.
        """
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if not self._guard.gone(_GUARD_SECONDS):
            return
        try:
            if self.display:
                _release(self.display)
        finally:
            tempfile.tempdir = None  # where runs have their folders
            await_abandoned(Path(os.environ[MARK]))
            sweep()

    def _hang_up(self) -> None:
        """Shut the other connections: a server that serves nobody but them serves all again."""
        for name in os.listdir("/proc/self/fd"):
            descriptor = int(name)
            if descriptor in self._kept:
                continue
            try:
                if stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                    with socket.socket(fileno=os.dup(descriptor)) as connection:
                        connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue  # closed since, or not connected


def _release(display: str) -> None:
    try:
        if is_compositor(display):
            from uitars_runtime.desktop.wayland.release import Releasing

            Releasing(display).release()
        else:
            release_everything(display)
    except DesktopError as error:
        if not error.gone:  # with its server gone nothing is held any more
            sys.stderr.write(f"hands: {error}\n")
