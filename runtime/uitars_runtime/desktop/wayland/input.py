"""A mouse and a keyboard of our own at a compositor (wlr-virtual-pointer, virtual-keyboard).

Both go with their connection, and the compositor lets go what they held then. Nobody else's keys
are touched: a keymap belongs to one keyboard.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from uitars_runtime.desktop.wayland.connection import Connection
from uitars_runtime.desktop.wayland.keymap import MASKS, Keymap
from uitars_runtime.desktop.wayland.outputs import Outputs
from uitars_runtime.desktop.wayland.sending import BUTTONS, WHEEL, WaylandInput
from uitars_runtime.types import Button, Direction, Point

_NOTCH: Final = 15.0
"""What compositors say for one notch of a real wheel."""
_WHEEL_SOURCE: Final = 0
_XKB_V1: Final = 1


class Input(WaylandInput):
    """Implements `Mouse` and `Keys`. Every method raises `DesktopError`."""

    def __init__(self, connection: Connection, outputs: Outputs) -> None:
        from pywayland.protocol.wayland import WlSeat

        from uitars_runtime.desktop.wayland import protocols

        super().__init__()
        self._connection = connection
        self._outputs = outputs
        seat = connection.bind(WlSeat)
        pointers = connection.bind(protocols.POINTERS)
        keyboards = connection.bind(protocols.KEYBOARDS)
        self._pointer: Any = pointers.send("create_virtual_pointer", None)
        self._keyboard: Any = keyboards.send("create_virtual_keyboard", seat)
        self._kept = (seat, pointers, keyboards)
        self._mask = 0
        self.use(Keymap())

    def move(self, point: Point, /) -> None:
        """Put the pointer on a pixel of the canvas."""
        box = self._outputs.canvas().box
        at = (point.x - box.left, point.y - box.top)
        self._pointer.send("motion_absolute", _now(), *at, box.width, box.height)
        self._pointer.send("frame")

    def button(self, button: Button, /, *, down: bool) -> None:
        """Press or release a button."""
        self._pointer.send("button", _now(), BUTTONS[button], int(down))
        self._pointer.send("frame")

    def notch(self, direction: Direction, /) -> None:
        """Turn the wheel by one."""
        axis, sense = WHEEL[direction]
        self._pointer.send("axis_source", _WHEEL_SOURCE)
        self._pointer.send("axis_discrete", _now(), axis, sense * _NOTCH, sense)
        self._pointer.send("frame")

    @property
    def keymap(self) -> Keymap:
        """What the keys mean now."""
        return self._keymap

    def use(self, keymap: Keymap) -> None:
        """From here on the keys mean this. Programs are told before the next key."""
        data = keymap.text().encode() + b"\0"
        descriptor = os.memfd_create("uitars-keymap", os.MFD_CLOEXEC)
        try:
            os.write(descriptor, data)
            self._keyboard.send("keymap", _XKB_V1, descriptor, len(data))
            self._keyboard.send("modifiers", self._mask, 0, 0, 0)
            self._connection.flush()
        finally:
            os.close(descriptor)
        self._keymap = keymap

    def codes(self, keys: Sequence[str], /) -> Mapping[str, tuple[int, ...]]:
        """The places of these keys, modifiers first."""
        self.lend(key for key in keys if len(key) == 1)
        return {key: self._places(key) for key in keys}

    def lend(self, characters: Iterable[str]) -> None:
        """See that these characters have a key."""
        wanted = list(characters)
        if not self._keymap.has(wanted):
            self.use(Keymap(wanted))

    def key(self, keycode: int, /, *, down: bool) -> None:
        """Press or release the key at a place."""
        self._keyboard.send("key", _now(), keycode, int(down))
        if mask := MASKS.get(keycode, 0):
            self._mask = self._mask | mask if down else self._mask & ~mask
            self._keyboard.send("modifiers", self._mask, 0, 0, 0)

    def modifiers_down(self) -> tuple[str, ...]:
        """Those that this keyboard holds; those of other keyboards do not change it."""
        names = {"shift": 1, "ctrl": 4, "alt": 8, "super": 64}
        return tuple(name for name, bit in names.items() if self._mask & bit)

    def pause(self, seconds: float, /) -> None:
        """Let programs see what was sent so far before more follows."""
        self.sync()
        time.sleep(seconds)

    def sync(self) -> None:
        """Return once the compositor has processed all that was sent."""
        self._connection.roundtrip()

    def _places(self, key: str) -> tuple[int, ...]:
        stroke = self._keymap.stroke(key)
        shift = self._keymap.stroke("shift").place
        return (shift, stroke.place) if stroke.shift else (stroke.place,)


def _now() -> int:
    """Milliseconds of a clock, as events carry them."""
    return time.monotonic_ns() // 1_000_000 & 0xFFFFFFFF
