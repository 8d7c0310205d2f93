"""`uitars release`: say that a recorded run may be learned from, or take that back."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from uitars_runtime.cli.command import run_command
from uitars_runtime.cli.formats import add_output_format, say
from uitars_runtime.journal import find_run
from uitars_runtime.privacy.release import PRIVATE, release, withdraw


def main(argv: Sequence[str] | None = None) -> int:
    """Mark a run or take its mark away; returns the exit code: 2 where there is no such run."""
    return run_command(_release, parser().parse_args(argv))


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(
        prog="uitars release",
        description="Let training read a recorded run, pictures and all. Look at it first: uitars"
        " replay. Nothing is sent anywhere.",
        allow_abbrev=False,
    )
    new.add_argument("run", metavar="RUN", help="id, beginning of one, path or last")
    new.add_argument(
        "--licence",
        default=PRIVATE,
        metavar="NAME",
        help="under which it is given (SPDX); default: private, for this machine's models only",
    )
    new.add_argument("--withdraw", action="store_true", help="take it back")
    add_output_format(new)
    return new


def _release(arguments: argparse.Namespace) -> None:
    folder = find_run(arguments.run)
    if arguments.withdraw:
        there = withdraw(folder)
        words = "is released no more" if there else "was not released"
        say(arguments, {"run": folder.name, "released": False}, f"{folder.name} {words}.")
        return
    mark = release(folder, arguments.licence)
    told = {"run": mark.run, "released": True, "licence": mark.licence}
    say(arguments, told, f"{mark.run} may be learned from ({mark.licence}).")
