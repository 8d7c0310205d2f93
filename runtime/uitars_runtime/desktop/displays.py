"""`local` and `:N`: a desktop that is not ours, a person's or one that another program started."""

from __future__ import annotations

import os
import re
import sys
import time

from uitars_runtime.desktop import local
from uitars_runtime.desktop.detached import start_detached
from uitars_runtime.desktop.kind import DesktopKind, Order, Place, with_programs
from uitars_runtime.errors import DesktopError
from uitars_runtime.protocols import Processes

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_RETURN_SECONDS = 10.0
"""How long hands that are started again wait for a display that went away."""


def _is_number(argument: str) -> bool:
    return _NUMBER.fullmatch(argument) is not None


def _open_local(order: Order, guard: Processes) -> Place:
    if sys.platform in ("darwin", "win32"):
        return with_programs(local.open_local(), order)
    if local.is_wayland():
        from uitars_runtime.desktop.wayland.kind import open_session
        from uitars_runtime.desktop.wayland.socket import compositor_socket

        return open_session(compositor_socket(), order, guard)
    return _on(local.local_display(), order, guard)


def _open_display(order: Order, guard: Processes) -> Place:
    return _on(f":{order.argument}", order, guard)


def _on(display: str, order: Order, guard: Processes) -> Place:
    from uitars_runtime.desktop.appearing import awaited
    from uitars_runtime.desktop.layout import keysym
    from uitars_runtime.desktop.x11 import X11Desktop

    gesture = tuple(map(keysym, order.stop_keys))
    _watch(guard, display, gesture, _RETURN_SECONDS if order.again else 0.0)
    environment = {**os.environ, "DISPLAY": display, "WORKSPACE": str(order.workspace)}

    def start(command: str) -> str:
        return awaited(display, lambda: start_detached(command, environment, order.workspace))

    if not order.again:
        for command in order.apps:
            start(command)
    return Place(X11Desktop(display), environment, start, start, display=display)


def _watch(guard: Processes, display: str, gesture: tuple[int, ...], seconds: float) -> None:
    """Take the display, waiting for one that went away to come back."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            guard.watch(display, gesture=gesture)
        except DesktopError as error:
            if not error.gone or time.monotonic() >= deadline:
                raise
            time.sleep(0.2)
        else:
            return


LOCAL = DesktopKind(_open_local)
DISPLAY = DesktopKind(_open_display, _is_number)
