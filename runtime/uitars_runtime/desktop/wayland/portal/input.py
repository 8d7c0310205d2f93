"""The mouse and the keyboard of a session of the portal.

The portal passes input on and does not say when it has arrived; what is sent later arrives later.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from uitars_runtime.desktop.refused import Refused
from uitars_runtime.desktop.wayland.keymap import PLACES
from uitars_runtime.desktop.wayland.outputs import Canvas, Output
from uitars_runtime.desktop.wayland.portal.session import Session
from uitars_runtime.desktop.wayland.sending import BUTTONS, WHEEL, WaylandInput
from uitars_runtime.geometry import distance
from uitars_runtime.types import Box, Button, Direction, Point

_ARRIVAL_SECONDS = 0.012
"""Two messages and a turn of the compositor."""
_SYMBOL: Final = 1 << 30
"""Marks a key that is named by what it means."""
_MODIFIERS: Final = {PLACES[name]: name for name in ("shift", "ctrl", "alt", "super")}


class PortalInput(WaylandInput):
    """Implements `Mouse` and `Keys`. Every method raises `DesktopError`."""

    def __init__(
        self,
        session: Session,
        canvas: Callable[[], Canvas],
        typed: Callable[[], frozenset[str]],
        *,
        in_pixels: bool,
    ) -> None:
        """`canvas`: the monitors, each with the number of its stream. `typed`: the characters that
        the keyboard can type now. `in_pixels`: see mutter.py."""
        super().__init__()
        self._session = session
        self._canvas = canvas
        self.typed = typed
        self._held: dict[int, str] = {}
        self._in_pixels = in_pixels
        self._dragging = False
        self._last = (0.0, 0.0)
        """Where the pointer was put, in logical pixels of the canvas."""

    def move(self, point: Point, /) -> None:
        """Put the pointer on a pixel of the canvas."""
        canvas = self._canvas()
        boxes = [(output, canvas.place(output.box)) for output in canvas.outputs]
        # Between monitors of different sizes lie pixels that none shows: a real mouse comes no
        # nearer to one than to the edge of a monitor, and a portal refuses what lies beyond it.
        at = Box(point.x, point.y, point.x + 1, point.y + 1)
        output, box = min(boxes, key=lambda one: (not one[1].contains(point), distance(one[1], at)))
        x = (min(max(point.x, box.left), box.right - 1) - box.left) / canvas.scale
        y = (min(max(point.y, box.top), box.bottom - 1) - box.top) / canvas.scale
        if self._in_pixels:
            self._move_in_pixels(output, x, y)
        else:
            self._session.move(output.proxy, x, y)

    def _move_in_pixels(self, output: Output, x: float, y: float) -> None:
        """To a place as near as the portal lets through, and on from there. What is dragged goes
        straight on from where it was."""
        here = (output.box.left + x, output.box.top + y)
        (x_then, y_then), self._last = self._last, here
        if self._dragging:
            self._session.shift(here[0] - x_then, here[1] - y_then)
            return
        near_x = min(x * output.scale, output.box.width - 1)
        near_y = min(y * output.scale, output.box.height - 1)
        self._session.move(output.proxy, near_x, near_y)
        self._session.shift(x - near_x / output.scale, y - near_y / output.scale)

    def arrive(self, point: Point, /) -> None:
        """Twice: mutter holds a pointer up at the edge between two monitors."""
        self.move(point)
        super().arrive(point)

    def button(self, button: Button, /, *, down: bool) -> None:
        """Press or release a button."""
        self._session.button(BUTTONS[button], down=down)
        self._dragging = down

    def notch(self, direction: Direction, /) -> None:
        """Turn the wheel by one."""
        self._session.wheel(*WHEEL[direction])

    def codes(self, keys: Sequence[str], /) -> Mapping[str, tuple[int, ...]]:
        """Keys that are no characters by their place, characters by what they are. Raises `Refused`
        for one that the layout lacks, which would be left out without a word."""
        typed = self.typed()
        for key in keys:
            if key not in PLACES and key not in typed:
                raise Refused(f"the keyboard layout of this session has no key {key!r}.")
        return {key: (PLACES[key] if key in PLACES else symbol(key),) for key in keys}

    def key(self, keycode: int, /, *, down: bool) -> None:
        """Press or release a key of `codes`."""
        if keycode & _SYMBOL:
            self._session.symbol(keycode & ~_SYMBOL, down=down)
        else:
            self._session.key(keycode, down=down)
        if name := _MODIFIERS.get(keycode):
            if down:
                self._held[keycode] = name
            else:
                self._held.pop(keycode, None)

    def modifiers_down(self) -> tuple[str, ...]:
        """Those that this session holds; nobody tells of a person's."""
        return tuple(self._held.values())

    def pause(self, seconds: float, /) -> None:
        """Let programs see what was sent so far before more follows."""
        time.sleep(seconds)

    def sync(self) -> None:
        """Wait as long as input takes to arrive."""
        time.sleep(_ARRIVAL_SECONDS)


def symbol(character: str) -> int:
    """The keycode of the key that means this character."""
    code = ord(character)
    # The first 256 characters are their own keysyms (keysymdef.h).
    return _SYMBOL | (code if code < 0x100 else 0x1000000 + code)
