"""What an episode leaves behind: what was asked, what was said, how likely that was, what came of
it."""

from __future__ import annotations

import msgspec

from uitars_runtime.backends.embedded.network.grammar import Said
from uitars_runtime.backends.embedded.situation import Situation
from uitars_train.data.sample import Sample
from uitars_train.rl.meanings import Meanings


class Utterance(msgspec.Struct, frozen=True):
    """One sampled output, as the server gives it."""

    said: Said
    """Its tokens, as the grammar counts them."""
    odds: tuple[float, ...]
    """Per token its log probability when it was drawn."""
    value: float
    """What the critic expected of the rest of the episode, 0 to 1."""
    version: int
    """The weights that spoke."""
    meanings: Meanings = {}
    """Of the texts that it was decided by."""


class Turn(msgspec.Struct, frozen=True):
    """One step of an episode."""

    situation: Situation
    utterance: Utterance


class Trace(msgspec.Struct, frozen=True, tag="played"):
    """An episode that the policy played to its end."""

    task: str
    seed: int
    group: str
    """Shared by the episodes of one task and seed that were played one after the other."""
    turns: tuple[Turn, ...]
    reward: float

    @property
    def oldest(self) -> int:
        """The version of its oldest step."""
        return min(turn.utterance.version for turn in self.turns)


class Lesson(msgspec.Struct, frozen=True, tag="shown"):
    """An episode of the expert, for a task that the policy never does."""

    task: str
    samples: tuple[Sample, ...]


Finished = Trace | Lesson
"""All that a pool holds."""
