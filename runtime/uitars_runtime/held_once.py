"""What is loaded once for all of a process, for as long as somebody holds it.

Networks take their time and their memory: the model of a run, who judges the run and the next
desktop share them, and they go with the last of these. Not here: what is kept for good.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class HeldOnce(Generic[_Key, _Value]):
    """Loads a value for a key unless somebody holds that value already; from any thread."""

    def __init__(self, load: Callable[[_Key], _Value]) -> None:
        """`load`: its values can be referred to weakly; what it raises goes to who asked."""
        self._load = load
        self._held: WeakValueDictionary[_Key, _Value] = WeakValueDictionary()
        self._lock = threading.Lock()

    def __call__(self, key: _Key) -> _Value:
        """The value of a key. Who waits for one that is being loaded gets that one."""
        with self._lock:
            value = self._held.get(key)
            if value is None:
                value = self._held[key] = self._load(key)
            return value
