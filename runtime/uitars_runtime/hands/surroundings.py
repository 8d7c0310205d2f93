"""What the hands know about the place that an action would hit, for the gate and its questions."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.desktop.accessibility import Accessibility, bus_address
from uitars_runtime.desktop.managed import reached
from uitars_runtime.desktop.widget import Widget
from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.desktop.windows import Windows, client_process
from uitars_runtime.gate.facts import NO_FACTS, Facts
from uitars_runtime.geometry import common, moved, union
from uitars_runtime.hands.about import WindowSurroundings, about
from uitars_runtime.types import Box, Point

if TYPE_CHECKING:
    from uitars_runtime.desktop.xserver import XServer

_AROUND = Box(-480, -36, 480, 36)
"""Where the words of a control at a place may stand."""


class _Beside(msgspec.Struct, frozen=True):
    """A window beside the window manager, such as a menu or a launcher."""

    window: WindowInfo
    pid: int
    listens: bool
    """Whether it takes keys."""


class ScreenSurroundings(WindowSurroundings):
    """On an X display, where a screenshot's pixels are the device's. Raises `DesktopError` when the
    X server is gone."""

    def __init__(self, server: XServer, ancestors: tuple[int, ...] = ()) -> None:
        """`ancestors`: the processes above the hands, the nearest first; the window of one of them
        is where the person talks to the agent."""
        self._server = server
        self._ancestors = ancestors

    def _at(self, place: Point) -> Facts:
        window = reached(lambda: Windows(self._server.display).at(place))
        if window is None:
            return Facts(window="the desktop")
        pid = self._process(window)
        facts = self._about(window, pid, Accessibility(self._bus).at(pid, place))
        near = common(moved(_AROUND, place), window.box)
        windows = Windows(self._server.display)
        hidden = reached(lambda: windows.hidden(place, near)) if near else ()
        return msgspec.structs.replace(
            facts, menu=self._has_menu(pid, self._beside()), hidden=hidden
        )

    def _beside(self) -> list[_Beside]:
        return [
            _Beside(one, self._process(one), listens)
            for one, listens in reached(Windows(self._server.display).unmanaged)
        ]

    def _with_keyboard(self) -> Facts:
        """The window with the keyboard, and those that lie in front and take keys as well."""
        windows = Windows(self._server.display)
        active = reached(windows.with_keyboard)
        pid = 0 if active is None else self._process(active)
        beside = self._beside()
        found = [
            msgspec.structs.replace(self._about(one.window, one.pid, None), front=True)
            for one in beside
            if one.listens and (one.pid != pid or not pid)
        ]
        if active is not None:
            focused = Accessibility(self._bus).focused(pid)
            facts = self._about(active, pid, focused)
            # An open menu has the keys of its window, also where it lies outside and hides that.
            parts = [one.window.box for one in beside if one.pid == pid]
            area = functools.reduce(union, parts, active.box)
            menu = self._has_menu(pid, beside)
            found.insert(0, msgspec.structs.replace(facts, menu=menu, area=area))
        if not found:
            return NO_FACTS
        return msgspec.structs.replace(found[0], others=tuple(found[1:]))

    @property
    def _bus(self) -> str:
        return reached(lambda: bus_address(self._server.display))

    def _has_menu(self, pid: int, beside: list[_Beside]) -> bool:
        """Whether a menu of a process is open."""
        windows = Windows(self._server.display)
        taking = [one.window.id for one in beside if one.pid == pid and one.listens]
        return not reached(lambda: all(map(windows.is_tip, taking)))

    def _process(self, window: WindowInfo) -> int:
        """The process behind a window: as the X server knows it, else as it says itself."""
        return reached(lambda: client_process(self._server.display, window.id)) or window.pid

    def _about(self, window: WindowInfo, pid: int, widget: Widget | None) -> Facts:
        pids = {one.pid for one in reached(Windows(self._server.display).all)}
        return about(window, pid, widget, pids, self._ancestors)
