"""Actions in pyautogui's functions, for whoever calls them: this process, or another machine.

pyautogui types ASCII only, and on X11 a `>` where `<` is asked for (its keyboard map knows a second
key for that sign): there the key beside it is named.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from uitars_runtime.desktop.driven import DrivenDesktop, key_named, on_device
from uitars_runtime.desktop.refused import Refused
from uitars_runtime.desktop.reporting import waited
from uitars_runtime.keys import UnknownKeyError, chord
from uitars_runtime.types import (
    Action,
    Click,
    Direction,
    Drag,
    KeyDown,
    KeyUp,
    Move,
    Point,
    Press,
    Scroll,
    Type,
    Wait,
)

if TYPE_CHECKING:
    from uitars_runtime.desktop.capture import Grab
    from uitars_runtime.frame import Frame

Function = Literal[
    "click",
    "dragTo",
    "hotkey",
    "hscroll",
    "keyDown",
    "keyUp",
    "mouseUp",
    "moveTo",
    "press",
    "scroll",
    "write",
]
System = Literal["Linux", "Windows", "Darwin"]
"""As `platform.system()` says it."""

_NAMES = {"super": "win", "altgr": "altright", "menu": "apps"}
_NOT_ON_LINUX = frozenset(
    {*(f"f{number}" for number in range(13, 25)), "volumeup", "volumedown", "volumemute"}
)
_WINDOWS_NOTCH = 120
"""What Windows counts for one notch of the wheel; pyautogui passes the number on as it is."""
_DRAG_SECONDS = 0.5
_LESS = ("shift", ",")
_PIECES = re.compile("<|[^<]+")


class Call(NamedTuple):
    """One call of a function of pyautogui."""

    function: Function
    positional: tuple[str | int | float, ...] = ()
    named: tuple[tuple[str, str | int | float], ...] = ()

    def line(self) -> str:
        """As a line of Python, its arguments as literals."""
        words = [repr(value) for value in self.positional]
        words += [f"{name}={value!r}" for name, value in self.named]
        return f"pyautogui.{self.function}({', '.join(words)})"


class AutoguiDesktop(DrivenDesktop):
    """A screen that is worked by pyautogui, wherever that runs."""

    def __init__(self, grab: Callable[[], Grab], system: System) -> None:
        super().__init__(grab)
        self._system: System = system
        self._held: list[str] = []

    @abstractmethod
    def _do(self, calls: Sequence[Call]) -> None:
        """Call them in order. Raises `Refused`, `DesktopError`."""

    def _enter(self, text: str) -> str:
        """Enter any text; what was done. Raises `Refused`, `DesktopError`."""
        self._type_secret(text)
        return f"Typed {len(text)} characters; what arrived was not read back."

    def close(self) -> None:
        """Let every held key go."""
        held, self._held = self._held, []
        if held:
            self._do([Call("keyUp", (key,)) for key in reversed(held)])

    def _type_secret(self, secret: str) -> None:
        if not is_typeable(secret):
            raise Refused("pyautogui types ASCII only, and this text holds other characters.")
        self._do(list(typed(secret)))

    def _perform(self, action: Action, seen: Frame, scale: float) -> str:
        match action:
            case Click(at=at, button=button, count=count):
                named = (("clicks", count), ("button", button.value))
                self._do([Call("click", _place(at, seen, scale), named)])
                return "Clicked." if count == 1 else f"Clicked {count} times."
            case Move(at=at):
                self._do([Call("moveTo", _place(at, seen, scale))])
                return "Moved the pointer."
            case Drag(start=start, end=end):
                slowly = (("duration", _DRAG_SECONDS), ("button", "left"))
                begin, there = _place(start, seen, scale), _place(end, seen, scale)
                self._do([Call("moveTo", begin), Call("dragTo", there, slowly)])
                return "Dragged."
            case Scroll(at=at, direction=direction, amount=amount):
                self._do([self._wheel(_place(at, seen, scale), direction, amount)])
                return f"Scrolled {direction} by {amount}."
            case Type(text=text):
                return self._enter(text)
            case Press(keys=keys):
                self._do([self._chord(keys)])
                return f"Pressed {'+'.join(keys)}."
            case KeyDown(key=key):
                self._hold(key_named(key))
                return f"Holding {key}."
            case KeyUp(key=key):
                self._let_go(key_named(key))
                return f"Let {key} go."
            case Wait(seconds=seconds):
                return waited(seconds)
            case _:
                raise TypeError(f"{type(action).__name__} is no action of a screen")

    def _wheel(self, at: tuple[int, int], direction: Direction, amount: int) -> Call:
        across = direction in (Direction.LEFT, Direction.RIGHT)
        if across and self._system == "Windows":
            raise Refused("pyautogui does not scroll to the side on Windows.")
        notches = amount if direction in (Direction.UP, Direction.RIGHT) else -amount
        if self._system == "Windows":
            notches *= _WINDOWS_NOTCH
        return Call("hscroll" if across else "scroll", (notches, *at))

    def _chord(self, names: tuple[str, ...]) -> Call:
        try:
            keys = chord(names)
        except UnknownKeyError as error:
            raise Refused(str(error)) from error
        pressed: list[str] = []
        for key in keys:
            pressed += _LESS if key == "<" else (self._key(key),)
        pressed = list(dict.fromkeys(pressed))
        return Call("hotkey", tuple(pressed)) if len(pressed) > 1 else Call("press", (pressed[0],))

    def _hold(self, key: str) -> None:
        name = self._key(key)
        if name in self._held:
            raise Refused(f"the key {key} is held down already.")
        self._held.append(name)
        self._do([Call("keyDown", (name,))])

    def _let_go(self, key: str) -> None:
        name = self._key(key)
        if name not in self._held:
            raise Refused(f"the key {key} is not held down.")
        self._do([Call("keyUp", (name,))])
        self._held.remove(name)

    def _key(self, key: str) -> str:
        """pyautogui's name of a normalised key. Raises `Refused` for one that it has not."""
        if not key.isascii() or (self._system == "Linux" and key in _NOT_ON_LINUX):
            raise Refused(f"pyautogui has no key {key}.")
        if key == "super" and self._system == "Darwin":
            return "command"
        return _NAMES.get(key, key)


def is_typeable(text: str) -> bool:
    """Whether pyautogui's keyboard has all of it."""
    return all(" " <= sign <= "~" or sign in "\n\t" for sign in text)


def typed(text: str) -> Iterator[Call]:
    """The calls that type a text of typeable characters."""
    for piece in _PIECES.findall(text):
        yield Call("hotkey", _LESS) if piece == "<" else Call("write", (piece,))


def _place(point: Point, seen: Frame, scale: float) -> tuple[int, int]:
    across, down = on_device(point, seen, scale)
    return round(across), round(down)
