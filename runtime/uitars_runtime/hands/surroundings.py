"""What the hands know about the place that an action would hit, for the gate and its questions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from uitars_runtime.desktop.accessibility import Accessibility, Widget
from uitars_runtime.desktop.managed import reached
from uitars_runtime.desktop.windows import WindowInfo, Windows
from uitars_runtime.gate.facts import NO_FACTS, Facts
from uitars_runtime.gate.gate import Surroundings
from uitars_runtime.gate.picture import place_of
from uitars_runtime.types import Action, KeyDown, Press, Shell, Type

if TYPE_CHECKING:
    from uitars_runtime.desktop.xserver import XServer


class ScreenSurroundings:
    """Implements the gate's `Surroundings` on an X display. Raises `DesktopError` when the X
    server is gone."""

    def __init__(self, server: XServer, ancestors: tuple[int, ...] = ()) -> None:
        """`ancestors`: the processes above the hands, the nearest first; the window of one of them
        is where the person talks to the agent."""
        self._server = server
        self._ancestors = ancestors

    def facts(self, action: Action, /) -> Facts:
        """What is known now. On X11 a screenshot's pixels are the device's."""
        place = place_of(action)
        windows = Windows(self._server.display)
        accessibility = Accessibility(self._server.display)
        if place is not None:
            window = reached(lambda: windows.at(place))
            widget = None if window is None else accessibility.at(window.pid, place)
        elif isinstance(action, Type | Press | KeyDown):
            window = reached(windows.active)
            widget = None if window is None else accessibility.focused(window.pid)
        else:
            return NO_FACTS
        if window is None:
            return Facts(window="the desktop") if place is not None else NO_FACTS
        return self._about(window, widget)

    def _about(self, window: WindowInfo, widget: Widget | None) -> Facts:
        return Facts(
            window=window.title,
            application=window.wm_class,
            program=executable(window.pid),
            pid=window.pid or None,
            role="" if widget is None else widget.role,
            name="" if widget is None else widget.name,
            area=window.box,
            own=self._is_own(window),
        )

    def _is_own(self, window: WindowInfo) -> bool:
        """Whether it belongs to the nearest of the processes above that has windows."""
        if window.pid not in self._ancestors:
            return False
        pids = {one.pid for one in reached(Windows(self._server.display).all)}
        return next(pid for pid in self._ancestors if pid in pids | {window.pid}) == window.pid


class WithShell:
    """Surroundings of a shell that goes on between commands, and those of everything else."""

    def __init__(self, others: Surroundings, folder: Callable[[], str]) -> None:
        """`folder`: where the shell stands."""
        self._others = others
        self._folder = folder

    def facts(self, action: Action, /) -> Facts:
        """What is known now."""
        if isinstance(action, Shell):
            return Facts(folder=self._folder())
        return self._others.facts(action)


def executable(pid: int) -> str:
    """Path of the program that a process runs; empty where it cannot be told."""
    if pid <= 0:
        return ""
    try:
        return str(Path(f"/proc/{pid}/exe").readlink())
    except OSError:
        return ""  # gone, or another user's


def ancestors(pid: int) -> tuple[int, ...]:
    """The processes above a process, its parent first; the first process of all is left out."""
    found: list[int] = []
    while True:
        try:
            stat = Path(f"/proc/{pid}/stat").read_text(errors="replace")
        except OSError:
            return tuple(found)
        # The name in brackets may hold anything; state and parent follow the last bracket.
        pid = int(stat.rpartition(")")[2].split()[1])
        if pid <= 1:
            return tuple(found)
        found.append(pid)
