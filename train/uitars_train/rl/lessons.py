"""What an environment's expert does, kept as steps to learn from: `uitars-train harvest shown`.

The decoder forgets what a training does not show it: these are mixed into one by `policy --own`.
Not here: who plays while the decoder learns from its own episodes (`actors.py`).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from uitars_runtime.cli.formats import written
from uitars_runtime.errors import UsageError
from uitars_train.data.sample import Sample, write_episodes
from uitars_train.network.training import above_zero
from uitars_train.rl.arena import Arena
from uitars_train.rl.environment import FIRST_SEED, Place, looks_named


def lessons(arena: Arena, rounds: int, first_seed: int) -> Iterator[list[Sample]]:
    """Every task of an environment once a round, each time begun otherwise; nothing where the
    expert fails or the environment dies."""
    for task, seed in arena.rounds(range(first_seed, first_seed + rounds)):
        if shown := arena.shown(task, seed):
            yield shown


def main(argv: Sequence[str]) -> int:
    """Keep them in a file. Raises `UitarsError`."""
    given = parser().parse_args(argv)
    above_zero(rounds=given.rounds)
    if given.first_seed < FIRST_SEED:
        raise UsageError(
            f"--first-seed is {given.first_seed}: seeds below {FIRST_SEED} are for evaluations."
        )
    if given.leads < 0 or (given.leads and given.env != "pages"):
        raise UsageError(f"--leads {given.leads}: the model leads on pages, for 0 steps or more.")
    place = Place(given.env, given.tasks, looks_named(given.looks), leads=given.leads)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    kinds = Counter[str]()

    def counted(arena: Arena) -> Iterator[list[Sample]]:
        for shown in lessons(arena, given.rounds, given.first_seed):
            kinds.update(sample.kind for sample in shown)
            yield shown

    with closing(Arena(place)) as arena:
        episodes = write_episodes(given.out, counted(arena))
    sys.stdout.write(
        f"{kinds.total()} steps of {episodes} episodes, {len(kinds)} tasks;"
        f" lost {arena.lost.total()}\n"
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
    new.add_argument(
        "--leads",
        type=int,
        default=0,
        help="on pages: so many steps at most are the model's; the expert says what would be right",
    )
    new.add_argument("--rounds", type=int, default=10, help="times that each task is shown")
    new.add_argument("--first-seed", type=int, default=FIRST_SEED, help="below lie evaluations")
    new.add_argument("--out", type=written, required=True, metavar="FILE", help="grows by these")
    return new
