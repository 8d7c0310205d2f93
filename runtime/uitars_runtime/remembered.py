"""What networks said lately: a screen comes again with little of it changed, and only of what is
new they are asked. Not here: what is loaded once (`held_once.py`).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class Remembered(Generic[_Key, _Value]):
    """Values by key, the last used ones; from any thread, one call at a time."""

    def __init__(self, most: int) -> None:
        """`most`: so many are kept between two calls."""
        self._most = most
        self._known: OrderedDict[_Key, _Value] = OrderedDict()
        self._lock = threading.Lock()

    def values(
        self, keys: Sequence[_Key], make: Callable[[list[int]], Iterable[_Value]]
    ) -> list[_Value]:
        """One for each key. `make`: those at some places of `keys`, no two of them alike; it is
        asked only where some are not known."""
        with self._lock:
            places: dict[_Key, int] = {}
            for place, key in enumerate(keys):
                if key not in self._known:
                    places.setdefault(key, place)
            if places:
                self._known.update(zip(places, make(list(places.values())), strict=True))
            for key in keys:
                self._known.move_to_end(key)
            found = [self._known[key] for key in keys]
            while len(self._known) > self._most:
                self._known.popitem(last=False)
            return found

    def forget(self) -> None:
        """All of them."""
        with self._lock:
            self._known.clear()
