"""Windows as most wlroots compositors tell them (wlr-foreign-toplevel-management): title, program
and focus, but neither where they lie nor whose they are."""

# pywayland is typed in part only.
from __future__ import annotations

import struct
from typing import Any

from uitars_runtime.desktop.wayland.connection import Connection
from uitars_runtime.desktop.wayland.outputs import Outputs
from uitars_runtime.desktop.wayland.windows import WaylandWindow
from uitars_runtime.types import Box, Point

_MINIMIZED, _ACTIVATED = 1, 2


class _Told:
    """What is said of one window, piece by piece."""

    def __init__(self, number: int, handle: Any) -> None:
        self.number = number
        self.handle = handle
        self.title = self.app_id = ""
        self.active = self.minimized = False
        handle.dispatcher["title"] = self._title
        handle.dispatcher["app_id"] = self._app_id
        handle.dispatcher["state"] = self._state

    def window(self, canvas: Box) -> WaylandWindow:
        box = Box(0, 0, 0, 0) if self.minimized else canvas
        return WaylandWindow(self.number, self.title, self.app_id, 0, box, active=self.active)

    def _title(self, _handle: object, title: str) -> None:
        self.title = title

    def _app_id(self, _handle: object, app_id: str) -> None:
        self.app_id = app_id

    def _state(self, _handle: object, states: bytes) -> None:
        told = struct.unpack(f"={len(states) // 4}I", bytes(states))
        self.minimized, self.active = _MINIMIZED in told, _ACTIVATED in told


class Toplevels:
    """Implements `Windows`."""

    placed = False

    def __init__(self, connection: Connection, outputs: Outputs) -> None:
        """Raises `DesktopError`."""
        from uitars_runtime.desktop.wayland import protocols

        self._connection = connection
        self._outputs = outputs
        self._told: dict[int, _Told] = {}
        self._count = 0
        self._manager = connection.bind(protocols.TOPLEVELS)
        self._manager.dispatcher["toplevel"] = self._come
        connection.roundtrip()
        connection.roundtrip()

    def all(self) -> tuple[WaylandWindow, ...]:
        """Every window, oldest first; each may lie anywhere."""
        self._connection.roundtrip()
        canvas = self._outputs.canvas().box
        return tuple(told.window(canvas) for told in self._told.values())

    def at(self, _place: Point, /) -> None:
        """Nobody says where they lie."""

    def close(self) -> None:
        """They go with the connection."""

    def _come(self, _manager: object, handle: Any) -> None:
        self._count += 1
        number = self._count
        self._told[number] = _Told(number, handle)

        def closed(_handle: Any) -> None:
            self._told.pop(number).handle.end()

        handle.dispatcher["closed"] = closed
