"""Actions to calls, in the words of the UI-TARS family: the way back of verbs.py.

Values are points, which each grammar writes in its own manner, or text. An action that the family
has no verb for is spelled with verbs and arguments that verbs.py reads all the same, so that every
action can stand in a history.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import msgspec

from uitars_runtime.dialects.tools import Tool, tool_call
from uitars_runtime.dialects.verbs import DEFAULT_SCROLL, DEFAULT_WAIT
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
    CallTool,
    Click,
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


class Spelled(msgspec.Struct, frozen=True):
    """A verb and its arguments by common names (`point`, `start`, `end`, `key`, `content`, ...)."""

    verb: str
    arguments: dict[str, Point | str] = {}


_CLICKS = {
    (Button.LEFT, 1): "click",
    (Button.LEFT, 2): "left_double",
    (Button.LEFT, 3): "triple_click",
    (Button.RIGHT, 1): "right_single",
    (Button.MIDDLE, 1): "middle_click",
}
_SIGNS = {"+": "plus", "-": "minus"}


def spell(action: Action) -> Spelled:  # noqa: C901, PLR0911, PLR0912  one arm per action
    """The verb and arguments that mean this action."""
    match action:
        case Click(at=at, button=button, count=count):
            verb = _CLICKS.get((button, count))
            if verb:
                return Spelled(verb, {"point": at})
            return Spelled("click", {"point": at, "button": str(button), "count": str(count)})
        case Move(at=at):
            return Spelled("move_to", {"point": at})
        case Drag(start=start, end=end):
            return Spelled("drag", {"start": start, "end": end})
        case Scroll(at=at, direction=direction, amount=amount):
            extra = {} if amount == DEFAULT_SCROLL else {"amount": str(amount)}
            return Spelled("scroll", {"point": at, "direction": str(direction), **extra})
        case Type(text=text):
            return Spelled("type", {"content": text})
        case Press(keys=keys):
            return Spelled("hotkey", {"key": _chord(keys)})
        case KeyDown(key=key):
            return Spelled("press", {"key": key})
        case KeyUp(key=key):
            return Spelled("release", {"key": key})
        case Wait(seconds=seconds):
            return Spelled("wait", {} if seconds == DEFAULT_WAIT else {"time": repr(seconds)})
        case AskUser(question=question):
            return Spelled("call_user", {"content": question} if question else {})
        case Finish(status=status, answer=answer):
            content: dict[str, Point | str] = {"content": answer} if answer else {}
            if status == "failure":
                content["status"] = status
            return Spelled("finished", content)
        case Shell() | ReadFile() | WriteFile() | Open() | CallTool() | Note():
            return _spell_tool(action)


def _chord(keys: Sequence[str]) -> str:
    """The keys with spaces between them; a sign between two others has its name, for alone there it
    would join them (keys.py)."""
    if len(keys) < 3:
        return " ".join(keys)
    first, *between, last = keys
    return " ".join((first, *(_SIGNS.get(key, key) for key in between), last))


def _spell_tool(action: Tool) -> Spelled:
    call = tool_call(action)
    arguments: dict[str, Point | str] = {
        name: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for name, value in call.arguments.items()
    }
    return Spelled(call.name, arguments)
