"""One agent per Wayland compositor: a socket name that the kernel frees with the guard.

Wayland has nothing that every program of a session could see and only one could own.
"""

from __future__ import annotations

import socket

from uitars_runtime.desktop.wayland.release import Releasing
from uitars_runtime.errors import DesktopError


class WaylandLock:
    """Holds a compositor's lock as long as it lives."""

    def __init__(self, path: str) -> None:
        """`path`: the compositor's socket. Raises `DesktopError` when another agent has it, or the
        compositor cannot be reached."""
        self.display = path
        self._lock = socket.socket(socket.AF_UNIX)
        try:
            self._lock.bind(f"\0uitars-agent{path}")
        except OSError as error:
            self._lock.close()
            raise DesktopError(
                f"Another agent is working on the Wayland session {path}.",
                "Wait for it to end, stop it, or use --desktop sandbox.",
            ) from error
        try:
            self._releasing = Releasing(path)
        except BaseException:
            self._lock.close()
            raise

    def release_keys(self) -> None:
        """Let everything go that a dead agent left down. Raises `DesktopError` where the compositor
        is gone."""
        self._releasing.release()

    def close(self) -> None:
        """Give the lock back."""
        self._releasing.close()
        self._lock.close()

    def held_on(self, name: str) -> bool:
        """Whether this is the lock of that compositor and it still lives."""
        try:
            self._releasing.release()
        except DesktopError:
            return False
        return name == self.display
