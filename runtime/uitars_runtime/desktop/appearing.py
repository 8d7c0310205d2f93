"""Waiting for the window of a program that was started in a person's own session.

There nobody owns the process: what is known of it is the window that comes. A program that hands
over to one that runs already shows none.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from typing import Final

from uitars_runtime.desktop.drawn import await_drawn
from uitars_runtime.desktop.managed import ManagedWindows, reached

SECONDS: Final = 15.0
"""How long a window is waited for."""
_PAUSE: Final = 0.05


def awaited(display: str, start: Callable[[], object]) -> str:
    """Start something, wait for a window that comes and is drawn, and return its title; empty where
    none comes or nobody manages windows here. Raises `DesktopError`, and what `start` raises."""
    from Xlib import X
    from Xlib.display import Display

    connection = reached(lambda: Display(display))
    with closing(connection):
        windows = ManagedWindows(connection)
        atom = connection.intern_atom("_NET_CLIENT_LIST")
        root = connection.screen().root
        managed = reached(lambda: root.get_full_property(atom, X.AnyPropertyType)) is not None
        before = set(windows.ids())
        start()
        window = _first(windows, before) if managed else None
        if window is None:
            return ""
        reached(lambda: await_drawn(connection, window))
        return windows.title(window)


def _first(windows: ManagedWindows, before: set[int]) -> int | None:
    """The first window that was not there before; None where none comes in time."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        fresh = [window for window in windows.ids() if window not in before]
        if fresh:
            return fresh[-1]
        time.sleep(_PAUSE)
    return None
