"""`android[:SERIAL]`: the screen of an Android device.

A touch screen has no pointer, no wheel and one finger: a right click is a long press, the wheel is
a swipe. What it has not is refused. Nothing is held down when the link ends: each touch and key is
one command of the device's own.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING

from uitars_runtime.desktop.android import input as touches
from uitars_runtime.desktop.android import window
from uitars_runtime.desktop.android.device import UNKNOWN, AndroidDevice
from uitars_runtime.desktop.android.outline import AndroidOutline
from uitars_runtime.desktop.driven import DrivenDesktop, key_named
from uitars_runtime.desktop.pictures import grab_of
from uitars_runtime.desktop.refused import Refused
from uitars_runtime.desktop.reporting import inside, waited
from uitars_runtime.types import (
    Action,
    Button,
    Click,
    Drag,
    KeyDown,
    KeyUp,
    Move,
    Point,
    Press,
    Scroll,
    Size,
    Type,
    Wait,
)

if TYPE_CHECKING:
    from uitars_runtime.desktop.capture import Grab
    from uitars_runtime.frame import Frame

_PNG = b"\x89PNG\r\n\x1a\n"
_LONGEST = 3000
"""Letters of one command."""


class AndroidDesktop(DrivenDesktop):
    """Implements `Desktop`."""

    def __init__(self, device: AndroidDevice) -> None:
        """Raises `DesktopError`."""
        super().__init__(self._picture)
        self.device = device
        self.front = window.Front()
        self.scale = 1.0
        """Pixels of the picture for each unit that touches are given in."""
        self._size: tuple[int, int] | None = None
        self.outline = AndroidOutline(self)

    @property
    def name(self) -> str:
        return f"android:{self.device.serial}"

    def close(self) -> None:
        """Leave the device as it is; nothing is held there."""
        self.device.close()

    def observe(self) -> Frame:
        """Grab the screen once it has settled."""
        self._size = None
        return super().observe()

    def look(self) -> window.Front:
        """The window in front now."""
        return window.front(self.device.told(window.QUESTION))

    def _picture(self) -> Grab:
        data = self.device.ask("screencap -p 2>/dev/null")
        # Systems with several displays say so in front of the picture.
        data = data[max(0, data.find(_PNG)) :]
        size = struct.unpack(">2I", data[16:24]) if len(data) > 24 else (0, 0)
        if size != self._size:
            self.front = self.look()
            self._size = size
            screen = self.front.screen
            self.scale = size[0] / screen.width if screen and size[0] else 1.0
        return grab_of(data, round(size[0] / self.scale))

    def _perform(self, action: Action, seen: Frame, scale: float) -> str:
        match action:
            case Click(at=at, button=Button.LEFT, count=count):
                lines = touches.tap(_place(at, seen, scale), count)
                return self._done(lines, "Tapped." if count == 1 else f"Tapped {count} times.")
            case Click(at=at, button=Button.RIGHT, count=1):
                return self._done((touches.hold(_place(at, seen, scale)),), "Pressed for long.")
            case Click():
                raise Refused("a touch screen has no such button; tap, or press for long.")
            case Move():
                raise Refused("a touch screen has no pointer that could be moved.")
            case Drag(start=start, end=end):
                line = touches.drag(_place(start, seen, scale), _place(end, seen, scale))
                return self._done((line,), "Swiped.")
            case Scroll(at=at, direction=direction, amount=amount):
                place, density = _place(at, seen, scale), self.front.density
                lines = touches.scroll(place, direction, amount, _screen(seen, scale), density)
                return self._done(lines, f"Scrolled {direction} by {amount}.")
            case Type(text=text):
                return self._typed(text)
            case Press(keys=keys):
                line = touches.key(tuple(map(key_named, keys)))
                return self._done((line,), f"Pressed {'+'.join(keys)}.")
            case KeyDown() | KeyUp():
                raise Refused("an Android device has no keys that could be held down.")
            case Wait(seconds=seconds):
                return waited(seconds)
            case _:
                raise TypeError(f"{type(action).__name__} is no action of a screen")

    def _type_secret(self, secret: str) -> None:
        if not touches.is_typeable(secret):
            raise Refused("a secret is typed by keys only, and this one holds other characters.")
        self._done(tuple(touches.typed(secret)), "")

    def _typed(self, text: str) -> str:
        if touches.is_typeable(text):
            done = f"Typed {len(text)} characters; what arrived was not read back."
            return self._done(tuple(touches.typed(text)), done)
        if touches.HELPER not in self.device.told("ime list -s -a").split():
            raise Refused(
                "Android's own keys type ASCII only, and this text holds other characters: the"
                " keyboard ADBKeyBoard would have to be installed on the device for it."
            )
        now = self.device.told("settings get secure default_input_method").strip()
        done = f"Entered {len(text)} characters by ADBKeyBoard; what arrived was not read back."
        return self._done(touches.broadcast(text, now), done)

    def _done(self, lines: Sequence[str], done: str) -> str:
        """Do all lines, in as few commands as they fit in; what was done."""
        some: list[str] = []
        for line in lines:
            if some and sum(map(len, some)) + len(line) > _LONGEST:
                if self.device.do(*some) == UNKNOWN:
                    return UNKNOWN
                some = []
            some.append(line)
        return UNKNOWN if some and self.device.do(*some) == UNKNOWN else done


def _place(point: Point, seen: Frame, scale: float) -> tuple[int, int]:
    inside(point, seen)
    return int(point.x / scale), int(point.y / scale)


def _screen(seen: Frame, scale: float) -> Size:
    return Size(round(seen.size.width / scale), round(seen.size.height / scale))
