"""The kill gesture: some keys, pressed one after the other on a real keyboard, stop the agent.

Listens in a thread of its own, since an X server may hang. What follows from it is the
supervisor's business.
"""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from collections.abc import Callable, Sequence

from uitars_runtime.errors import DesktopError
from uitars_runtime.guard.in_a_row import InARow
from uitars_runtime.guard.real_input import Kind, RealEvent, RealInput

_LOOK_SECONDS = 0.5
_DEAF_SECONDS = 3.0
"""A listener that did not come round for this long does not hear anything."""


class GestureWatch:
    """Listens on one display until it is closed."""

    def __init__(self, display: str, keysyms: Sequence[int], on_gesture: Callable[[], None]):
        """`on_gesture` is called from the listening thread. Raises `DesktopError`."""
        self._input = RealInput(display)
        self._keysyms = tuple(keysyms)
        self._on_gesture = on_gesture
        self._round = time.monotonic()
        self._woken, self._waker = os.pipe()
        self._thread = threading.Thread(target=self._listen, name="gesture", daemon=True)
        self._thread.start()

    @property
    def listening(self) -> bool:
        """Whether a gesture would be heard now."""
        return self._thread.is_alive() and time.monotonic() - self._round < _DEAF_SECONDS

    def close(self) -> None:
        """Stop listening; the thread ends soon."""
        os.close(self._waker)

    def _listen(self) -> None:
        gesture = InARow(len(self._keysyms))
        try:
            while True:
                sources = [self._input.fileno(), self._woken]
                readable, _, _ = select.select(sources, [], [], _LOOK_SECONDS)
                if self._woken in readable:
                    break
                # At a gesture a round trip counts; when idle, one shows that the server lives.
                self._hear(gesture, self._input.arrived() if readable else self._input.events())
                self._round = time.monotonic()
        except DesktopError as error:
            # The hands are told at their next question whether somebody listens.
            sys.stderr.write(f"guard: nobody listens for the kill gesture: {error}\n")
        finally:
            os.close(self._woken)
            self._input.close()

    def _hear(self, gesture: InARow, events: Sequence[RealEvent]) -> None:
        if not any(event.kind is Kind.KEY for event in events):
            return
        codes = [self._input.keycode(keysym) for keysym in self._keysyms]
        for event in events:
            pressed = event.detail if event.kind is Kind.KEY else None
            if gesture.completed(pressed, codes, event.at):
                self._on_gesture()
