"""Anthropic's computer tool (2024-10-22 to 2026-08-01) as functions of a chat.

    {"name": "computer", "arguments": {"action": "left_click", "coordinate": [100, 200]}}

Points are pixels of the picture that was sent, which keeps to what the service takes unchanged. The
toolset of 2026 calls each action by its own name, which is read too. `text` names the keys of
`key` (`ctrl+s`; several chords one after the other), of `hold_key`, and those held during a click
or a turn of the wheel. The first tool clicks and drags where its pointer is: a `mouse_move` just
before in the same reply counts as that. There is no pointer to ask for and no picture to zoom.
"""

from __future__ import annotations

import re

from uitars_runtime.dialects.calls import Call
from uitars_runtime.dialects.computer_tool import (
    ComputerTool,
    Numbers,
    ScreenAction,
    Service,
    held,
    text_of,
)
from uitars_runtime.dialects.coordinates import Fitted
from uitars_runtime.dialects.qwen_calls import CLICKS
from uitars_runtime.errors import DialectError
from uitars_runtime.types import (
    Click,
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
    '{"action": "left_click", "coordinate": [x, y]}}\n</tool_call>'
)
_ACTIONS = (
    "key", "hold_key", "type", "mouse_move", "left_click", "left_click_drag", "right_click",
    "middle_click", "double_click", "triple_click", "scroll", "wait", "screenshot",
)  # fmt: skip
_MEMBERS = {*_ACTIONS, "left_mouse_down", "left_mouse_up"}
"""What the toolset calls by a name of its own."""
_WITH_KEYS = {
    "left_click", "right_click", "middle_click", "double_click", "triple_click", "scroll",
    "left_click_drag",
}  # fmt: skip
_APART = re.compile(r"(?i)(?<![^\s+])((?:ctrl|control|alt|shift|super|cmd|meta|win)\w*)\s*\+\s*")
"""A key that is held, apart from the plus behind it or what that leads on to: `ctrl + s`."""
_SAYS = (
    "work the mouse and the keyboard. action is one of key (text, like ctrl+s or Return), hold_key"
    " (text, duration), type (text), mouse_move, left_click, right_click, middle_click,"
    " double_click, triple_click (coordinate), left_click_drag (start_coordinate, coordinate),"
    " scroll (coordinate, scroll_direction, scroll_amount), wait (duration in seconds). text of a"
    " click names keys held meanwhile."
)
_POINT = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
_PARAMETERS: dict[str, object] = {
    "type": "object",
    "properties": {
        "action": {"type": "string", "enum": list(_ACTIONS)},
        "coordinate": _POINT,
        "start_coordinate": _POINT,
        "text": {"type": "string"},
        "scroll_direction": {"type": "string", "enum": ["up", "down", "left", "right"]},
        "scroll_amount": {"type": "integer", "minimum": 1, "maximum": 50},
        "duration": {"type": "number", "minimum": 0, "maximum": 60},
    },
    "required": ["action"],
}
_SIGNS = {"+": "plus", "-": "minus"}


def _read(call: Call) -> list[Call]:
    if call.name not in ("computer", *_MEMBERS):
        return [call]
    given = dict(call.arguments)
    verb = call.name if call.name != "computer" else given.pop("action", None)
    if not isinstance(verb, str):
        raise DialectError("computer has no action.", f"Expected: {_FORM}")
    verb = verb.strip().lower()
    match verb:
        case "key":
            chords = text_of(given, "text")
            each = [" "] if chords == " " else _APART.sub(r"\1+", chords).split()
            return [Call("hotkey", {"key": chord, **given}) for chord in each or [""]]
        case "hold_key":
            if not (keys := text_of(given, "text")):
                raise DialectError("hold_key names no key.", "Name it in text, like shift.")
            return held(keys, [Call("wait", given)])
        case "left_click_drag" if "coordinate" in given:
            keys = text_of(given, "text")
            given["end_coordinate"] = given.pop("coordinate")
            return held(keys, [Call("drag", given)])
        case _ if verb in _WITH_KEYS:
            keys = text_of(given, "text")
            return held(keys, [Call(verb, given)])
        case _:
            return [Call(verb, given)]


def _write(action: ScreenAction, at: Numbers) -> dict[str, object]:  # noqa: PLR0911  one arm per action
    match action:
        case Click(at=point, button=button, count=count) if verb := CLICKS.get((button, count)):
            return {"action": verb, "coordinate": at(point)}
        case Click(at=point, button=button, count=count):
            extra = {"button": str(button), "count": count}
            return {"action": "left_click", "coordinate": at(point), **extra}
        case Move(at=point):
            return {"action": "mouse_move", "coordinate": at(point)}
        case Drag(start=start, end=end):
            ends = {"start_coordinate": at(start), "coordinate": at(end)}
            return {"action": "left_click_drag", **ends}
        case Scroll(at=point, direction=direction, amount=amount):
            way = {"scroll_direction": str(direction), "scroll_amount": amount}
            return {"action": "scroll", "coordinate": at(point), **way}
        case Type(text=text):
            return {"action": "type", "text": text}
        case Press(keys=keys):
            return {"action": "key", "text": "+".join(_SIGNS.get(key, key) for key in keys)}
        case KeyDown(key=key):
            return {"action": "key_down", "key": key}
        case KeyUp(key=key):
            return {"action": "key_up", "key": key}
        case Wait(seconds=seconds):
            return {"action": "wait", "duration": seconds}


def anthropic_computer() -> ComputerTool:
    """Claude models behind a server that speaks chat completions."""
    service = Service(
        name="anthropic-computer",
        fitted=Fitted(longest=1568, patch=28, patches=1568),
        says=_SAYS,
        parameters=_PARAMETERS,
        form=_FORM,
        read=_read,
        write=_write,
    )
    return ComputerTool(service)
