"""Letting go what an agent that was killed held down at a compositor.

Keys go up with the keyboard that held them, which goes with its process. Buttons do not: sway keeps
a drag until any mouse lets the button go. Another mouse does that here, made beforehand.
"""

from __future__ import annotations

from uitars_runtime.desktop.wayland.connection import Connection

_LEFT = 0x110
"""The one button that is ever held for longer than a message takes (linux/input-event-codes.h)."""


class Releasing:
    """A mouse that only lets go."""

    def __init__(self, path: str) -> None:
        """`path`: the compositor's socket. Raises `DesktopError`."""
        from uitars_runtime.desktop.wayland import protocols

        self._connection = Connection(path)
        self._manager = None
        if self._connection.offers(protocols.POINTERS.name):
            self._manager = self._connection.bind(protocols.POINTERS)
            self._pointer = self._manager.send("create_virtual_pointer", None)
            self._connection.roundtrip()

    def release(self) -> None:
        """Let the button of a drag go. Raises `DesktopError`."""
        if self._manager is not None:
            self._pointer.send("button", 0, _LEFT, 0)
            self._pointer.send("frame")
        self._connection.roundtrip()

    def close(self) -> None:
        """Give the connection back."""
        self._connection.close()
