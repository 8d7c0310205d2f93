"""Who plays MiniWoB++ beside the model: random clicks, and an oracle that reads the page.

Both act through the same loop, screen and hands as the model. Not here: the baseline that matches
strings (matching.py), which needs no page.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from uitars_runtime.protocols import PastStep, Stop
from uitars_runtime.types import Click, Point, Proposal, Task
from uitars_train.evaluate.miniwob import SCALE, Page
from uitars_train.evaluate.oracle import next_action

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame

QUERY: int = 50
"""Height of the text of a task above its page, in pixels of the page."""


class RandomClicks:
    """Implements `Model`: a click anywhere on the page, below the text of the task."""

    name, dialect = "random clicks", "none"

    def __init__(self, page: Page, task: str) -> None:
        self._page = page
        self._random = random.Random(task)

    def propose(
        self,
        task: Task,
        recalled: Sequence[str],
        past: Sequence[PastStep],
        seen: Frame,
        stop: Stop,
        /,
    ) -> Proposal:
        """The next click."""
        box = self._page.box()
        x = self._random.randrange(box.left, min(box.right, box.left + 160 * SCALE))
        y = self._random.randrange(box.top + QUERY * SCALE, min(box.bottom, box.top + 210 * SCALE))
        return Proposal("", Click(Point(x, y)), "")

    def close(self) -> None:
        """Nothing is open."""


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
        return Proposal("", next_action(self._page, self._task, task.text, turn), "")

    def close(self) -> None:
        """Nothing is open."""
