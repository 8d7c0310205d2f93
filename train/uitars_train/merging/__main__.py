"""`uitars-train merge`: options; the work is in `work.py`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from uitars_runtime.cli.formats import written

SEARCH: Final = "search"


def main(argv: Sequence[str] | None = None) -> int:
    """Merge models as the options say."""
    given = parser().parse_args(argv)
    from uitars_train.merging.work import Order, merge

    order = Order(
        models=tuple(given.models),
        out=given.out,
        alphas=() if given.weights == SEARCH else given.weights,
        search=given.weights == SEARCH,
        domains=tuple(given.domain),
        steps=given.steps,
        method=given.method,
        start=given.start,
        density=given.density,
        seed=given.seed,
        lines=given.lines,
        precision=given.precision,
    )
    for told in merge(order):
        sys.stdout.write(told)
        sys.stdout.flush()
    return 0


def _shares(text: str) -> tuple[float, ...] | str:
    if text == SEARCH:
        return text
    try:
        return tuple(float(share) for share in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is no list of numbers, nor `search`") from None


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(
        prog="uitars-train merge",
        description="Make one model of several that were trained from one start.",
    )
    new.add_argument(
        "models",
        nargs="+",
        metavar="MODEL",
        help="a checkpoint of `policy`, a folder with exported weights, or nano",
    )
    new.add_argument("--out", type=written, required=True, help="folder for the merged files")
    new.add_argument(
        "--weights",
        type=_shares,
        default=(),
        metavar="A,B,…|search",
        help="the share of each model, together 1; `search`: those with the least loss on"
        " --domain; default: all alike",
    )
    new.add_argument(
        "--domain",
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="steps to measure on, as `harvest` and `instructions samples` write them, or"
        " `symbolic`, the symbolic desktop (repeatable); default of `search` and --lines: symbolic",
    )
    new.add_argument("--steps", type=int, default=500, help="of each domain, at most")
    new.add_argument("--method", choices=("linear", "ties", "dare"), default="linear")
    new.add_argument(
        "--start", default="nano", metavar="MODEL", help="where the models come from: ties, dare"
    )
    new.add_argument("--density", type=float, default=0.5, help="of differences kept: ties, dare")
    new.add_argument("--seed", type=int, default=1, help="of what dare drops")
    new.add_argument(
        "--lines",
        type=int,
        default=0,
        metavar="PLACES",
        help="measure so many places between any two models: a table and lines.png",
    )
    new.add_argument("--precision", choices=("w4a8", "fp32"), default="w4a8")
    return new


if __name__ == "__main__":
    sys.exit(main())
