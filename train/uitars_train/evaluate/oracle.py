"""An oracle for MiniWoB++: reads a page from inside and does what it asks for.

It acts by clicks and keys on the screen only, so a task that it does shows that the whole way from
the page to the hands and back works. The tasks it was taught stand in `oracle.js`; of the others it
says that it cannot do them, and they count as failures of its row.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, cast

from uitars_runtime.types import Action, Click, Finish, Point, Press, Type
from uitars_train.evaluate.miniwob import SCALE, Page

_SCRIPT: Final = Path(__file__).with_name("oracle.js").read_text("utf-8")


def next_action(page: Page, task: str, told: str, turn: int) -> Action:
    """What to do next, after `turn` steps that were carried out."""
    step = page.run(f"{_SCRIPT}; return next(...arguments);", task, told, turn)
    match cast("dict[str, Any] | None", step):
        case {"at": [x, y]}:
            box = page.box()
            return Click(Point(box.left + round(x * SCALE), box.top + round(y * SCALE)))
        case {"text": text}:
            return Type(str(text))
        case {"keys": keys}:
            return Press(tuple(keys))
        case {"unknown": True}:
            return Finish(status="failure", answer="The oracle was not taught this task.")
        case _:
            raise ValueError(f"the oracle's script returned {step} for {task}")
