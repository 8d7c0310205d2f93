"""`uitars forget`: remove the records of runs, and what was learned from them."""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Sequence
from pathlib import Path

from uitars_runtime.cli.command import run_command
from uitars_runtime.cli.formats import JSON, add_output_format, say
from uitars_runtime.journal import find_run, list_runs
from uitars_runtime.memory.hierarchical import memory_file
from uitars_runtime.privacy.retention import before, forget_all


def main(argv: Sequence[str] | None = None) -> int:
    """Remove runs; returns the exit code: 0 removed, 1 a run could not be, 2 there is none."""
    return run_command(_forget, parser().parse_args(argv))


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(
        prog="uitars forget",
        description="Remove the records of runs, pictures and all, and what was learned from them.",
        allow_abbrev=False,
    )
    which = new.add_mutually_exclusive_group(required=True)
    which.add_argument("run", nargs="?", metavar="RUN", help="id, beginning of one, path or last")
    which.add_argument("--before", type=_date, metavar="DATE", help="all that began before this")
    which.add_argument("--all", action="store_true", help="all runs in the user's data")
    add_output_format(new)
    return new


def _forget(arguments: argparse.Namespace) -> None:
    names, episodes = forget_all(_chosen(arguments), memory_file())
    if names or arguments.output_format == JSON:
        say(arguments, {"runs": names, "memories": episodes}, "\n".join(names))
    sys.stderr.write(f"Runs gone: {len(names)}; memories gone: {episodes}.\n")


def _chosen(arguments: argparse.Namespace) -> list[Path]:
    if arguments.all:
        return list_runs()
    if arguments.before is not None:
        return before(arguments.before)
    return [find_run(arguments.run)]


def _date(text: str) -> datetime.datetime:
    """A day or a moment, in local time where it has no offset."""
    try:
        return datetime.datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(f"{text} is no day; for example 2026-01-31") from None
