"""What an environment's expert does, kept as steps to learn from: `uitars-train harvest shown`.

The decoder forgets what a training does not show it: these are mixed into one by `policy --own`.
Not here: who plays while the decoder learns from its own episodes (`actors.py`).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from uitars_runtime.errors import UsageError
from uitars_train.data.recorded import write_episodes
from uitars_train.data.sample import Sample
from uitars_train.rl.environment import FIRST_SEED, LostError, Place, looks_named, opened


def lessons(
    place: Place, rounds: int, first_seed: int, lost: Counter[str]
) -> Iterator[list[Sample]]:
    """Every task of an environment once a round, each time begun otherwise; nothing where the
    expert fails. `lost`: counts by task those that a dead environment took; it is opened anew.

    Raises `UsageError` for an environment that cannot be had here.
    """
    environment = opened(place)
    try:
        for seed in range(first_seed, first_seed + rounds):
            for task in environment.tasks:
                try:
                    shown = environment.shown(task, seed)
                except LostError:
                    lost[task] += 1
                    environment.close()
                    environment = opened(place)
                    continue
                if shown:
                    yield shown
    finally:
        environment.close()


def main(argv: Sequence[str]) -> int:
    """Keep them in a file. Raises `UitarsError`."""
    given = parser().parse_args(argv)
    if given.first_seed < FIRST_SEED:
        raise UsageError(
            f"--first-seed is {given.first_seed}: seeds below {FIRST_SEED} are for evaluations."
        )
    place = Place(given.env, given.tasks, looks_named(given.looks))
    given.out.parent.mkdir(parents=True, exist_ok=True)
    lost, kinds = Counter[str](), Counter[str]()

    def counted() -> Iterator[list[Sample]]:
        for shown in lessons(place, given.rounds, given.first_seed, lost):
            kinds.update(sample.kind for sample in shown)
            yield shown

    episodes = write_episodes(given.out, counted())
    sys.stdout.write(
        f"{kinds.total()} steps of {episodes} episodes, {len(kinds)} tasks; lost {lost.total()}\n"
    )
    return 0


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(
        prog="uitars-train harvest shown",
        description="What an environment's expert does, as steps for `policy --own`.",
    )
    new.add_argument("--env", choices=("pages", "games"), default="pages")
    new.add_argument("--tasks", type=Path, help="names of pages or games, one a line in a file")
    new.add_argument("--looks", default="eyes", help="what is seen of pages: `eyes` or `dom`")
    new.add_argument("--rounds", type=int, default=10, help="times that each task is shown")
    new.add_argument("--first-seed", type=int, default=FIRST_SEED, help="below lie evaluations")
    new.add_argument("--out", type=Path, required=True, metavar="FILE", help="grows by these")
    return new
