"""`uitars export`: a recorded run in a format that other programs read."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from uitars_runtime.cli.command import run_command
from uitars_runtime.cli.formats import add_output_format, say, written
from uitars_runtime.export.formats import FORMATS, export
from uitars_runtime.journal import find_run


def main(argv: Sequence[str] | None = None) -> int:
    """Export one run; returns the exit code: 0 written, 1 unreadable record, 2 usage."""
    return run_command(_export, parser().parse_args(argv))


def parser() -> argparse.ArgumentParser:
    """All options, as the contract lists them."""
    formats = "; ".join(f"{name}: {words}" for name, words in FORMATS.items())
    new = argparse.ArgumentParser(
        prog="uitars export",
        description="Write a recorded run in a format that other programs read.",
        epilog=f"Formats: {formats}. RUN is a run's id or the beginning of one, last, or the path"
        " of a run folder.",
        allow_abbrev=False,
    )
    new.add_argument("run", metavar="RUN")
    new.add_argument("--format", choices=tuple(FORMATS), required=True)
    new.add_argument(
        "-o",
        "--out",
        type=written,
        metavar="OUT",
        required=True,
        help="a file for html and webm, else a folder that is empty or does not exist",
    )
    add_output_format(new)
    return new


def _export(arguments: argparse.Namespace) -> None:
    export(find_run(arguments.run), arguments.format, arguments.out)
    say(arguments, {"out": str(arguments.out)}, str(arguments.out))


if __name__ == "__main__":
    sys.exit(main())
