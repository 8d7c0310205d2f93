"""Who needs no network to play beside a model: an action at each look, nothing read or said.

Not here: how they choose (`contenders.py`, `matching.py`, `browsing/oracle.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from uitars_runtime.types import Action, Proposal, Task

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame
    from uitars_runtime.protocols import PastStep, Stop


class Scripted(ABC):
    """Implements `Model`."""

    name: str
    dialect = "none"

    @abstractmethod
    def choose(self, task: Task, past: Sequence[PastStep], seen: Frame, /) -> Action:
        """What to do next."""

    def propose(
        self,
        task: Task,
        recalled: Sequence[str],
        past: Sequence[PastStep],
        seen: Frame,
        stop: Stop,
        /,
    ) -> Proposal:
        """The action, without a thought."""
        return Proposal("", self.choose(task, past, seen), "")

    def close(self) -> None:  # noqa: B027
        """Nothing is open."""
