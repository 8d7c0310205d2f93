"""Who plays beside the model: random clicks, and an oracle that reads pages of MiniWoB++.

Both act through the same loop, screen and hands as the model. Not here: the baseline that matches
strings (matching.py).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from uitars_runtime.types import Action, Box, Click, Finish, Point, Task
from uitars_train.evaluate.miniwob import SCALE, Page
from uitars_train.evaluate.oracle import next_action
from uitars_train.evaluate.scripted import Scripted

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame
    from uitars_runtime.protocols import PastStep

QUERY: int = 50
"""Height of the text of a task above its page, in pixels of the page."""


class RandomClicks(Scripted):
    """Clicks anywhere in a part of the screen; at last it says finished, so that a verifier is
    asked."""

    name = "random clicks"

    def __init__(self, area: Callable[[Frame], Box], clicks: int) -> None:
        """`area`: where to click. `clicks`: how many before it has finished."""
        self._area = area
        self._clicks = clicks

    def choose(self, task: Task, past: Sequence[PastStep], seen: Frame, /) -> Action:
        """The next click; the same task and turn always give the same one."""
        if len(past) >= self._clicks:
            return Finish()
        chance = random.Random(f"{task.text} {len(past)}")
        box = self._area(seen)
        x, y = chance.randrange(box.left, box.right), chance.randrange(box.top, box.bottom)
        return Click(Point(x, y))


def whole_screen(seen: Frame) -> Box:
    """All of a screenshot."""
    return Box(0, 0, seen.size.width, seen.size.height)


def below_query(page: Page) -> Callable[[Frame], Box]:
    """The part of a page of MiniWoB++ below the text of its task."""

    def area(_seen: Frame) -> Box:
        box = page.box()
        right = min(box.right, box.left + 160 * SCALE)
        return Box(box.left, box.top + QUERY * SCALE, right, min(box.bottom, box.top + 210 * SCALE))

    return area


class Oracle(Scripted):
    """Knows the page from inside and says where to click and what to type."""

    name = "oracle"

    def __init__(self, page: Page, task: str) -> None:
        self._page = page
        self._task = task

    def choose(self, task: Task, past: Sequence[PastStep], seen: Frame, /) -> Action:
        """What the page needs next."""
        turn = sum(item.step.outcome.ok for item in past)
        return next_action(self._page, self._task, task.text, turn).action
