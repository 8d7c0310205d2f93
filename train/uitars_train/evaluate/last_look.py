"""A journal that keeps one thing: the last screenshot of a run and what was proposed on it.

For tries that count by how the program ended, and for pictures of those that failed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.types import Action, Observation, Proposal, Step, Task

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame
    from uitars_runtime.run_record import RunEnded


class Look(msgspec.Struct, frozen=True):
    """A screenshot with what was wanted and what was proposed on it."""

    png: bytes
    task: str
    action: Action | None


class LastLook:
    """Implements `Journal`."""

    def __init__(self) -> None:
        self.task = Task("")
        self.seen: tuple[Frame, Proposal] | None = None

    def taken(self) -> Look | None:
        """The last screenshot; None where there was none."""
        if self.seen is None:
            return None
        frame, proposal = self.seen
        return Look(frame.png(), self.task.text, proposal.action)

    def of(self, task: Task) -> LastLook:
        """Itself, empty again, for a run with this task."""
        self.task, self.seen = task, None
        return self

    def prepare(self, frame: Frame, /) -> None:
        """Nothing is stored."""

    def intend(self, index: int, proposal: Proposal, seen: Frame, /) -> Observation:
        """Remember it until the next look."""
        self.seen = seen, proposal
        return Observation("", seen.size, seen.origin)

    def keep(self, step: Step, /) -> Step:
        """The step as it is."""
        return step

    def append(self, step: Step, /) -> None:
        """Nothing is stored."""

    def end(self, ended: RunEnded, /) -> None:
        """Nothing is stored."""
