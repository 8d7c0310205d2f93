"""Mouse and keyboard of a page: actions as trusted events of the browser."""

from __future__ import annotations

from typing import Any, Final, assert_never

from uitars_runtime.browser.keyboard import MODIFIERS, Key, key
from uitars_runtime.browser.page import Page
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
    CallTool,
    Click,
    Direction,
    Drag,
    Finish,
    KeyDown,
    KeyUp,
    Move,
    Note,
    Open,
    Point,
    Press,
    ReadFile,
    Scroll,
    Shell,
    Type,
    Wait,
    WriteFile,
)

_NOTCH: Final = 53
"""Page pixels of a notch of the wheel, as Chromium has it under X11."""
_DRAG_STEPS: Final = 16
"""As the product's pointer drags."""
_WAYS: Final = {
    Direction.UP: (0, -1),
    Direction.DOWN: (0, 1),
    Direction.LEFT: (-1, 0),
    Direction.RIGHT: (1, 0),
}
_BUTTONS: Final = {Button.LEFT: 1, Button.RIGHT: 2, Button.MIDDLE: 4}
_KEYS: Final = {"\n": "enter", "\t": "tab"}
_SILENT: Final = MODIFIERS["alt"] | MODIFIERS["ctrl"] | MODIFIERS["super"]
"""Keys write nothing while one of these is held."""


class Hands:
    """Works one page. Every method raises `DesktopError`."""

    def __init__(self, page: Page, scale: int) -> None:
        """`scale`: pixels of a picture for one of the page."""
        self._page = page
        self._scale = scale
        self._held: list[str] = []

    def perform(self, action: Action) -> bool:
        """Carry it out; whether it is something that a page can be asked for."""
        match action:
            case Click(at=at, button=button, count=count):
                self._click(at, button, count)
            case Move(at=at):
                self._mouse("mouseMoved", at)
            case Drag(start=start, end=end):
                self._drag(start, end)
            case Scroll(at=at, direction=way, amount=amount):
                across, down = (amount * _NOTCH * part for part in _WAYS[way])
                self._mouse("mouseMoved", at)
                self._mouse("mouseWheel", at, deltaX=across, deltaY=down)
            case Type(text=text):
                for sign in text:
                    self._stroke(_KEYS.get(sign, sign))
            case Press(keys=names):
                self._chord(names)
            case KeyDown(key=name):
                self._down(name)
            case KeyUp(key=name):
                self._up(name)
            case Wait() | Finish() | AskUser() | Note():
                pass
            case Shell() | ReadFile() | WriteFile() | Open() | CallTool():
                return False
            case _:
                assert_never(action)
        return True

    def release(self) -> None:
        """Let every held key go."""
        for name in reversed(self._held.copy()):
            self._up(name)

    def _click(self, at: Point, button: Button, count: int) -> None:
        self._mouse("mouseMoved", at)
        for number in range(1, count + 1):
            for kind in ("mousePressed", "mouseReleased"):
                pressed = _BUTTONS[button] if kind == "mousePressed" else 0
                self._mouse(kind, at, button=str(button), buttons=pressed, clickCount=number)

    def _drag(self, start: Point, end: Point) -> None:
        left = {"button": "left", "clickCount": 1}
        self._mouse("mouseMoved", start)
        self._mouse("mousePressed", start, buttons=1, **left)
        for step in range(1, _DRAG_STEPS + 1):
            share = step / _DRAG_STEPS
            x, y = (round(a + (b - a) * share) for a, b in ((start.x, end.x), (start.y, end.y)))
            self._mouse("mouseMoved", Point(x, y), buttons=1, **left)
        self._mouse("mouseReleased", end, buttons=0, **left)

    def _mouse(self, kind: str, at: Point, **more: Any) -> None:
        place = {"x": at.x / self._scale, "y": at.y / self._scale}
        self._page.call(
            "Input.dispatchMouseEvent", type=kind, modifiers=self._modifiers, **place, **more
        )

    @property
    def _modifiers(self) -> int:
        return sum(MODIFIERS[name] for name in self._held if name in MODIFIERS)

    def _chord(self, names: tuple[str, ...]) -> None:
        for name in names:
            self._down(name)
        for name in reversed(names):
            self._up(name)

    def _stroke(self, name: str) -> None:
        self._down(name)
        self._up(name)

    def _down(self, name: str) -> None:
        self._held.append(name)
        pressed = key(name)
        silent = not pressed.writes or self._modifiers & _SILENT
        self._tell("keyDown", pressed, **({} if silent else {"text": pressed.writes}))

    def _up(self, name: str) -> None:
        if name in self._held:
            self._held.remove(name)
        self._tell("keyUp", key(name))

    def _tell(self, kind: str, pressed: Key, **more: Any) -> None:
        told = pressed.told(self._modifiers)
        self._page.call("Input.dispatchKeyEvent", type=kind, **told, **more)
