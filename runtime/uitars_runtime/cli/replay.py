"""`uitars replay`: look at a recorded run, in the terminal or as a page in the browser."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from uitars_runtime.cli.command import run_command
from uitars_runtime.cli.formats import JSON, add_output_format, as_json, say, written
from uitars_runtime.errors import UsageError


def main(argv: Sequence[str] | None = None) -> int:
    """Show one run; returns the exit code: 0 shown, 1 unreadable record, 2 usage."""
    return run_command(_replay, parser().parse_args(argv))


def parser() -> argparse.ArgumentParser:
    """All options, as the contract lists them."""
    new = argparse.ArgumentParser(
        prog="uitars replay",
        description="Show a recorded run step by step.",
        epilog="RUN is a run's id or the beginning of one, last, or the path of a run folder.",
        allow_abbrev=False,
    )
    new.add_argument("run", metavar="RUN", nargs="?", default="last", help="default: last")
    new.add_argument(
        "--html", type=written, metavar="FILE", help="write one page that opens without a network"
    )
    new.add_argument("--open", action="store_true", help="open the page in the browser")
    add_output_format(new)
    return new


def _replay(arguments: argparse.Namespace) -> None:
    from uitars_runtime.journal import find_run

    run = find_run(arguments.run)
    html: Path | None = arguments.html
    if html is None and not arguments.open:
        _show(run, arguments.output_format)
        return
    page = html if html is not None else _page_in_cache(run)
    _write_page(run, page)
    say(arguments, {"page": str(page)}, str(page))
    if arguments.open:
        _open(page)


def _show(run: Path, output_format: str) -> None:
    from rich.console import Console

    from uitars_runtime.cli.run_output import whole_record
    from uitars_runtime.cli.show import show_record
    from uitars_runtime.journal import read_record

    record = read_record(run)
    if output_format == JSON:
        told = record.trajectory
        sys.stdout.write(as_json(whole_record(told.started, told.steps, told.ended)))
    else:
        show_record(Console(highlight=False), record)


def _page_in_cache(run: Path) -> Path:
    from uitars_runtime.paths import cache_folder

    return cache_folder() / "replays" / f"{run.resolve().name}.html"


def _write_page(run: Path, page: Path) -> None:
    from uitars_runtime.export.folder import write_file
    from uitars_runtime.export.html import export_html

    write_file(page, export_html(run).encode())


def _open(page: Path) -> None:
    import webbrowser

    if not webbrowser.open(page.resolve().as_uri()):
        raise UsageError("No browser could be started.", f"Open {page} in one yourself.")


if __name__ == "__main__":
    sys.exit(main())
