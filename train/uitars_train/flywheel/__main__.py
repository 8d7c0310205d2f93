"""`uitars-train cycle`: options; the work is in `cycle.py`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from uitars_runtime.cli.formats import written
from uitars_runtime.errors import UsageError
from uitars_train.alone import alone
from uitars_train.options import positive


def main(argv: Sequence[str] | None = None) -> int:
    """One turn of the flywheel, as the options say."""
    given = parser().parse_args(argv)
    if not (given.runs or given.rollouts or given.corrected):
        raise UsageError(
            "Nothing says where traces come from.", "Give --runs, --rollouts or --corrected."
        )
    if given.verdicts and not given.runs:
        raise UsageError("Verdicts are of recorded runs.", "Give --runs, too.")
    if given.looks and not given.pages:
        raise UsageError("Only pages can be looked at in two ways.", "Give --pages, too.")
    from uitars_train.flywheel.cycle import Turn, turn
    from uitars_train.rl.environment import Place, looks_named

    symbolic = given.pages is None
    looks = looks_named(given.looks or "eyes")
    order = Turn(
        out=given.out,
        model=given.model,
        runs=given.runs,
        verdicts=given.verdicts,
        place=Place() if symbolic else Place("pages", given.pages, looks),
        rollouts=given.rollouts,
        corrected=given.corrected,
        parent=given.parent,
        updates=given.updates,
        rate=given.rate,
        reinforced=given.reinforce,
        tasks=given.tasks,
        seed=given.seed,
        flip=given.flip,
        report=given.json,
    )
    with alone(given.out):
        for told in turn(order):
            sys.stdout.write(told)
            sys.stdout.flush()
    return 0


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(
        prog="uitars-train cycle",
        description="Gather traces, keep them with their verdicts, train on them, and promote the"
        " model only where it is better beyond doubt.",
    )
    new.add_argument("--out", type=written, required=True, help="folder of dataset and candidates")
    new.add_argument("--model", default="nano", help="folder with exported weights, or nano")
    new.add_argument("--runs", type=Path, help="recorded runs; those are read that are released")
    new.add_argument(
        "--verdicts",
        type=Path,
        metavar="FILE",
        help="of `judge --json`, for runs whose records do not know",
    )
    new.add_argument(
        "--pages",
        type=Path,
        metavar="FILE",
        help="play, learn and compare on pages of MiniWoB++, names one a line, in place of the"
        " symbolic desktop",
    )
    new.add_argument(
        "--looks",
        help="how pages are looked at as it plays and learns: `eyes`, the default, or `dom`, what"
        " they tell, which is faster and carries over badly",
    )
    new.add_argument(
        "--rollouts", type=_count, default=0, metavar="N", help="tasks the model plays there"
    )
    new.add_argument(
        "--corrected", type=_count, default=0, metavar="N", help="those with the expert beside it"
    )
    new.add_argument("--parent", default="", metavar="VERSION", help="of the dataset, to grow")
    new.add_argument("--updates", type=positive, default=100, help="of fine-tuning, 32 steps each")
    new.add_argument("--rate", type=float, default=2e-4, help="learning rate at its highest")
    new.add_argument(
        "--reinforce", type=_minutes, default=0.0, metavar="MINUTES", help="of PPO, after that"
    )
    new.add_argument("--tasks", type=positive, default=600, help="that decide on the promotion")
    new.add_argument("--seed", type=int, default=1)
    new.add_argument("--json", type=written, metavar="OUT", help="what it came to")
    new.add_argument("--flip", action="store_true", help="a drill: turn every verdict round")
    return new


def _count(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text} is below 0")
    return value


def _minutes(text: str) -> float:
    value = float(text)
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not 0 or more")
    return value


if __name__ == "__main__":
    sys.exit(main())
