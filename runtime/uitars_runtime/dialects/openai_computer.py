"""OpenAI's computer tool (computer-use-preview, GPT-5.4 and later) as functions of a chat.

    {"name": "computer", "arguments": {"type": "click", "x": 100, "y": 200, "button": "left"}}

Points are pixels of the picture that was sent. Read too: an `action` or a list of `actions` inside
the arguments, and the `computer_call` item of the Responses interface as a proxy passes it on. What
such an item has as pending safety checks raises the risk that the gate sees. The wheel turns by
pixels, down and right where positive; `keys` of an action about the mouse are held meanwhile; a
wait without a time is two seconds. A drag of more than two points is a drawing and is refused.
"""

from __future__ import annotations

from typing import cast

from uitars_runtime.dialects.calls import RISK, Call, excerpt
from uitars_runtime.dialects.computer_tool import ComputerTool, Numbers, ScreenAction, Service, held
from uitars_runtime.dialects.coordinates import Fitted
from uitars_runtime.dialects.qwen_calls import PIXELS_A_NOTCH
from uitars_runtime.dialects.verbs import MOST_SCROLL
from uitars_runtime.errors import DialectError
from uitars_runtime.types import (
    Button,
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

_FORM = (
    '<tool_call>\n{"name": "computer", "arguments": '
    '{"type": "click", "x": 100, "y": 200, "button": "left"}}\n</tool_call>'
)
_NAMES = ("computer", "computer_use", "computer_use_preview", "computer_call")
_TYPES = (
    "click", "double_click", "triple_click", "drag", "keypress", "move", "screenshot", "scroll",
    "type", "wait",
)  # fmt: skip
_SAYS = (
    "work the mouse and the keyboard. type is one of click (x, y, button left, right or wheel),"
    " double_click, triple_click, move (x, y), drag (path of two points), scroll (x, y, scroll_x,"
    " scroll_y in pixels, down and right where positive), keypress (keys, like CTRL and S), type"
    " (text), wait (seconds). keys of a click are held meanwhile."
)
_NUMBER = {"type": "integer"}
_POINT = {"type": "object", "properties": {"x": _NUMBER, "y": _NUMBER}, "required": ["x", "y"]}
_PARAMETERS: dict[str, object] = {
    "type": "object",
    "properties": {
        "type": {"type": "string", "enum": list(_TYPES)},
        "x": _NUMBER,
        "y": _NUMBER,
        "button": {"type": "string", "enum": ["left", "right", "wheel"]},
        "keys": {"type": "array", "items": {"type": "string"}},
        "path": {"type": "array", "items": _POINT, "minItems": 2, "maxItems": 2},
        "scroll_x": _NUMBER,
        "scroll_y": _NUMBER,
        "text": {"type": "string"},
        "seconds": {"type": "number", "minimum": 0, "maximum": 60},
    },
    "required": ["type"],
}
_WAIT = 2.0
_BUTTONS = {Button.LEFT: "left", Button.RIGHT: "right", Button.MIDDLE: "wheel"}
_MOST_ACTIONS = 50


def _read(call: Call) -> list[Call]:
    if call.name not in _NAMES:
        return [call]
    given = dict(call.arguments)
    checks = given.pop("pending_safety_checks", None)
    one: object = given.get("action")
    alone: list[object] = [one if isinstance(one, dict) else given]
    several: object = given.pop("actions", alone)
    if not isinstance(several, list):
        raise DialectError(f"{excerpt(several)} are no actions.", f"Expected: {_FORM}")
    calls = [
        read for action in cast("list[object]", several)[:_MOST_ACTIONS] for read in _action(action)
    ]
    if checks and calls:
        calls[0] = Call(calls[0].name, {**calls[0].arguments, RISK: "R3"})
    return calls


def _action(value: object) -> list[Call]:
    """What one action asks for, in the words of verbs.py."""
    if not isinstance(value, dict):
        raise DialectError(f"{excerpt(value)} is no action.", f"Expected: {_FORM}")
    given = dict(cast("dict[str, object]", value))
    verb = given.pop("type", None) or given.pop("action", None)
    if not isinstance(verb, str):
        raise DialectError("computer has no type of action.", f"Expected: {_FORM}")
    if "x" in given and "y" in given:
        given["coordinate"] = [given.pop("x"), given.pop("y")]
    match verb.strip().lower():
        case "keypress":
            return [Call("hotkey", given)]
        case "wait":
            return [Call("wait", given or {"seconds": _WAIT})]
        case "scroll" if "scroll_x" in given or "scroll_y" in given:
            return held(given.pop("keys", None), _wheel(given))
        case "drag" if "path" in given:
            return held(given.pop("keys", None), [Call("drag", _ends(given))])
        case "click" | "double_click" | "triple_click" | "move" as name:
            if given.get("button") == "wheel":
                given["button"] = "middle"
            return held(given.pop("keys", None), [Call(_POINTS.get(name, name), given)])
        case name:
            return [Call(name, given)]


_POINTS = {"move": "mouse_move"}


def _ends(given: dict[str, object]) -> dict[str, object]:
    path = given.pop("path")
    points = cast("list[object]", path) if isinstance(path, list) else []
    if len(points) != 2:
        raise DialectError(
            f"The path has {len(points)} points.", "A drag has two: where it starts and ends."
        )
    return {**given, "start": points[0], "end": points[1]}


def _wheel(given: dict[str, object]) -> list[Call]:
    """One turn of the wheel for each axis that moves."""
    turns: list[Call] = []
    moves = {"scroll_y": ("down", "up"), "scroll_x": ("right", "left")}
    pixels = {name: given.pop(name, 0) for name in moves}
    most = MOST_SCROLL * PIXELS_A_NOTCH
    for name, (ahead, back) in moves.items():
        by = pixels[name]
        if isinstance(by, bool) or not isinstance(by, int | float) or not abs(by) <= most:
            raise DialectError(f"{name} is {excerpt(by)}.", f"It must be -{most} to {most}.")
        if by:
            amount = max(1, round(abs(by) / PIXELS_A_NOTCH))
            way = {"direction": ahead if by > 0 else back, "amount": amount}
            turns.append(Call("scroll", {**given, **way}))
    if not turns:
        raise DialectError("The wheel does not turn.", "Give scroll_x or scroll_y, not 0.")
    return turns


def _write(action: ScreenAction, at: Numbers) -> dict[str, object]:  # noqa: PLR0911  one arm per action
    match action:
        case Click(at=point, button=Button.LEFT, count=2):
            return {"type": "double_click", **_xy(at(point))}
        case Click(at=point, button=Button.LEFT, count=3):
            return {"type": "triple_click", **_xy(at(point))}
        case Click(at=point, button=button, count=count):
            extra = {"count": count} if count > 1 else {}
            return {"type": "click", **_xy(at(point)), "button": _BUTTONS[button], **extra}
        case Move(at=point):
            return {"type": "move", **_xy(at(point))}
        case Drag(start=start, end=end):
            return {"type": "drag", "path": [_xy(at(start)), _xy(at(end))]}
        case Scroll(at=point, direction=direction, amount=amount):
            ahead = direction in (Direction.DOWN, Direction.RIGHT)
            by = amount * PIXELS_A_NOTCH * (1 if ahead else -1)
            upright = direction in (Direction.UP, Direction.DOWN)
            turned = {"scroll_x": 0 if upright else by, "scroll_y": by if upright else 0}
            return {"type": "scroll", **_xy(at(point)), **turned}
        case Type(text=text):
            return {"type": "type", "text": text}
        case Press(keys=keys):
            return {"type": "keypress", "keys": [k.upper() if len(k) > 1 else k for k in keys]}
        case KeyDown(key=key):
            return {"type": "key_down", "key": key}
        case KeyUp(key=key):
            return {"type": "key_up", "key": key}
        case Wait(seconds=seconds):
            return {"type": "wait", "seconds": seconds}


def _xy(numbers: list[int]) -> dict[str, object]:
    return {"x": numbers[0], "y": numbers[1]}


def openai_computer() -> ComputerTool:
    """GPT models with computer use, behind a server that speaks chat completions."""
    service = Service(
        name="openai-computer",
        fitted=Fitted(longest=1600, patch=32, patches=1536),
        says=_SAYS,
        parameters=_PARAMETERS,
        form=_FORM,
        read=_read,
        write=_write,
    )
    return ComputerTool(service)
