"""Options of `uitars-train evaluate androidworld`; what they do is beside. Loads no desktop: every
command's options are known on every system."""

from __future__ import annotations

import argparse
from pathlib import Path

from uitars_runtime.cli.formats import written
from uitars_train.evaluate.androidworld.tasks import SHIPPED


def ask(kind: argparse.ArgumentParser) -> None:
    """Those of this kind alone."""
    kind.add_argument(
        "--tasks", type=Path, default=SHIPPED, metavar="FILE", help="default: the four of ours"
    )
    kind.add_argument("--device", default="", metavar="SERIAL", help="default: the only one")
    kind.add_argument("--seed", type=int, default=0, metavar="N", help="chooses the parameters")
    kind.add_argument("--only", nargs="+", default=[], metavar="NAME", help="these tasks only")
    kind.add_argument("--runs", type=written, metavar="DIR", help="keep the run folders here")
    kind.add_argument(
        "--tools",
        action="store_true",
        help="let the model use commands and files of this machine: a row of GUI+tools",
    )
    kind.add_argument(
        "--solutions", type=Path, metavar="FILE", help="actions by name of the task, for the oracle"
    )
