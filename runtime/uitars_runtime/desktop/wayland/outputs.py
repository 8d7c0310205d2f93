"""The monitors of a compositor, and the canvas that they make together.

Compositors count in logical pixels; a monitor with scale 2 shows four of its own for each. The
canvas has the scale of the sharpest monitor, so that nothing is lost and one number turns logical
pixels into pixels of a screenshot.
"""

# pywayland is typed in part only.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

from typing import Any

import msgspec

from uitars_runtime.desktop.wayland.connection import Connection
from uitars_runtime.errors import DesktopError
from uitars_runtime.types import Box, Point, Size


class Output(msgspec.Struct, frozen=True):
    """A monitor that shows something."""

    proxy: Any
    """Its `wl_output`."""
    box: Box
    """Where it lies, in logical pixels."""
    size: Size
    """Of its picture as people see it, in pixels of its own."""
    transform: int
    """How its picture is turned and mirrored (`wl_output.transform`)."""

    @property
    def scale(self) -> float:
        """Its own pixels for each logical one."""
        return self.size.width / self.box.width


class Canvas(msgspec.Struct, frozen=True):
    """All monitors at one moment."""

    outputs: tuple[Output, ...]
    scale: float

    @property
    def box(self) -> Box:
        """The rectangle around all of them, in pixels of the canvas."""
        boxes = [self.place(output.box) for output in self.outputs]
        return Box(
            min(box.left for box in boxes),
            min(box.top for box in boxes),
            max(box.right for box in boxes),
            max(box.bottom for box in boxes),
        )

    def place(self, box: Box) -> Box:
        """A box of logical pixels in pixels of the canvas."""
        sides = (box.left, box.top, box.right, box.bottom)
        return Box(*(round(side * self.scale) for side in sides))

    def logical(self, point: Point) -> Point:
        """A pixel of the canvas in logical pixels."""
        return Point(int(point.x // self.scale), int(point.y // self.scale))


class _Told:
    """What a compositor says of one monitor, piece by piece."""

    def __init__(self, proxy: Any, extended: Any) -> None:
        """`extended`: its `zxdg_output_v1`."""
        self.proxy = proxy
        self.extended = extended
        self.mode = Size(0, 0)
        self.transform = 0
        self.corner: tuple[int, int] = (0, 0)
        self.logical = Size(0, 0)
        proxy.dispatcher["geometry"] = self._geometry
        proxy.dispatcher["mode"] = self._mode
        extended.dispatcher["logical_position"] = self._position
        extended.dispatcher["logical_size"] = self._size

    def output(self) -> Output | None:
        """The monitor; None for one that is off."""
        if not (self.mode.width and self.mode.height and self.logical.width):
            return None
        left, top = self.corner
        box = Box(left, top, left + self.logical.width, top + self.logical.height)
        turned = self.transform % 2 == 1
        size = Size(self.mode.height, self.mode.width) if turned else self.mode
        return Output(self.proxy, box, size, self.transform)

    def _geometry(self, _proxy: object, *told: Any) -> None:
        self.transform = int(told[-1])

    def _mode(self, _proxy: object, flags: int, width: int, height: int, _refresh: int) -> None:
        if flags & 1:  # current
            self.mode = Size(width, height)

    def _position(self, _proxy: object, x: int, y: int) -> None:
        self.corner = (x, y)

    def _size(self, _proxy: object, width: int, height: int) -> None:
        self.logical = Size(width, height)


class Outputs:
    """Follows the monitors of one compositor."""

    def __init__(self, connection: Connection) -> None:
        """Raises `DesktopError`."""
        from pywayland.protocol.xdg_output_unstable_v1 import ZxdgOutputManagerV1

        self._connection = connection
        self._manager = connection.bind(ZxdgOutputManagerV1)
        self._told: dict[int, _Told] = {}
        connection.on_change = self._follow
        self._follow()
        connection.roundtrip()

    def canvas(self) -> Canvas:
        """The monitors now. Raises `DesktopError` where none is on."""
        self._connection.hear()
        outputs = tuple(one for told in self._told.values() if (one := told.output()))
        if not outputs:
            raise DesktopError(
                "No monitor shows anything, so there is nothing to look at.",
                "Switch one on, or use --desktop sandbox.",
            )
        return Canvas(outputs, max(output.scale for output in outputs))

    def _follow(self) -> None:
        """Take in monitors that came, and forget those that went."""
        from pywayland.protocol.wayland import WlOutput

        known = self._connection.globals
        now = {number for number, (name, _) in known.items() if name == WlOutput.name}
        for number in set(self._told) - now:
            gone = self._told.pop(number)
            gone.extended.destroy()
            gone.proxy.destroy()
        for number in sorted(now - set(self._told)):
            proxy = self._connection.bind(WlOutput, number)
            self._told[number] = _Told(proxy, self._manager.get_xdg_output(proxy))
