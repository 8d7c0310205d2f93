"""What a step comes from: the words of the task that it serves, what on the screen it aims at.

The model that decided says it as values, so that nobody has to read it out of what it wrote: its
own next step, the judgement of a run, and training read these. Records keep them; what a person
reads is the thought. Not here: how a decision is made, or worded (backends/).
"""

from __future__ import annotations

import enum

import msgspec

from uitars_runtime.element import Role
from uitars_runtime.geometry import Box


class Side(enum.StrEnum):
    """Where to click, seen from the element pointed at: on it, or beside a label without a box."""

    ON = "on"
    RIGHT = "right"
    BELOW = "below"
    END = "end"
    """Near its right end: the eyes read a label and the control beside it as one line."""


class Passage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words of what was asked for."""

    start: int
    """Characters before them; of the task and what the person said since (`Task.words`), or of
    what the model was asked instead: a translation, or what was missing after an early end."""
    end: int
    text: str
    """`words[start:end]` of that text, where no secret was left out of the record."""


class SeenElement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing on the screenshot of the step, as the model was told of it."""

    index: int
    """Its place among all that was seen."""
    box: Box
    role: Role
    name: str
    """What it is called: its name, its words, or the meaning of its icon."""


class Grounding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one action comes from."""

    serves: Passage | None = None
    """The part of the task that the step is for; None for waiting and for the end."""
    target: SeenElement | None = None
    """What is clicked, dragged or scrolled; of a typed text, the thing whose words are typed."""
    side: Side = Side.ON
    """Where the click lies, seen from the target."""
    onto: SeenElement | None = None
    """What something is dragged onto."""
    typed: Passage | None = None
    """The words of the task that are typed; None where none are."""
    recalled: str = ""
    """The words of a note from memory that are typed; empty where none are."""

    @property
    def only_looks(self) -> bool:
        """Whether something is worked for no words of the task: to see what it brings to sight."""
        return self.serves is None and self.target is not None
