"""What a request over HTTP carries, read as it comes: of a length that was told, or in chunks; and
what is answered in chunks.

A body that ends too early is an error, never a short file.
"""

from __future__ import annotations

import re
from email.message import Message
from typing import BinaryIO, Final, Self

from uitars_runtime.errors import UsageError

_LONGEST_VALUE: Final = 1 << 20
"""Bytes of a body that is JSON."""
_LONGEST_LINE: Final = 1 << 10


class Body:
    """Readable once, to its end."""

    def __init__(self, stream: BinaryIO, headers: Message) -> None:
        """Raises `UsageError` where its length cannot be told."""
        self._stream = stream
        coding = headers.get("Transfer-Encoding", "").lower()
        lengths = headers.get_all("Content-Length", [])
        if coding not in ("", "chunked") or (coding and lengths) or len(lengths) > 1:
            raise UsageError("How long the request is cannot be told.")
        length = lengths[0] if lengths else "0"
        if re.fullmatch(r"[0-9]{1,18}", length) is None:
            raise UsageError(f"{length[:40]!r} is no length.")
        self._chunked = bool(coding)
        self._left = 0 if self._chunked else int(length)
        self._last = not self._chunked
        """Whether no chunk follows."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """The stream is its connection's."""

    def read(self, count: int = -1, /) -> bytes:
        """Up to `count` bytes, at most 64 KiB; empty at the end. Raises `ConnectionError`."""
        if self._left == 0 and not self._last:
            self._next_chunk()
        if self._left == 0:
            return b""
        most = min(self._left, 1 << 16)
        data = self._stream.read(most if count < 0 else min(count, most))
        if not data:
            raise ConnectionError("the request was cut off")
        self._left -= len(data)
        if self._left == 0 and self._chunked and self._line().strip():
            raise _damaged()
        return data

    def whole(self) -> bytes:
        """All of it, where it is a value and no file. Raises `UsageError`, `ConnectionError`."""
        data = bytearray()
        while piece := self.read():
            data += piece
            if len(data) > _LONGEST_VALUE:
                raise UsageError("The request is too long.")
        return bytes(data)

    def _next_chunk(self) -> None:
        size = self._line().partition(b";")[0].strip()
        if re.fullmatch(rb"[0-9a-fA-F]{1,15}", size) is None:
            raise _damaged()
        self._left = int(size, 16)
        if self._left == 0:
            self._last = True
            while self._line().strip():
                pass  # headers after the body say nothing here

    def _line(self) -> bytes:
        line = self._stream.readline(_LONGEST_LINE)
        if not line.endswith(b"\n"):
            raise ConnectionError("the request was cut off")
        return line


class Chunks:
    """Writes an answer whose length nobody knows before its end: without the last chunk whoever
    reads it knows that it was cut off."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, data: bytes, /) -> int:
        """A piece, which is not empty: an empty chunk is the last."""
        self._stream.write(b"%x\r\n%b\r\n" % (len(data), data))
        return len(data)

    def end(self) -> None:
        """It is whole."""
        self._stream.write(b"0\r\n\r\n")


def _damaged() -> UsageError:
    return UsageError("The request's chunks are damaged.")
