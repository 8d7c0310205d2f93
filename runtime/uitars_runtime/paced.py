"""What comes in over a connection, as long as it comes fast enough: who sends a byte now and then
holds a place no longer than who sends nothing. Not here: what is read."""

from __future__ import annotations

import io
import socket
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_SLOWEST: Final = 1 << 10
"""Bytes a second of whoever sends a long body."""


class PacedReader(io.RawIOBase):
    """Reads a connection until its time is up."""

    def __init__(self, connection: socket.socket, seconds: float) -> None:
        """`seconds`: as in `allow`."""
        self._connection = connection
        self.allow(seconds)

    def allow(self, seconds: float) -> None:
        """From now on so long, and longer by what comes in meanwhile."""
        self._until = time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Raises `TimeoutError`, `OSError`."""
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError("the request came too slowly")
        before = self._connection.gettimeout()
        self._connection.settimeout(left if before is None else min(before, left))
        try:
            count = self._connection.recv_into(buffer)
        finally:
            self._connection.settimeout(before)
        self._until += count / _SLOWEST
        return count
