"""Options of `uitars-train evaluate browsing`; the work is imported once it is asked for."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from uitars_runtime.cli.formats import written
from uitars_train.options import ask_for_model

ORACLE: Final = "oracle"
WITHOUT_BROWSER: Final = ("random", "search")

STEPS: Final = 40


def ask(kind: argparse.ArgumentParser) -> None:
    """All options."""
    kind.add_argument(
        "--set", type=Path, required=True, metavar="FILE", help="of `uitars-train browsing make`"
    )
    kind.add_argument("--only", nargs="+", default=[], metavar="NAME", help="these only")
    kind.add_argument("--steps", type=int, default=STEPS, metavar="N", help="of each question")
    kind.add_argument("--runs", type=written, metavar="DIR", help="keep the run folders here")
    kind.add_argument(
        "--verdicts",
        type=written,
        metavar="OUT",
        help="for `uitars-train cycle`: what the model's answers were worth; with --runs, which are"
        " released with it",
    )
    kind.add_argument(
        "--rows",
        nargs="*",
        default=WITHOUT_BROWSER,
        choices=(*WITHOUT_BROWSER, ORACLE),
        help="who answers beside the model",
    )
    ask_for_model(kind)
