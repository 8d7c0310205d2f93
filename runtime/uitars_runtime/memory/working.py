"""What the agent noted during this run. Nothing of it outlives the run."""

from __future__ import annotations

from collections.abc import Sequence

from uitars_runtime.protocols import PastStep
from uitars_runtime.types import Note, Step, Task

CHARACTERS = 2000
"""About 500 tokens: room for a page of facts beside the screenshots."""


class WorkingMemory:
    """The notes of one run, within a budget of characters; implements `Memory`."""

    def __init__(self, characters: int = CHARACTERS) -> None:
        if characters < 1:
            raise ValueError(f"a memory of {characters} characters holds nothing")
        self._characters = characters
        self._notes: list[str] = []

    def recall(self, task: Task, past: Sequence[PastStep]) -> Sequence[str]:
        """The notes in the order they were made; where they are too many, the oldest are left out.

        A note that is too long by itself is cut and ends with an ellipsis.
        """
        left, notes = self._characters, list[str]()
        for note in reversed(self._notes):
            if len(note) > left:
                break
            notes.append(note)
            left -= len(note)
        if self._notes and not notes:
            notes.append(self._notes[-1][: self._characters - 1] + "…")
        return notes[::-1]

    def remember(self, step: Step) -> None:
        match step.action:
            case Note(text=text) if step.outcome.ok and text.strip():
                self._notes.append(text)
            case _:
                return
