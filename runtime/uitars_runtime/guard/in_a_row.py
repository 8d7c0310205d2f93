"""Keys that a person presses one after the other: the kill gesture, wherever presses come from."""

from __future__ import annotations

from collections.abc import Sequence

_WITHIN = 0.6
"""Seconds that may pass between two of them."""


class InARow:
    """Knows them in a stream of presses. Any other press in between begins it anew."""

    def __init__(self, length: int) -> None:
        self._length = length
        self._done = 0
        self._last = float("-inf")

    def completed(self, pressed: int | str | None, keys: Sequence[int | str], at: float) -> bool:
        """Whether this press is the last of them. `pressed`: None for one of no key. `keys`: those
        that are waited for, under the current layout. `at`: when, in seconds."""
        if at - self._last > _WITHIN:
            self._done = 0
        self._last = at
        fits, begins = pressed == keys[self._done], pressed == keys[0]
        self._done = self._done + 1 if fits else int(begins)
        if self._done < self._length:
            return False
        self._done = 0
        return True
