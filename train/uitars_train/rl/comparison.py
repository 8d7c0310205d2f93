"""Whether weights are better than those that they come from: both on the same tasks, with seeds
that nothing is learned from and that nothing else measures; where seeds change nothing, on what was
learned from, each task once.

Not here: what becomes of those that are better (`flywheel/cycle.py`).
"""

from __future__ import annotations

import msgspec

from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_runtime.errors import UsageError
from uitars_train.evaluate.intervals import Interval, paired
from uitars_train.network.rollout import Decide
from uitars_train.rl.arena import Arena
from uitars_train.rl.environment import CHOOSING, Place


class Compared(msgspec.Struct, frozen=True):
    """Two models on the same tasks."""

    tasks: int
    before: int
    """Tasks that the first did."""
    after: int
    """Tasks that the second did."""
    interval: Interval
    """95 %, of the difference of their shares."""

    @property
    def shares(self) -> tuple[float, float]:
        """Of the tasks, those that the first did and those that the second did."""
        tasks = max(self.tasks, 1)
        return self.before / tasks, self.after / tasks

    @property
    def better(self) -> bool:
        """Whether the second is better beyond doubt."""
        return self.interval[0] > 0


def arena_for(place: Place) -> Arena:
    """Where weights of a place are compared: pages as the product sees them, however they were
    looked at in training."""
    return Arena(msgspec.structs.replace(place, looks="eyes"))


def check(arena: Arena, count: int) -> None:
    """Raises `UsageError` where an environment does not hold so many tasks to compare on."""
    most = len(arena.rounds(CHOOSING))
    if count > most:
        raise UsageError(
            f"There are {most} tasks to compare models on, not {count}.", "Give a smaller number."
        )


def compare(first: Decide, second: Decide, arena: Arena, count: int) -> Compared:
    """Every task of an environment with one seed after the other, until `count` were played by
    both or there are no more. A pair of which a dead environment took one says nothing."""
    before = after = gained = lost = tried = 0
    for task, seed in arena.rounds(CHOOSING):
        if tried == count:
            break
        one = arena.play(task, seed, first)
        other = one and arena.play(task, seed, second)
        if one is None or other is None:
            continue
        tried += 1
        before, after = before + one.done, after + other.done
        gained, lost = gained + (other.done > one.done), lost + (one.done > other.done)
    return Compared(tried, before, after, paired(gained, lost, tried))


def deciding(decoder: Decoder) -> Decide:
    """What the product's decoder decides, in an episode."""

    def decide(situation: Situation) -> Decision:
        return decoder.decide(situation).decision

    return decide
