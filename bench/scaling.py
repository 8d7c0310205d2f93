"""What more tries and more steps are worth: the product's weights on the symbolic desktop, with
wordings and labels they never saw.

Each task is tried eight times from the same beginning. The first try takes what the decoder finds
likeliest, those after it are drawn at temperature 1, as `uitars-run --best-of` does. `best_of_N`
is the share of tasks done by the try that is chosen among the first N: by `claims` the first that
says it is finished, by `surest` the one that says so with the likeliest steps, and by `verifier`,
the ceiling, one that was really done. `gain_N` is paired with one try. `within_N_steps` is one try
with a budget; an episode of the symbolic desktop has 28 steps at most. `_low` and `_high` are the
ends of 95 % intervals.

    python bench/scaling.py [--tasks 150] [--json OUT]
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from math import log
from typing import TYPE_CHECKING, NamedTuple

from _figures import report

if TYPE_CHECKING:
    from uitars_runtime.backends.embedded.network.decoder import Decided
    from uitars_runtime.backends.embedded.situation import Situation
    from uitars_train.rl.symbolic import Symbolic

TRIES = 8
COUNTS = (1, 2, 4, 8)
BUDGETS = (5, 10, 15, 20, 28)
TEMPERATURE = 1.0
Decide = Callable[["Situation"], "Decided"]


class Try(NamedTuple):
    """How one try went."""

    done: bool
    claimed: bool
    """Whether it said that it was finished."""
    sureness: float
    """Mean logarithm of how likely its steps were."""
    steps: int


def measure(tasks: int) -> dict[str, float]:
    """All figures."""
    played = list(all_tries(tasks, TRIES))
    return {**by_tries(played), **by_budget([tries[0] for tries in played])}


def all_tries(tasks: int, count: int) -> Iterator[list[Try]]:
    """The tries of each task."""
    import numpy as np

    from uitars_runtime.backends.embedded.backend import default_folder, open_decoder
    from uitars_train.data.sample import UNSEEN
    from uitars_train.rl.symbolic import Symbolic

    decoder = open_decoder(default_folder())
    desktop = Symbolic(UNSEEN)
    for task, seed in begun(desktop, tasks):
        tries: list[Try] = []
        for number in range(count):
            chance = np.random.default_rng((seed, number))

            def drawn(seen: Situation, chance: np.random.Generator = chance) -> Decided:
                return decoder.draw(seen, TEMPERATURE, chance)

            tries.append(tried(desktop, task, seed, drawn if number else decoder.decide))
        yield tries


def begun(desktop: Symbolic, tasks: int) -> Iterator[tuple[str, int]]:
    """Tasks of as many parts as those that the decoder learned from have."""
    from uitars_train.data.episodes import PARTS

    rng, seed = random.Random(0), 0
    while tasks:
        name = desktop.tasks[sorted(set(PARTS)).index(rng.choice(PARTS))]
        seed += 1
        if desktop.reset(name, seed):
            tasks -= 1
            yield name, seed


def tried(desktop: Symbolic, task: str, seed: int, decide: Decide) -> Try:
    """One try from the beginning."""
    from uitars_runtime.backends.embedded.network.vocabulary import Act

    desktop.reset(task, seed)
    sureness: list[float] = []
    claimed, goes_on = False, True
    while goes_on:
        decided = decide(desktop.look())
        sureness.append(log(max(decided.confidence, 1e-6)))
        claimed = decided.decision.act is Act.FINISHED
        goes_on = desktop.act(decided.decision)
    return Try(desktop.reward() == 1, claimed, sum(sureness) / len(sureness), len(sureness))


def by_tries(played: Sequence[Sequence[Try]]) -> dict[str, float]:
    """Success by the number of tries and by who chooses."""
    from uitars_train.evaluate.intervals import paired, wilson

    found: dict[str, float] = {}
    one = [tries[0].done for tries in played]
    for name, choose in (("claims", _claims), ("surest", _surest), ("verifier", _verifier)):
        for count in COUNTS:
            done = [choose(tries[:count]).done for tries in played]
            key = f"best_of_{count}_{name}"
            found[key] = sum(done) / len(done)
            found[f"{key}_low"], found[f"{key}_high"] = wilson(sum(done), len(done))
            if count > 1:
                gained = sum(now and not before for now, before in zip(done, one, strict=True))
                lost = sum(before and not now for now, before in zip(done, one, strict=True))
                key = f"gain_{count}_{name}"
                found[key] = (gained - lost) / len(done)
                found[f"{key}_low"], found[f"{key}_high"] = paired(gained, lost, len(done))
    return found


def _claims(tries: Sequence[Try]) -> Try:
    return next((one for one in tries if one.claimed), tries[0])


def _surest(tries: Sequence[Try]) -> Try:
    return max(tries, key=lambda one: (one.claimed, one.sureness))


def _verifier(tries: Sequence[Try]) -> Try:
    return next((one for one in tries if one.done), tries[0])


def by_budget(tries: Sequence[Try]) -> dict[str, float]:
    """Success of one try by how many steps it may take."""
    from uitars_train.evaluate.intervals import wilson

    found: dict[str, float] = {}
    for budget in BUDGETS:
        done = sum(one.done and one.steps <= budget for one in tries)
        key = f"within_{budget}_steps"
        found[key] = done / len(tries)
        found[f"{key}_low"], found[f"{key}_high"] = wilson(done, len(tries))
    return found


if __name__ == "__main__":
    sys.exit(report(__doc__, "tasks", 150, measure, 4))
