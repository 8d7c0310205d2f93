"""`uitars-train browsing make|serve`: options; the work is beside."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from uitars_runtime.cli.formats import written
from uitars_runtime.errors import UitarsError, UsageError
from uitars_train.browsing.questions import DEGREES, HOPS, SEEDS, make, write
from uitars_train.browsing.serving import ENDS_WITH_INPUT, serve


def main(argv: Sequence[str] | None = None) -> int:
    """Make questions, or serve the pages that answer them."""
    given = parser().parse_args(argv)
    if given.seed not in SEEDS:
        raise UsageError(f"The seed {given.seed} is not between 0 and {SEEDS[-1]}.")
    if given.kind == "serve":
        serve(given.seed, given.port, until_closed=given.until_closed)
        return 0
    questions = make(
        given.seed, given.count, _numbers("hops", given.hops), _numbers("degrees", given.degrees)
    )
    write(questions, given.out)
    sys.stdout.write(f"{len(questions)} questions of the world {given.seed} in {given.out}\n")
    return 0


def _numbers(what: str, told: str) -> tuple[int, ...]:
    """Numbers between commas, each once."""
    try:
        return tuple(dict.fromkeys(int(one) for one in told.split(",")))
    except ValueError as error:
        raise UsageError(f"{told!r} are no {what}.", "Give numbers such as 1,2.") from error


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(
        prog="uitars-train browsing",
        description="Small worlds of linked pages, and questions that are answered there.",
    )
    kinds = new.add_subparsers(dest="kind", required=True)
    making = kinds.add_parser("make", help="make questions for `uitars-train evaluate browsing`")
    making.add_argument("--count", type=int, required=True, metavar="M", help="how many")
    making.add_argument(
        "--hops",
        default=",".join(map(str, HOPS)),
        metavar="A,B",
        help="facts that are read one after the other",
    )
    making.add_argument(
        "--degrees",
        default=",".join(map(str, DEGREES)),
        metavar="A,B",
        help="0: what a question is about is named; 1, 2: described by so many facts",
    )
    making.add_argument(
        "--out", type=written, required=True, metavar="FILE", help="one a line, JSON"
    )
    serving = kinds.add_parser("serve", help="show the pages on this machine, until Ctrl-C")
    serving.add_argument("--port", type=int, default=0, help="default: one that is free")
    serving.add_argument(ENDS_WITH_INPUT, action="store_true", help="until standard input ends")
    for kind in (making, serving):
        kind.add_argument("--seed", type=int, required=True, metavar="N", help="the world")
    return new


if __name__ == "__main__":
    try:
        sys.exit(main())
    except UitarsError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(error.exit_code)
