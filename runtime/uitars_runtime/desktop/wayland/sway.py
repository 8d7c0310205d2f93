"""Windows as sway tells them over its own socket (sway-ipc(7)): where they lie, and whose they are.

The process behind a window is the kernel's word, not the program's.
"""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Iterator

import msgspec

from uitars_runtime.desktop.wayland.outputs import Canvas, Outputs
from uitars_runtime.desktop.wayland.windows import WaylandWindow
from uitars_runtime.errors import DesktopError
from uitars_runtime.geometry import union
from uitars_runtime.types import Box, Point

_MAGIC = b"i3-ipc"
_HEADER = struct.Struct("=6sII")
_GET_TREE = 4
_ANSWER_SECONDS = 5.0
_NOWHERE = Box(0, 0, 0, 0)


class _Rect(msgspec.Struct, frozen=True):
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0

    def moved(self, x: int, y: int) -> Box:
        left, top = self.x + x, self.y + y
        return Box(left, top, left + self.width, top + self.height)


class _XWindow(msgspec.Struct, frozen=True):
    """What an X program on Xwayland says of itself."""

    kind: str = msgspec.field(name="class", default="")


class _Node(msgspec.Struct, frozen=True):
    """A node of the tree, as far as it matters here."""

    id: int
    type: str
    name: str | None = None
    rect: _Rect = _Rect()
    deco_rect: _Rect = _Rect()
    window_rect: _Rect = _Rect()
    geometry: _Rect = _Rect()
    focused: bool = False
    visible: bool = False
    fullscreen_mode: int = 0
    app_id: str | None = None
    pid: int = 0
    window_properties: _XWindow = _XWindow()
    nodes: list[_Node] = []
    floating_nodes: list[_Node] = []


class _Seen(msgspec.Struct, frozen=True):
    """A window, and how far in front it lies."""

    node: _Node
    parent: _Node
    layer: int
    """0 tiled, 1 floating, 2 the whole screen."""


class SwayWindows:
    """Implements `Windows`."""

    placed = True

    def __init__(self, path: str, outputs: Outputs) -> None:
        """`path`: of sway's socket. Raises `DesktopError`."""
        self._outputs = outputs
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(_ANSWER_SECONDS)
        try:
            self._socket.connect(path)
        except OSError as error:
            self._socket.close()
            raise _gone(str(error)) from error

    def all(self) -> tuple[WaylandWindow, ...]:
        """Every window, oldest first."""
        canvas = self._outputs.canvas()
        return tuple(
            _window(seen, canvas) for seen in sorted(self._seen(), key=lambda seen: seen.node.id)
        )

    def at(self, place: Point, /) -> WaylandWindow | None:
        """The topmost window at a pixel of the canvas."""
        canvas = self._outputs.canvas()
        back_first = sorted(self._seen(), key=lambda seen: seen.layer)
        found = (_window(seen, canvas) for seen in reversed(back_first) if seen.node.visible)
        return next((window for window in found if window.outer.contains(place)), None)

    def close(self) -> None:
        """Give the socket back."""
        self._socket.close()

    def _seen(self) -> Iterator[_Seen]:
        """Windows from back to front within each layer."""
        return _windows(msgspec.json.decode(self._ask(_GET_TREE), type=_Node))

    def _ask(self, kind: int) -> bytes:
        try:
            self._socket.sendall(_HEADER.pack(_MAGIC, 0, kind))
            _, size, _ = _HEADER.unpack(self._read(_HEADER.size))
            return self._read(size)
        except OSError as error:
            raise _gone(str(error)) from error

    def _read(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            piece = self._socket.recv(size - len(data))
            if not piece:
                raise _gone("it closed its socket")
            data += piece
        return bytes(data)


def socket_path() -> str:
    """Where sway of this session listens; empty where it does not."""
    path = os.environ.get("SWAYSOCK", "")
    return path if path and os.path.exists(path) else ""


def _windows(node: _Node, layer: int = 0) -> Iterator[_Seen]:
    for children, in_front in ((node.nodes, layer), (node.floating_nodes, max(layer, 1))):
        for child in children:
            if child.pid and not child.nodes:
                yield _Seen(child, node, 2 if child.fullscreen_mode else in_front)
            else:
                yield from _windows(child, in_front)


def _window(seen: _Seen, canvas: Canvas) -> WaylandWindow:
    node, origin = seen.node, seen.parent.rect
    inner = node.window_rect.moved(node.rect.x, node.rect.y)
    whole = node.rect.moved(0, 0)
    if node.deco_rect.height and not node.fullscreen_mode:
        whole = union(whole, node.deco_rect.moved(origin.x, origin.y))
    corner = canvas.place(
        Box(inner.left - node.geometry.x, inner.top - node.geometry.y, inner.left, inner.top)
    )
    return WaylandWindow(
        id=node.id,
        title=node.name or "",
        wm_class=node.app_id or node.window_properties.kind,
        pid=node.pid,
        box=canvas.place(inner) if node.visible else _NOWHERE,
        outer=canvas.place(whole) if node.visible else _NOWHERE,
        corner=Point(corner.left, corner.top),
        active=node.focused,
        dialog=seen.layer == 1,
    )


def _gone(why: str) -> DesktopError:
    return DesktopError("Sway cannot be asked about its windows.", why, gone=True)
