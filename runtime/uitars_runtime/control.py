"""What a person can do to a run while it goes on: stop it, pause it, say something to it.

Faces and the guard call it from their own threads; the loop looks at it between two steps. It
decides nothing and draws nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Protocol

from uitars_runtime.protocols import Stop


class Reins(Protocol):
    """What the hands and their guard may do to a run on a person's behalf, from any thread."""

    def stop(self) -> None: ...

    def pause(self, reason: str, /) -> None: ...


class Control:
    """One run's controls; thread-safe. Also a `Stop`."""

    def __init__(self, on_pause: Callable[[str], None] | None = None) -> None:
        """`on_pause` is told why the run pauses, and empty words when it goes on."""
        self.deadline: Stop | None = None
        """Set when the time of the run is over, too; None before it began."""
        self.over: Stop = _Over(self)
        """Set when the run was stopped, or its time is over."""
        self._changed = threading.Condition()
        self._stopped = False
        self._reason = self._held = ""
        self._words: list[str] = []
        self.said = 0
        """How often something was said, heard or not."""
        self._on_pause = on_pause

    def stop(self) -> None:
        """End the run as soon as it can be ended in order; a paused one too."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def is_set(self) -> bool:
        """Whether the run was stopped."""
        return self._stopped

    def pause(self, reason: str) -> None:
        """Hold the run before its next step; the first reason stands until `resume`."""
        with self._telling():
            self._reason = self._reason or reason or "Paused."

    def resume(self) -> None:
        """Go on; the next step looks at the screen afresh."""
        with self._telling():
            self._reason = ""

    def hold(self, reason: str) -> None:
        """Hold the run beside every pause, until `let_go`; `resume` does not end it."""
        with self._telling():
            self._held = reason

    def let_go(self) -> None:
        """Go on, unless the run is paused."""
        with self._telling():
            self._held = ""

    @property
    def paused(self) -> str:
        """Why the run is paused or held; empty while it goes on."""
        return self._reason or self._held

    def say(self, words: str) -> None:
        """Tell the model something; it reads it before its next step."""
        with self._changed:
            self._words.append(words)
            self.said += 1

    def heard(self) -> tuple[str, ...]:
        """What was said since the last call, oldest first."""
        with self._changed:
            words, self._words = tuple(self._words), []
        return words

    @property
    def unheard(self) -> bool:
        """Whether something was said since then."""
        return bool(self._words)

    def wait(self) -> float:
        """Wait while the run is paused; returns the seconds waited, which count for no limit."""
        import time

        began = time.monotonic()
        with self._changed:
            while self.paused and not self._stopped:
                self._changed.wait(0.1)
        return time.monotonic() - began

    @contextmanager
    def _telling(self) -> Generator[None]:
        """While what holds the run is changed; who wants to know is told when it is another."""
        with self._changed:
            before = self.paused
            yield
            now = self.paused
            self._changed.notify_all()
        if now != before and self._on_pause is not None:
            self._on_pause(now)


class _Over:
    """A run's end from outside, by a person or by the clock; a `Stop`."""

    def __init__(self, control: Control) -> None:
        self._control = control

    def is_set(self) -> bool:
        deadline = self._control.deadline
        return self._control.is_set() or (deadline is not None and deadline.is_set())
