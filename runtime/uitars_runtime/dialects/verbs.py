"""Calls to actions: the one place that knows what the verbs of all grammars mean.

Families differ in how they write a call, hardly in what it says. A verb or argument nobody knows
is refused with the known ones named; nothing is guessed.

Choices, for verbs whose family left something open:
- `scroll` without a point scrolls at the centre of the screen.
- `long_press` is the touch gesture for the context menu: a right click.
- `navigate_back` is alt+left, `press_home` is the key super, `press_recent` alt+tab: what these
  buttons of a device are on a keyboard. `screenshot` and `open_computer` wait for nothing: every
  step looks at the screen afresh.
- `press` and `release` hold a key and let it go.

Not here: the way back (spelling.py), text (scanner.py), order of actions (replies.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from uitars_runtime.dialects import aliases
from uitars_runtime.dialects.calls import Call, excerpt
from uitars_runtime.dialects.coordinates import Codec
from uitars_runtime.dialects.keys import read_key, read_keys
from uitars_runtime.dialects.numbers import one_number, read_place
from uitars_runtime.dialects.replies import read_json
from uitars_runtime.dialects.tools import BY_NAME, read_tool
from uitars_runtime.errors import DialectError
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
    Click,
    Direction,
    Drag,
    Finish,
    KeyDown,
    KeyUp,
    Move,
    Open,
    Point,
    Press,
    Scroll,
    Size,
    Type,
    Wait,
)

DEFAULT_WAIT = 5.0
"""Seconds of a `wait()` without a time, as the UI-TARS prompt says."""
DEFAULT_SCROLL = 5
MOST_SCROLL = 50
_TELLS_NOTHING = {"element", "element_info", "description"}
"""Arguments that only describe the target in words."""


def read_action(call: Call, codec: Codec, size: Size) -> Action:
    """The action of a call about a screenshot of this size. Raises `DialectError`."""
    name = aliases.verb(call.name)
    if name == "open" and not {"target", ""} & call.arguments.keys():
        name = "open_app"  # the mobile verb of the same name
    if name in BY_NAME:
        return read_tool(Call(name, _tool_arguments(name, call.arguments)))
    known = _VERBS.get(name)
    if known is None:
        raise DialectError(
            f"There is no action {excerpt(call.name)}.",
            f"Known actions: {', '.join(sorted(_SHOWN))}.",
        )
    allowed, read = known
    return read(_Arguments(name, allowed.split(), call.arguments, codec, size))


class _Arguments:
    """The arguments of one call under their common names, read one by one."""

    def __init__(
        self, verb: str, allowed: list[str], given: dict[str, object], codec: Codec, size: Size
    ) -> None:
        self.verb, self.allowed, self.codec, self.size = verb, allowed, codec, size
        self.values: dict[str, object] = {}
        for spelled, value in given.items():
            name = aliases.argument(spelled) if spelled else (allowed or [""])[0]
            if name == "start" and "point" in allowed:
                name = "point"
            if name in ("content", "name") and name not in allowed:
                name = next((other for other in ("url", "name") if other in allowed), name)
            if name in _TELLS_NOTHING:
                continue
            if name not in allowed:
                takes = f"It takes {', '.join(allowed)}." if allowed else "It takes none."
                raise DialectError(f"{verb} has no argument {excerpt(spelled)}.", takes)
            if name in self.values:
                raise DialectError(f"{verb} has {name} twice.", "Give each argument once.")
            self.values[name] = value

    def has(self, name: str) -> bool:
        return name in self.values

    def value(self, name: str) -> object:
        if name not in self.values:
            raise DialectError(
                f"{self.verb} needs {name}.",
                f"Arguments of {self.verb}: {', '.join(self.allowed)}.",
            )
        return self.values[name]

    def point(self, name: str = "point") -> Point:
        return read_place(self.value(name), self.codec, self.size)

    def text(self, name: str) -> str:
        value = self.value(name)
        if not isinstance(value, str):
            raise DialectError(f"{name} of {self.verb} is {excerpt(value)}.", "It must be text.")
        return value

    def text_or(self, name: str, default: str) -> str:
        return self.text(name) if self.has(name) else default

    def number(self, name: str, least: float, most: float) -> float:
        value = self.value(name)
        number = one_number(value)
        if not least <= number <= most:
            raise DialectError(
                f"{name} of {self.verb} is {excerpt(value)}.",
                f"It must be a number between {least:g} and {most:g}.",
            )
        return number

    def whole(self, name: str, most: int, default: int) -> int:
        if not self.has(name):
            return default
        number = self.number(name, 1, most)
        if number != int(number):
            raise DialectError(f"{name} of {self.verb} is {number:g}.", "It must be whole.")
        return int(number)

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        chosen = self.text(name).strip().lower()
        if chosen not in choices:
            raise DialectError(
                f"{name} of {self.verb} is {excerpt(chosen)}.",
                f"It must be {' or '.join(choices)}.",
            )
        return chosen


def _tool_arguments(name: str, given: dict[str, object]) -> dict[str, object]:
    """A tool's arguments; the only or first one may come without a name, JSON may come as text."""
    arguments = dict(given)
    if "" in arguments:
        first = BY_NAME[name].__struct_fields__[0]
        arguments = {first if key == "" else key: value for key, value in arguments.items()}
    if isinstance(nested := arguments.get("arguments"), str):
        arguments["arguments"] = read_json(nested, '{"name": "value"}')
    return arguments


def _click(button: Button, count: int) -> Callable[[_Arguments], Action]:
    def read(given: _Arguments) -> Action:
        chosen = button
        if given.has("button"):
            chosen = Button(given.choice("button", tuple(Button)))
        return Click(given.point(), chosen, given.whole("count", 3, count))

    return read


def _scroll(given: _Arguments) -> Action:
    centre = Point(given.size.width // 2, given.size.height // 2)
    return Scroll(
        given.point() if given.has("point") else centre,
        Direction(given.choice("direction", tuple(Direction))),
        given.whole("amount", MOST_SCROLL, DEFAULT_SCROLL),
    )


def _wait(given: _Arguments) -> Action:
    return Wait(given.number("time", 0, 60) if given.has("time") else DEFAULT_WAIT)


def _open(name: str) -> Callable[[_Arguments], Action]:
    def read(given: _Arguments) -> Action:
        target = given.text_or("url", "").strip() or given.text(name).strip()
        if not target:
            raise DialectError(f"{given.verb} names nothing to open.", f"Give it a {name}.")
        return Open(target)

    return read


def _finish(status: Literal["success", "failure"]) -> Callable[[_Arguments], Action]:
    def read(given: _Arguments) -> Action:
        ending = status
        if given.has("status"):
            failed = given.choice("status", ("success", "failure", "fail")) != "success"
            ending = "failure" if failed else "success"
        return Finish(ending, given.text_or("content", ""))

    return read


def _refuse(reason: str) -> Callable[[_Arguments], Action]:
    def read(given: _Arguments) -> Action:
        raise DialectError(f"{given.verb} is not possible here.", reason)

    return read


def _looks(given: _Arguments) -> Action:
    return Wait(0)


_CLICK = "point button count"
_VERBS: dict[str, tuple[str, Callable[[_Arguments], Action]]] = {
    "click": (_CLICK, _click(Button.LEFT, 1)),
    "double_click": (_CLICK, _click(Button.LEFT, 2)),
    "triple_click": (_CLICK, _click(Button.LEFT, 3)),
    "right_click": (_CLICK, _click(Button.RIGHT, 1)),
    "middle_click": (_CLICK, _click(Button.MIDDLE, 1)),
    "long_press": ("point time", _click(Button.RIGHT, 1)),
    "mouse_move": ("point", lambda given: Move(given.point())),
    "drag": ("start end", lambda given: Drag(given.point("start"), given.point("end"))),
    "mouse_down": ("point button", _refuse("Use drag with a start and an end.")),
    "mouse_up": ("point button", _refuse("Use drag with a start and an end.")),
    "scroll": ("direction point amount", _scroll),
    "type": ("content", lambda given: Type(given.text("content"))),
    "hotkey": ("key", lambda given: Press(read_keys(given.value("key")))),
    "press_enter": ("", lambda given: Press(("enter",))),
    "press": ("key", lambda given: KeyDown(read_key(given.value("key")))),
    "release": ("key", lambda given: KeyUp(read_key(given.value("key")))),
    "key_down": ("key", lambda given: KeyDown(read_key(given.value("key")))),
    "key_up": ("key", lambda given: KeyUp(read_key(given.value("key")))),
    "wait": ("time", _wait),
    "navigate": ("url", _open("url")),
    "open_app": ("name url", _open("name")),
    "navigate_back": ("", lambda given: Press(("alt", "left"))),
    "press_home": ("", lambda given: Press(("super",))),
    "press_recent": ("", lambda given: Press(("alt", "tab"))),
    "screenshot": ("", _looks),
    "open_computer": ("", _looks),
    "call_user": ("content", lambda given: AskUser(given.text_or("content", ""))),
    "finished": ("content status", _finish("success")),
    "fail": ("content", _finish("failure")),
}
_SHOWN = {name for name in _VERBS if not name.startswith(("mouse_d", "mouse_u", "press_"))}
