"""Options of `uitars-train evaluate browsing`; the work is imported once it is asked for."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from uitars_runtime.cli.formats import written

if TYPE_CHECKING:
    from uitars_train.evaluate.browsing.report import Report

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
    kind.add_argument("--json", type=written, metavar="OUT", help="where the report goes")
    kind.add_argument("--model", default="nano", metavar="REF")
    kind.add_argument("--base-url", metavar="URL", help="server for openai/NAME")


def run(arguments: argparse.Namespace) -> Report:
    """Answer the questions."""
    from uitars_train.evaluate.browsing import command

    return command.run(arguments)
