"""OpenCUA's lines of `pyautogui` and `computer`: code to calls, and actions to code."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import cast

from uitars_runtime.dialects.calls import Call, excerpt
from uitars_runtime.dialects.literals import LiteralCall, write_string
from uitars_runtime.dialects.replies import MAX_ACTIONS
from uitars_runtime.dialects.tools import BY_NAME, tool_call
from uitars_runtime.errors import DialectError
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

_PLACED = "x y"
_CLICKS = {
    "click": ("left_click", "x y clicks interval button"),
    "doubleclick": ("double_click", "x y interval button"),
    "tripleclick": ("triple_click", "x y interval button"),
    "triple_click": ("triple_click", "x y interval button"),
    "rightclick": ("right_click", _PLACED),
    "middleclick": ("middle_click", _PLACED),
}
_PLAIN: dict[str, tuple[str, str, dict[str, str]]] = {
    "write": ("type", "message interval", {"message": "content"}),
    "typewrite": ("type", "message interval", {"message": "content"}),
    "keydown": ("key_down", "key", {}),
    "keyup": ("key_up", "key", {}),
    "terminate": ("finished", "status answer", {}),
    "wait": ("wait", "seconds", {}),
    "sleep": ("wait", "seconds", {}),
}
"""Line -> verb, its arguments in order, and what they are called in verbs.py."""
_TELLS_NOTHING = {"duration", "interval", "tween", "logScreenshot", "_pause"}
_WHEELS = {"scroll": ("up", "down"), "vscroll": ("up", "down"), "hscroll": ("right", "left")}


def read_line(line: LiteralCall) -> list[Call]:
    """What a line asks for, in the words of verbs.py."""
    name = line.name.lower()
    if name in _CLICKS:
        verb, order = _CLICKS[name]
        return [Call(verb, _placed(_bound(line, order)))]
    if name in _WHEELS:
        return [Call("scroll", _wheel(line, _bound(line, "clicks x y"), _WHEELS[name]))]
    if name in _PLAIN:
        verb, order, names = _PLAIN[name]
        given = _bound(line, order)
        return [Call(verb, {names.get(key, key): value for key, value in given.items()})]
    if line.module == "computer" and line.name in BY_NAME:
        fields = " ".join(BY_NAME[line.name].__struct_fields__)
        return [Call(line.name, _bound(line, fields))]
    match name:
        case "moveto":
            return [Call("mouse_move", _placed(_bound(line, f"{_PLACED} duration")))]
        case "dragto":
            return [_dragged(_placed(_bound(line, f"{_PLACED} duration tween button")))]
        case "press":
            return _presses(line)
        case "hotkey":
            listed = line.values[0] if _starts_with_list(line) else line.values
            return [Call("hotkey", {"key": line.named.get("keys", listed)})]
        case _:
            return [Call(f"{line.module}.{line.name}", line.named)]  # refused by verbs.py


def _starts_with_list(line: LiteralCall) -> bool:
    return bool(line.values) and isinstance(line.values[0], list)


def _dragged(given: dict[str, object]) -> Call:
    if given.pop("button", "left") != "left":
        raise DialectError("Only the left button drags.", "Leave button out.")
    return Call("drag", {"end": given["coordinate"]} if "coordinate" in given else {})


def _bound(line: LiteralCall, order: str) -> dict[str, object]:
    """The arguments by name, less those that say nothing about what is done."""
    names = order.split()
    if len(line.values) > len(names):
        raise DialectError(f"{line.name} has too many arguments.", f"It takes {', '.join(names)}.")
    given = dict(zip(names, line.values, strict=False))
    for name, value in line.named.items():
        if name in given:
            raise DialectError(f"{line.name} has {name} twice.", "Give each argument once.")
        if name not in names and name not in _TELLS_NOTHING:
            takes = f"It takes {', '.join(names)}." if names else "It takes none."
            raise DialectError(f"{line.name} has no argument {excerpt(name)}.", takes)
        given[name] = value
    return {name: value for name, value in given.items() if name not in _TELLS_NOTHING}


def _placed(given: dict[str, object]) -> dict[str, object]:
    """The same with `x` and `y` as one place, and the count under its common name."""
    x, y = given.pop("x", None), given.pop("y", None)
    if "clicks" in given:
        given["count"] = given.pop("clicks")
    if isinstance(x, list) and y is None:
        return {**given, "coordinate": x}
    return given if x is None and y is None else {**given, "coordinate": [x, y]}


def _wheel(line: LiteralCall, given: dict[str, object], ways: tuple[str, str]) -> dict[str, object]:
    notches = given.pop("clicks", None)
    if not isinstance(notches, int) or isinstance(notches, bool) or notches == 0:
        raise DialectError(
            f"{line.name} turns the wheel by {excerpt(notches)}.", "Give whole notches, not 0."
        )
    direction = ways[0] if notches > 0 else ways[1]
    return {**_placed(given), "direction": direction, "amount": abs(notches)}


def _presses(line: LiteralCall) -> list[Call]:
    given = _bound(line, "keys presses interval key")
    keys = given.get("keys", given.get("key"))
    times = given.get("presses", 1)
    if not isinstance(times, int) or isinstance(times, bool) or not 1 <= times <= MAX_ACTIONS:
        raise DialectError(f"presses is {excerpt(times)}.", f"It is 1 to {MAX_ACTIONS}.")
    each: list[object] = cast("list[object]", keys) if isinstance(keys, list) else [keys]
    return [Call("hotkey", {"key": [key]}) for _ in range(times) for key in each]


_WRITTEN_CLICKS = {
    (Button.LEFT, 1): "pyautogui.click",
    (Button.LEFT, 2): "pyautogui.doubleClick",
    (Button.LEFT, 3): "computer.triple_click",
    (Button.RIGHT, 1): "pyautogui.rightClick",
    (Button.MIDDLE, 1): "pyautogui.middleClick",
}


def write_line(action: Action, numbers: Callable[[Point], list[int]]) -> str:  # noqa: C901, PLR0911, PLR0912  one arm per action
    """The code that means an action; `numbers` turns a point into the model's."""

    def at(point: Point) -> str:
        x, y = numbers(point)
        return f"x={x}, y={y}"

    match action:
        case Click(at=point, button=button, count=count):
            if verb := _WRITTEN_CLICKS.get((button, count)):
                return f"{verb}({at(point)})"
            return f"pyautogui.click({at(point)}, clicks={count}, button='{button}')"
        case Move(at=point):
            return f"pyautogui.moveTo({at(point)})"
        case Drag(start=start, end=end):
            return f"pyautogui.moveTo({at(start)})\npyautogui.dragTo({at(end)}, button='left')"
        case Scroll(at=point, direction=direction, amount=amount):
            verb = "scroll" if direction in (Direction.UP, Direction.DOWN) else "hscroll"
            ahead = direction in (Direction.UP, Direction.RIGHT)
            return f"pyautogui.{verb}({amount if ahead else -amount}, {at(point)})"
        case Type(text=text):
            return f"pyautogui.write(message={write_string(text)})"
        case Press(keys=(key,)):
            return f"pyautogui.press({write_string(key)})"
        case Press(keys=keys):
            return f"pyautogui.hotkey({', '.join(write_string(key) for key in keys)})"
        case KeyDown(key=key):
            return f"pyautogui.keyDown({write_string(key)})"
        case KeyUp(key=key):
            return f"pyautogui.keyUp({write_string(key)})"
        case Wait(seconds=seconds):
            return f"computer.wait(seconds={seconds!r})"
        case Finish(status=status, answer=answer):
            said = f", answer={write_string(answer)}" if answer else ""
            return f"computer.terminate(status='{status}'{said})"
        case Shell() | ReadFile() | WriteFile() | Open() | CallTool() | Note() | AskUser():
            call = tool_call(action)
            written = ", ".join(
                f"{name}={_literal(value)}" for name, value in call.arguments.items()
            )
            return f"computer.{call.name}({written})"


def _literal(value: object) -> str:
    return write_string(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
