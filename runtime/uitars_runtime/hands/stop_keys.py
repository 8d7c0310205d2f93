"""The kill gesture on Windows and macOS, heard through pynput, which tells our own presses from a
person's. It was never run on those systems: Wine's hooks hear nothing, so that it does not disturb
is all that was seen there."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Sequence
from typing import Any

from uitars_runtime.guard.in_a_row import InARow
from uitars_runtime.keys import UnknownKeyError, normalise


class StopKeys:
    """Listens until it is closed."""

    def __init__(self, names: Sequence[str], on_gesture: Callable[[], None]) -> None:
        """`names`: as `keys.py` has them. `on_gesture` is called from the listening thread."""
        self._names = tuple(names)
        self._on_gesture = on_gesture
        self._row = InARow(len(self._names))
        self._down: set[str] = set()
        # pynput has no types.
        keyboard: Any = importlib.import_module("pynput.keyboard")
        self._listener = keyboard.Listener(on_press=self._pressed, on_release=self._released)
        self._listener.start()

    def close(self) -> None:
        """Stop listening."""
        self._listener.stop()

    def _pressed(self, key: Any, injected: bool) -> None:
        name = _name(key)
        if injected or name in self._down:  # the agent's own, or one that is held and repeats
            return
        self._down.add(name)
        if self._row.completed(name, self._names, time.monotonic()):
            self._on_gesture()

    def _released(self, key: Any, _injected: bool) -> None:
        self._down.discard(_name(key))


def _name(key: Any) -> str:
    """Our name of a key of pynput; empty for one that we have none for."""
    told = str(getattr(key, "name", "") or getattr(key, "char", "") or "")
    for spelled in (told, told.replace("_", ""), told.partition("_")[0]):
        try:
            return normalise(spelled)
        except UnknownKeyError:
            continue
    return ""
