"""An oracle for MiniWoB++: reads a page from inside and does what it asks for.

It acts through the hands on the screen only, so a task that it does shows that the whole way from
the page to the hands and back works. The tasks it was taught stand in `oracle.js` and
`oracle_pages.js`; of others it says that it cannot do them, and they count as failures of its row.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.types import (
    Action,
    Click,
    Direction,
    Drag,
    Finish,
    KeyDown,
    KeyUp,
    Move,
    Point,
    Press,
    Scroll,
    Type,
    Wait,
)
from uitars_train.evaluate.miniwob import SCALE, Page

_SCRIPT: Final = "\n".join(
    Path(__file__).with_name(name).read_text("utf-8") for name in ("oracle.js", "oracle_pages.js")
)


_MOMENT: Final = 0.5
"""Seconds within which a page that is about to show something does so."""


class Wanted(msgspec.Struct, frozen=True):
    """What is to be done next on a page."""

    page: Page
    action: Action
    entry: bool = False
    """Whether it clicks a field for text."""
    said: str = ""
    """What stands on what it clicks."""
    option: str = ""
    """The entry of an open list that the action chooses: it lies outside of the page, and whoever
    sees the screen may click it instead."""

    def hits(self, points: Sequence[Point], end: int = 0) -> list[bool]:
        """Whether it can be done at points of the screen as well; `end` 1: whether a drag may end
        there."""
        box = self.page.box()
        places = [[(at.x - box.left) / SCALE, (at.y - box.top) / SCALE] for at in points]
        answer = self.page.run(f"{_SCRIPT}; return hits(...arguments);", places, end)
        return cast("list[bool]", answer)


def next_action(page: Page, task: str, told: str, turn: int) -> Wanted:
    """What to do next, after `turn` steps that were carried out. Raises `UsageError` where the
    script answers nothing that can be done."""
    step = cast(
        "dict[str, Any]", page.run(f"{_SCRIPT}; return next(...arguments);", task, told, turn)
    )
    if "option" in step:
        return Wanted(page, Type(f"{step['option']}\n"), option=str(step["option"]))
    if "wait" in step:
        return Wanted(page, Wait(_MOMENT))
    entry, said = bool(step["entry"]), str(step["said"])
    return Wanted(page, _action(page, task, step), entry, said)


def _action(page: Page, task: str, step: dict[str, Any]) -> Action:
    match step:
        case {"wheel": way, "at": place}:
            return Scroll(_on_screen(page, place), Direction(way), amount=1)
        case {"at": place, **rest}:
            return Click(_on_screen(page, place), count=int(rest.get("count", 1)))
        case {"over": place}:
            return Move(_on_screen(page, place))
        case {"from": start, "to": end}:
            return Drag(_on_screen(page, start), _on_screen(page, end))
        case {"text": text}:
            return Type(str(text))
        case {"keys": keys}:
            return Press(tuple(keys))
        case {"hold": key}:
            return KeyDown(str(key))
        case {"release": key}:
            return KeyUp(str(key))
        case {"unknown": True}:
            return Finish(status="failure", answer="The oracle was not taught this task.")
        case _:
            raise UsageError(f"The oracle knows no way from here in {task}: {step}.")


def _on_screen(page: Page, place: list[float]) -> Point:
    box = page.box()
    x, y = place
    return Point(box.left + round(x * SCALE), box.top + round(y * SCALE))
