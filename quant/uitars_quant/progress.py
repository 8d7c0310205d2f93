"""Telling how far the work is, on standard error."""

from __future__ import annotations

import sys
import time
from typing import Protocol


class Progress(Protocol):
    """Told of every step of the work."""

    def begin(self, total: int) -> None:
        """`total` values (weights) are to be worked on."""
        ...

    def advance(self, values: int, what: str) -> None:
        """So many more are done; `what` is being worked on."""
        ...

    def end(self) -> None:
        """Nothing more comes."""
        ...


class Silent:
    """Says nothing."""

    def begin(self, total: int) -> None:
        """Nothing is said."""

    def advance(self, values: int, what: str) -> None:
        """Nothing is said."""

    def end(self) -> None:
        """Nothing is said."""


class Lines:
    """A line that rewrites itself on a terminal; elsewhere a line for every tenth."""

    def __init__(self) -> None:
        self._total = 1
        self._done = 0
        self._began = self._said = time.monotonic()
        self._tenth = 0

    def begin(self, total: int) -> None:
        """Start the clock."""
        self._total = max(1, total)
        self._began = time.monotonic()

    def advance(self, values: int, what: str) -> None:
        """Say where we are, a few times a second at most."""
        self._done += values
        now = time.monotonic()
        part = self._done / self._total
        left = (now - self._began) * (1 - part) / part if part else 0.0
        line = f"{100 * part:5.1f} %  {_clock(left)} left  {what}"
        if sys.stderr.isatty():
            if now - self._said > 0.2:
                self._said = now
                sys.stderr.write(f"\r\x1b[K{line}")
                sys.stderr.flush()
        elif int(10 * part) > self._tenth:
            self._tenth = int(10 * part)
            sys.stderr.write(f"{line}\n")

    def end(self) -> None:
        """Leave a clean line."""
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
