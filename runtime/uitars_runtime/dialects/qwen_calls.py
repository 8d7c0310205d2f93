"""The arguments of Qwen's `computer_use` and `mobile_use`: JSON to calls, and actions to JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from uitars_runtime.dialects import aliases
from uitars_runtime.dialects.calls import Call, excerpt
from uitars_runtime.dialects.numbers import one_number
from uitars_runtime.dialects.tools import BY_NAME, tool_call
from uitars_runtime.dialects.verbs import MOST_SCROLL
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

PIXELS_A_NOTCH = 100
FORM = (
    '<tool_call>\n{"name": "computer_use", "arguments": '
    '{"action": "left_click", "coordinate": [x, y]}}\n</tool_call>'
)
CLICKS = {
    (Button.LEFT, 1): "left_click",
    (Button.LEFT, 2): "double_click",
    (Button.LEFT, 3): "triple_click",
    (Button.RIGHT, 1): "right_click",
    (Button.MIDDLE, 1): "middle_click",
}
_PLACED_VERBS = {
    "click", "double_click", "triple_click", "right_click", "middle_click", "scroll",
}  # fmt: skip
_SYSTEM_BUTTONS = {
    "back": "navigate_back",
    "enter": "press_enter",
    "home": "press_home",
    "recent": "press_recent",
}


def read_call(call: Call) -> Call:
    """What a called function asks for, by its verb. Raises `DialectError` for an unknown one."""
    if call.name in BY_NAME:
        return call
    if call.name not in ("computer_use", "mobile_use"):
        known = ", ".join(["computer_use", *BY_NAME])
        raise DialectError(f"There is no function {excerpt(call.name)}.", f"Functions: {known}.")
    given = dict(call.arguments)
    verb = given.pop("action", None)
    if not isinstance(verb, str):
        raise DialectError(f"{call.name} has no action.", f"Expected: {FORM}")
    verb = verb.strip().lower()
    if call.name == "mobile_use" and verb == "key" and "text" in given:
        given["key"] = given.pop("text")
    return _screen_call(verb, given)


def _screen_call(verb: str, given: dict[str, object]) -> Call:
    match verb:
        case "scroll" | "hscroll" if "pixels" in given:
            return Call("scroll", _by_pixels(verb, given))
        case "left_click_drag" | "drag":
            if "coordinate" in given and "end_coordinate" not in given:
                given["end_coordinate"] = given.pop("coordinate")
            return Call("drag", given)
        case "swipe":
            ends = {"coordinate": "start", "coordinate2": "end"}
            return Call("drag", {ends.get(name, name): value for name, value in given.items()})
        case "terminate" | "answer":
            return Call("finished", given)
        case "system_button":
            return _system_button(given)
        case _:
            return Call(verb, given)


def _system_button(given: dict[str, object]) -> Call:
    button = given.pop("button", None)
    named = str(button).strip().lower()
    if named == "menu":
        return Call("hotkey", {"key": "menu", **given})
    if named not in _SYSTEM_BUTTONS:
        known = ", ".join((*_SYSTEM_BUTTONS, "menu"))
        raise DialectError(f"There is no system button {excerpt(button)}.", f"There are: {known}.")
    return Call(_SYSTEM_BUTTONS[named], given)


def _by_pixels(verb: str, given: dict[str, object]) -> dict[str, object]:
    told, most = given.pop("pixels"), MOST_SCROLL * PIXELS_A_NOTCH
    pixels = one_number(told)
    if not 0 < abs(pixels) <= most:
        raise DialectError(
            f"pixels of {verb} is {excerpt(told)}.", f"It must be -{most} to {most}, and not 0."
        )
    ahead, back = ("up", "down") if verb == "scroll" else ("right", "left")
    amount = max(1, round(abs(pixels) / PIXELS_A_NOTCH))
    return {**given, "direction": ahead if pixels > 0 else back, "amount": amount}


def joined(calls: Sequence[Call]) -> list[Call]:
    """The calls of a reply, with those that need each other made one.

    A drag starts where a move just before it went, a click or a turn of the wheel without a place
    happens there; an answer takes the status that follows it.
    """
    whole: list[Call] = []
    for call in calls:
        before = whole[-1] if whole else None
        if call.name == "drag" and before and _is_move(before) and not _has_start(call):
            whole[-1] = Call("drag", {"start": _target(before), **call.arguments})
        elif before and _is_move(before) and _lacks_place(call):
            whole[-1] = Call(call.name, {"coordinate": _target(before), **call.arguments})
        elif call.name == "finished" and before and before.name == "finished":
            whole[-1] = Call("finished", {**before.arguments, **call.arguments})
        else:
            whole.append(call)
    return whole


def _is_move(call: Call) -> bool:
    return call.name == "mouse_move" and "coordinate" in call.arguments


def _lacks_place(call: Call) -> bool:
    return aliases.verb(call.name) in _PLACED_VERBS and "coordinate" not in call.arguments


def _has_start(call: Call) -> bool:
    return any(name.startswith("start") for name in call.arguments)


def _target(call: Call) -> object:
    return call.arguments["coordinate"]


def write_call(action: Action, at: Callable[[Point], list[int]]) -> Call:
    """The function call that means an action; `at` turns a point into the model's numbers."""
    match action:
        case Shell() | ReadFile() | WriteFile() | Open() | CallTool() | Note() | AskUser():
            return tool_call(action)
        case _:
            return Call("computer_use", _screen_arguments(action, at))


def _screen_arguments(  # noqa: C901, PLR0911  one arm per action
    action: Click | Move | Drag | Scroll | Type | Press | KeyDown | KeyUp | Wait | Finish,
    at: Callable[[Point], list[int]],
) -> dict[str, object]:
    match action:
        case Click(at=point, button=button, count=count):
            verb = CLICKS.get((button, count))
            if verb:
                return {"action": verb, "coordinate": at(point)}
            extra = {"button": str(button), "count": count}
            return {"action": "left_click", "coordinate": at(point), **extra}
        case Move(at=point):
            return {"action": "mouse_move", "coordinate": at(point)}
        case Drag(start=start, end=end):
            ends = {"start_coordinate": at(start), "coordinate": at(end)}
            return {"action": "left_click_drag", **ends}
        case Scroll(at=point, direction=direction, amount=amount):
            verb = "scroll" if direction in (Direction.UP, Direction.DOWN) else "hscroll"
            ahead = direction in (Direction.UP, Direction.RIGHT)
            pixels = amount * PIXELS_A_NOTCH * (1 if ahead else -1)
            return {"action": verb, "coordinate": at(point), "pixels": pixels}
        case Type(text=text):
            return {"action": "type", "text": text}
        case Press(keys=keys):
            return {"action": "key", "keys": list(keys)}
        case KeyDown(key=key):
            return {"action": "key_down", "key": key}
        case KeyUp(key=key):
            return {"action": "key_up", "key": key}
        case Wait(seconds=seconds):
            return {"action": "wait", "time": seconds}
        case Finish(status="success", answer=answer) if answer:
            return {"action": "answer", "text": answer}
        case Finish(status=status, answer=answer):
            said = {"text": answer} if answer else {}
            return {"action": "terminate", "status": status, **said}
