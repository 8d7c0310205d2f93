"""`wayland[:SOCKET]`: a Wayland session, a person's or one that another program started."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from uitars_runtime.desktop.detached import start_detached
from uitars_runtime.desktop.drawn import await_shown
from uitars_runtime.desktop.kind import DesktopKind, Order, Place
from uitars_runtime.desktop.wayland.portal import leave
from uitars_runtime.desktop.wayland.socket import compositor_socket, is_of_this_session
from uitars_runtime.protocols import Processes

if TYPE_CHECKING:
    from uitars_runtime.desktop.wayland.desktop import WaylandDesktop

_WINDOW_SECONDS = 15.0
_PAUSE = 0.05
_WARNING = (
    "On Wayland nobody {hears}feels your hand on the mouse: to stop the agent, {press}press Ctrl+C"
    " or Stop where it was started, or run: uitars stop{bind}."
)


def _open(order: Order, guard: Processes) -> Place:
    return open_session(compositor_socket(order.argument), order, guard)


def open_session(path: str, order: Order, guard: Processes) -> Place:
    """A session at the compositor of that socket. Raises `DesktopError`, `UsageError`."""
    from uitars_runtime.desktop.wayland.desktop import WaylandDesktop

    if order.again:
        # Why the former hands lost it nobody knows: perhaps a person wanted it so.
        leave.take()
    desktop = WaylandDesktop(path)
    guard.watch(path)
    trigger = guard.listen() if is_of_this_session(path) else ""
    environment = {**os.environ, "WAYLAND_DISPLAY": path, "WORKSPACE": str(order.workspace)}

    def start(command: str) -> str:
        return _awaited(desktop, command, environment, order)

    if not order.again:
        for command in order.apps:
            start(command)
    return Place(desktop, environment, start, start, display=path, warning=_warning(trigger))


def _warning(trigger: str) -> str:
    """`trigger`: how a person stops the agent with a key of the session; empty for no key."""
    if trigger:
        return _WARNING.format(hears="", press=f"press {trigger} anywhere, or ", bind="")
    return _WARNING.format(hears="hears a kill gesture or ", press="", bind=" (bind a key to it)")


def _awaited(
    desktop: WaylandDesktop, command: str, environment: Mapping[str, str], order: Order
) -> str:
    """Start a program, wait until its window comes and is drawn, and return its title; empty where
    none comes."""
    before = {window.id for window in desktop.windows.all()}
    start_detached(command, environment, order.workspace)
    deadline = time.monotonic() + _WINDOW_SECONDS
    while time.monotonic() < deadline:
        fresh = [window.id for window in desktop.windows.all() if window.id not in before]
        if fresh:
            return _drawn(desktop, fresh[-1])
        time.sleep(_PAUSE)
    return ""


def _drawn(desktop: WaylandDesktop, window: int) -> str:
    """Wait until a window shows what it is going to show; its title then."""
    await_shown(lambda: desktop.shows(window))
    return next((one.title for one in desktop.windows.all() if one.id == window), "")


WAYLAND = DesktopKind(_open, lambda _argument: True)
