"""Who plays beside the model: random clicks, and an oracle that reads pages of MiniWoB++.

Both act through the same loop, screen and hands as the model. Not here: the baseline that matches
strings (matching.py).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from uitars_runtime.protocols import PastStep, Stop
from uitars_runtime.types import Box, Click, Finish, Point, Proposal, Task
from uitars_train.evaluate.miniwob import SCALE, Page
from uitars_train.evaluate.oracle import next_action

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame

QUERY: int = 50
"""Height of the text of a task above its page, in pixels of the page."""


class RandomClicks:
    """Implements `Model`: clicks anywhere in a part of the screen; at last it says finished, so
    that a verifier is asked."""

    name, dialect = "random clicks", "none"

    def __init__(self, area: Callable[[Frame], Box], clicks: int) -> None:
        """`area`: where to click. `clicks`: how many before it has finished."""
        self._area = area
        self._clicks = clicks

    def propose(
        self,
        task: Task,
        recalled: Sequence[str],
        past: Sequence[PastStep],
        seen: Frame,
        stop: Stop,
        /,
    ) -> Proposal:
        """The next click; the same task and turn always give the same one."""
        if len(past) >= self._clicks:
            return Proposal("", Finish(), "")
        chance = random.Random(f"{task.text} {len(past)}")
        box = self._area(seen)
        x, y = chance.randrange(box.left, box.right), chance.randrange(box.top, box.bottom)
        return Proposal("", Click(Point(x, y)), "")

    def close(self) -> None:
        """Nothing is open."""


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


class Oracle:
    """Implements `Model`: knows the page from inside and says where to click and what to type."""

    name, dialect = "oracle", "none"

    def __init__(self, page: Page, task: str) -> None:
        self._page = page
        self._task = task

    def propose(
        self,
        task: Task,
        recalled: Sequence[str],
        past: Sequence[PastStep],
        seen: Frame,
        stop: Stop,
        /,
    ) -> Proposal:
        """What the page needs next."""
        turn = sum(item.step.outcome.ok for item in past)
        wanted = next_action(self._page, self._task, task.text, turn)
        return Proposal("", wanted.action, "")

    def close(self) -> None:
        """Nothing is open."""
