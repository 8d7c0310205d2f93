"""Actions as lines of pyautogui, the notation in which OSWorld and its relatives keep them.

For reading and for other people's tools; nothing here is ever run.
"""

from __future__ import annotations

from typing import assert_never

import msgspec

from uitars_runtime.types import (
    Action,
    AskUser,
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
    Press,
    ReadFile,
    Scroll,
    Shell,
    Type,
    Wait,
    WriteFile,
)

_KEYS = {"super": "winleft", "altgr": "altright", "menu": "apps"}
_AXES = {
    Direction.UP: ("scroll", 1),
    Direction.DOWN: ("scroll", -1),
    Direction.LEFT: ("hscroll", -1),
    Direction.RIGHT: ("hscroll", 1),
}


def as_pyautogui(action: Action) -> str:  # noqa: PLR0911 - one arm an action
    """Python source, or WAIT, DONE or FAIL; what has no counterpart becomes a comment."""
    match action:
        case Click(at=at, button=button, count=count):
            return f"pyautogui.click({at.x}, {at.y}, clicks={count}, button={str(button)!r})"
        case Move(at=at):
            return f"pyautogui.moveTo({at.x}, {at.y})"
        case Drag(start=start, end=end):
            return (
                f"pyautogui.moveTo({start.x}, {start.y})\n"
                f"pyautogui.dragTo({end.x}, {end.y}, duration=0.5, button='left')"
            )
        case Scroll(at=at, direction=direction, amount=amount):
            name, sign = _AXES[direction]
            return f"pyautogui.{name}({sign * amount}, {at.x}, {at.y})"
        case Type(text=text):
            return f"pyautogui.write({text!r})"
        case Press(keys=keys):
            return f"pyautogui.hotkey({', '.join(_key(key) for key in keys)})"
        case KeyDown(key=key):
            return f"pyautogui.keyDown({_key(key)})"
        case KeyUp(key=key):
            return f"pyautogui.keyUp({_key(key)})"
        case Wait():
            return "WAIT"
        case Finish(status=status):
            return "DONE" if status == "success" else "FAIL"
        case Shell() | ReadFile() | WriteFile() | Open() | CallTool() | Note() | AskUser():
            return as_comment(action)
        case _:
            assert_never(action)


def as_comment(action: Action) -> str:
    """One line of Python that does nothing and says what the action was."""
    return f"# {msgspec.json.encode(action).decode()}"


def _key(key: str) -> str:
    return repr(_KEYS.get(key, key))
