"""What the model is shown and what it should say: one step of an episode, and its distribution."""

from __future__ import annotations

from dataclasses import dataclass

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Situation, Span
from uitars_runtime.grounding import Side
from uitars_train.simulator.drawn_screens import Drawn


@dataclass(frozen=True, slots=True)
class Target:
    """What the expert says; several elements may be right."""

    act: Act
    serves: Span | None = None
    elements: tuple[int, ...] = ()
    side: Side = Side.ON
    text: Span | None = None
    keys: tuple[str | int, ...] = ()
    """Names of the vocabulary, or the index of the word that is the key."""
    direction: str = ""
    onto: tuple[int, ...] = ()
    """Where a drag may end."""
    before: int = 0
    """Words before the served part that belong to no part (", and then"): it may begin there."""
    after: int = 0
    """Words behind it that belong to no part: it may end there."""


UNKNOWN = -1
"""The tag of a word whose part of the task nobody told."""


@dataclass(frozen=True, slots=True)
class Sample:
    situation: Situation
    target: Target
    kind: str
    """The kind of the goal it serves, `finish` or `wait`."""
    tags: tuple[int, ...]
    """Per word: 0 outside every part, 1 in a part done, 2 in the one to do, 3 in a later one."""
    last: bool = False


@dataclass(frozen=True, slots=True)
class Variety:
    """Which distribution the episodes come from."""

    held_wordings: bool = False
    held_labels: bool = False
    drawn: tuple[Drawn, ...] = ()
    """Screens of real toolkits that some of the worlds are made of."""
    share_drawn: float = 0.35
    """Share of worlds made of them, where there are any."""


SEEN = Variety()
