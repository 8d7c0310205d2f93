"""What a command or a cell writes, shown while it runs.

Whole lines of plain text without secrets: always the beginning of what the outcome will say.
Nothing here waits. What a face does not take at once has its turn later, and what it never takes is
in the outcome all the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from uitars_runtime.tools.plain import plain

OUTPUT_BYTES = 64 * 1024
"""What is kept of a command's output; the rest is counted."""
TICK_SECONDS = 0.1
"""A `Watch` hears at least this often, and shows nothing more often."""
_PIECE = 8192
"""Characters shown at once: no more than a socket takes without waiting."""
_REST = "[what follows is not shown]\n"
_LINE_ENDS = (b"\n", b"\r")

Watch = Callable[[bytes], None]
"""Told what was written, as it comes; told of nothing (no bytes) when nothing came for a while."""
Show = Callable[[str], bool]
"""Takes a piece of text; an empty one begins a command. False: not now."""


def unwatched(_piece: bytes, /) -> None:
    """A `Watch` that shows nothing."""


def unseen() -> LiveOutput:
    """For a face that shows nothing."""
    return LiveOutput(lambda _text: False, lambda text: text)


class LiveOutput:
    """Shows what one command after the other writes."""

    def __init__(self, show: Show, conceal: Callable[[str], str]) -> None:
        """`conceal`: leaves out of a text what nobody may see."""
        self._show = show
        self._conceal = conceal

    @contextmanager
    def command(self) -> Generator[Watch]:
        """What watches one command; at its end the rest is shown, as far as it is taken."""
        shown = _Shown(self._show, self._conceal)
        shown.add(b"")
        yield shown.add
        shown.end()


class _Shown:
    """What was shown of one command."""

    def __init__(self, show: Show, conceal: Callable[[str], str]) -> None:
        self._show = show
        self._conceal = conceal
        self._written = bytearray()
        self._size: int = 0
        """Bytes of it that were read as text."""
        self._over = False
        """Whether all that will be shown is read."""
        self._text = ""
        """What may be shown, from the beginning."""
        self._begun = False
        self._done = 0
        """Characters of the text that were shown."""
        self._next = 0.0

    def add(self, piece: bytes, /) -> None:
        """Take what was written, and show something of it when it is time."""
        if not self._over:
            room = OUTPUT_BYTES - len(self._written)
            self._written += piece[:room]
            if len(piece) > room:
                self._read_all(_REST)
        now = time.monotonic()
        if now >= self._next:
            self._next = now + TICK_SECONDS
            self._read(1 + max(self._written.rfind(end) for end in _LINE_ENDS))
            self._give()

    def end(self) -> None:
        """Show what is left, the last line also without its end."""
        self._read_all()
        while self._give():
            pass

    def _read_all(self, note: str = "") -> None:
        self._read(len(self._written))
        if not self._over and note:
            self._text += f"\n{note}"
        self._over = True

    def _read(self, size: int) -> None:
        """What may be shown of so many bytes."""
        if self._over or size == self._size:
            return
        self._size = size
        text = self._conceal(plain(self._written[:size].decode(errors="replace")))
        # What was shown is not taken back: a text that now reads otherwise waits for the outcome.
        if text.startswith(self._text):
            self._text = text

    def _give(self) -> bool:
        """Show one piece; False where nothing is left or it was not taken."""
        if not self._begun:
            self._begun = self._show("")
            return self._begun
        piece = self._text[self._done : self._done + _PIECE]
        if not piece or not self._show(piece):
            return False
        self._done += len(piece)
        return True
