"""`uitars-train rl`: options; the work is beside."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from uitars_runtime.backends.registry import NANO
from uitars_runtime.cli.formats import written
from uitars_train.options import positive, weights


def main(argv: Sequence[str] | None = None) -> int:
    """Train by reinforcement for some minutes."""
    from uitars_runtime.replacing import can_be_written
    from uitars_train.rl import report
    from uitars_train.rl.algorithms import Pace, algorithm
    from uitars_train.rl.environment import THREADS, Place, looks_named
    from uitars_train.rl.pool import Terms
    from uitars_train.rl.training import Settings, train

    options = parser().parse_args(argv)
    place = Place(options.env, options.tasks, looks_named(options.looks), options.solutions)
    if options.json is not None:
        can_be_written(options.json)
        report.asked_of(place, options.compared)
    came_to = train(
        Settings(
            out=options.out,
            minutes=options.minutes,
            algorithm=algorithm(options.algorithm, options.alpha, options.kl),
            start=options.start,
            place=place,
            terms=Terms(options.least, options.staleness),
            pace=Pace(
                rate=options.rate,
                size=options.batch,
                temperature=options.temperature,
                rounded=options.rounded,
                frozen_experts=options.frozen_experts,
            ),
            critic=options.critic,
            actors=options.actors,
            threads=THREADS[place.kind] if options.threads is None else options.threads,
            seed=options.seed,
            resume=options.resume,
            own=options.own,
        )
    )
    if options.json is not None and not came_to.ended:
        report.write(
            options.json,
            options.out,
            options.start,
            place,
            options.compared,
            came_to.steps_per_second,
        )
    return 0


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(
        prog="uitars-train rl",
        description="Train the decoder by what comes of its own episodes. Weights for the product"
        " are made of the checkpoint by `uitars-train export`.",
    )
    _add_place(new)
    new.add_argument("--algorithm", choices=("ppo", "grpo", "rejection"), default="ppo")
    new.add_argument("--minutes", type=float, required=True, help="wall time")
    new.add_argument(
        "--start", type=weights, default=NANO, help="folder with exported weights, or `nano`"
    )
    new.add_argument("--out", type=written, required=True, help="folder for the run")
    new.add_argument(
        "--json",
        type=written,
        metavar="OUT",
        help="how it went, and at its end what its weights do beside those at the start",
    )
    new.add_argument(
        "--compared",
        type=positive,
        default=100,
        metavar="N",
        help="tasks that --json compares on, as the product decides",
    )
    new.add_argument("--resume", action="store_true", help="go on from the folder's checkpoint")
    new.add_argument("--seed", type=int, default=1)
    new.add_argument("--actors", type=int, default=1, help="processes that play")
    _add_numbers(new)
    return new


def _add_numbers(new: argparse.ArgumentParser) -> None:
    """What an update is made of, and how far it goes."""
    new.add_argument("--least", type=int, default=48, help="episodes that an update starts from")
    new.add_argument(
        "--staleness", type=int, default=4, help="updates between a step and its use, at most"
    )
    new.add_argument("--temperature", type=float, default=1.0, help="of what is drawn")
    new.add_argument("--rate", type=float, default=3e-5, help="learning rate at its highest")
    new.add_argument(
        "--batch", type=int, default=128, help="steps of episodes in one step of the optimizer"
    )
    new.add_argument(
        "--rounded",
        action="store_true",
        help="play and learn with the product's four-bit weights, so that the export loses nothing",
    )
    new.add_argument(
        "--frozen-experts",
        action="store_true",
        help="learn neither experts nor embeddings: little of the product's file changes",
    )
    new.add_argument(
        "--alpha",
        type=float,
        default=2.0,
        help="lambda of the policy is 1 - 1/(alpha * steps); 0.05 as in UI-TARS-2, 2 fits short"
        " episodes",
    )
    new.add_argument(
        "--own",
        type=Path,
        metavar="FILE",
        help="kept steps that are replayed beside what is played, as of `instructions samples`",
    )
    new.add_argument("--kl", type=float, default=0.0, help="weight of the KL to the start")
    new.add_argument(
        "--critic",
        choices=("shared", "apart"),
        default="shared",
        help="on the decoder's states, or a decoder of its own",
    )


def _add_place(new: argparse.ArgumentParser) -> None:
    """Where it plays."""
    new.add_argument(
        "--env",
        choices=("symbolic", "pages", "games", "desktop"),
        default="symbolic",
        help="where it plays",
    )
    new.add_argument(
        "--tasks",
        type=Path,
        help="pages of MiniWoB++ or games, names one a line in a file, by default those of"
        " bench/exam/miniwob_reinforced.txt and all games; on a desktop a set of tasks on programs,"
        " as of evaluate apps",
    )
    new.add_argument(
        "--solutions", type=Path, help="deeds by name of the task on a desktop, for the expert"
    )
    new.add_argument(
        "--looks", default="dom", help="what is seen of pages: `dom`, what they tell, or `eyes`"
    )
    new.add_argument(
        "--threads",
        type=int,
        help="episodes that each plays at once: 32, 4 where each needs a browser, 2 a desktop",
    )
