"""Pictures and input on macOS and Windows, through mss and pynput.

It was run under Wine, never on those systems themselves: its logic is tested with stand-ins for
both libraries. Windows does not let a program work windows of a higher privilege, nor the lock
screen. What these systems tell of their windows is in win32/ and macos/.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Any, Self

from uitars_runtime.desktop.capture import Capture, Grab
from uitars_runtime.desktop.driven import DrivenDesktop, key_named, on_device
from uitars_runtime.desktop.refused import Refused
from uitars_runtime.desktop.reporting import waited
from uitars_runtime.desktop.typeable import typeable
from uitars_runtime.keys import UnknownKeyError, chord
from uitars_runtime.types import (
    Action,
    Box,
    Click,
    Direction,
    Drag,
    KeyDown,
    KeyUp,
    Move,
    Press,
    Scroll,
    Type,
    Wait,
)

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame

_WHEEL = {
    Direction.UP: (0, 1),
    Direction.DOWN: (0, -1),
    Direction.LEFT: (-1, 0),
    Direction.RIGHT: (1, 0),
}
_DRAG_STEPS = 16
_DRAG_STEP = 0.01
_PYNPUT_NAMES = {
    "super": "cmd",
    "altgr": "alt_gr",
    "pageup": "page_up",
    "pagedown": "page_down",
    "capslock": "caps_lock",
    "numlock": "num_lock",
    "scrolllock": "scroll_lock",
    "printscreen": "print_screen",
    "volumeup": "media_volume_up",
    "volumedown": "media_volume_down",
    "volumemute": "media_volume_mute",
}


class PortableDesktop(DrivenDesktop):
    """Implements `Desktop`."""

    def __init__(
        self, grab: Callable[[], Grab], mouse: Any, keyboard: Any, buttons: Any, keys: Any
    ) -> None:
        """`mouse`, `keyboard`: pynput controllers. `buttons`, `keys`: pynput's enumerations."""
        super().__init__(grab)
        self._mouse = mouse
        self._keyboard = keyboard
        self._buttons = buttons
        self._keys = keys
        self._held: dict[str, Any] = {}

    @classmethod
    def open(cls) -> Self:
        """The desktop of this session."""
        from pynput import keyboard, mouse

        capture = Capture(whole_screen)
        return cls(
            capture.grab,
            mouse.Controller(),
            keyboard.Controller(),
            mouse.Button,
            keyboard.Key,
        )

    @property
    def name(self) -> str:
        return "local"

    def close(self) -> None:
        """Let every held key go."""
        for key in reversed(self._held.values()):
            self._keyboard.release(key)
        self._held.clear()

    def _perform(self, action: Action, seen: Frame, scale: float) -> str:
        match action:
            case Click(at=at, button=button, count=count):
                self._mouse.position = on_device(at, seen, scale)
                self._mouse.click(self._buttons[button.value], count)
                return "Clicked." if count == 1 else f"Clicked {count} times."
            case Move(at=at):
                self._mouse.position = on_device(at, seen, scale)
                return "Moved the pointer."
            case Drag(start=start, end=end):
                self._drag(on_device(start, seen, scale), on_device(end, seen, scale))
                return "Dragged."
            case Scroll(at=at, direction=direction, amount=amount):
                self._mouse.position = on_device(at, seen, scale)
                across, down = _WHEEL[direction]
                self._mouse.scroll(across * amount, down * amount)
                return f"Scrolled {direction} by {amount}."
            case Type(text=text):
                self._type(text)
                return f"Entered {len(text)} characters; what arrived was not read back."
            case Press(keys=keys):
                self._press(keys)
                return f"Pressed {'+'.join(keys)}."
            case KeyDown(key=key):
                self._hold(key)
                return f"Holding {key}."
            case KeyUp(key=key):
                self._let_go(key)
                return f"Let {key} go."
            case Wait(seconds=seconds):
                return waited(seconds)
            case _:
                raise TypeError(f"{type(action).__name__} is no action of a screen")

    def _type_secret(self, secret: str) -> None:
        self._type(secret)

    def _type(self, text: str) -> None:
        text = typeable(text)
        try:
            self._keyboard.type(text)
        except self._keyboard.InvalidCharacterException as error:
            entered = int(error.args[0])
            refusal = Refused("the keyboard of this system lacks a character of the text.")
            raise (refusal.after(entered, text) if entered else refusal) from error

    def _drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self._mouse.position = start
        self._mouse.press(self._buttons["left"])
        try:
            for step in range(1, _DRAG_STEPS + 1):
                share = step / _DRAG_STEPS
                self._mouse.position = (
                    start[0] + (end[0] - start[0]) * share,
                    start[1] + (end[1] - start[1]) * share,
                )
                time.sleep(_DRAG_STEP)
        finally:
            self._mouse.release(self._buttons["left"])

    def _press(self, names: tuple[str, ...]) -> None:
        try:
            keys = [self._key(key) for key in chord(names)]
        except UnknownKeyError as error:
            raise Refused(str(error)) from error
        down: list[Any] = []
        try:
            for key in keys:
                self._keyboard.press(key)
                down.append(key)
        finally:
            for key in reversed(down):
                self._keyboard.release(key)

    def _hold(self, name: str) -> None:
        key = key_named(name)
        if key in self._held:
            raise Refused(f"the key {key} is held down already.")
        self._held[key] = self._key(key)
        self._keyboard.press(self._held[key])

    def _let_go(self, name: str) -> None:
        key = key_named(name)
        if key not in self._held:
            raise Refused(f"the key {key} is not held down.")
        self._keyboard.release(self._held.pop(key))

    def _key(self, key: str) -> Any:
        """pynput's key of a normalised name. Raises `Refused` where the platform has none."""
        if len(key) == 1:
            return key
        found = self._keys.__members__.get(_PYNPUT_NAMES.get(key, key))
        if found is None:
            raise Refused(f"this system has no key {key}.")
        return found


def whole_screen() -> Box:
    """The rectangle around all monitors, in the units that the device counts in."""
    from mss import MSS

    with closing(MSS()) as grabber:
        whole = grabber.monitors[0]
    left, top = int(whole["left"]), int(whole["top"])
    return Box(left, top, left + int(whole["width"]), top + int(whole["height"]))
