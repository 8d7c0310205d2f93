"""`uitars audit`: whether the log of verdicts and executed actions is whole."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import msgspec

from uitars_runtime.audit.log import AuditLog
from uitars_runtime.cli.command import run_command
from uitars_runtime.cli.formats import JSON, add_output_format


def main(argv: Sequence[str] | None = None) -> int:
    """Verify the log; returns 0 in order, 1 tampered with or unreadable, 2 usage."""
    return run_command(_verify, parser().parse_args(argv))


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(prog="uitars audit", allow_abbrev=False)
    commands = new.add_subparsers(dest="command", required=True)
    verify = commands.add_parser(
        "verify", help="check every entry and the head that is kept apart", allow_abbrev=False
    )
    add_output_format(verify)
    return new


def _verify(arguments: argparse.Namespace) -> int:
    report = AuditLog().verify()
    if arguments.output_format == JSON:
        sys.stdout.write(f"{msgspec.json.encode(report).decode()}\n")
    elif report.problem:
        sys.stdout.write(f"Not in order after {report.entries} entries: {report.problem}\n")
    else:
        sys.stdout.write(f"In order: {report.entries} entries.\n")
    return 1 if report.problem else 0


if __name__ == "__main__":
    sys.exit(main())
