"""`uitars stop`, `uitars pause` and `uitars resume`: what a run under way is told from outside."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from uitars_runtime.cli.command import run_command
from uitars_runtime.cli.formats import add_output_format, say
from uitars_runtime.orders import Order, give

_DONE = {Order.STOP: "stops", Order.PAUSE: "pauses", Order.RESUME: "goes on"}


def stop(argv: Sequence[str] | None = None) -> int:
    """End runs in order; their records stay."""
    return _main(Order.STOP, "end a run, or all of them, in order", argv)


def pause(argv: Sequence[str] | None = None) -> int:
    """Hold runs before their next step."""
    return _main(Order.PAUSE, "hold a run, or all of them, before the next step", argv)


def resume(argv: Sequence[str] | None = None) -> int:
    """Let paused runs go on; they look at the screen afresh."""
    return _main(Order.RESUME, "let a paused run, or all of them, go on", argv)


def parser(order: str, words: str) -> argparse.ArgumentParser:
    """The options of one order."""
    new = argparse.ArgumentParser(prog=f"uitars {order}", description=words, allow_abbrev=False)
    new.add_argument(
        "run", nargs="?", default="", metavar="RUN", help="its id, the beginning of it, or last"
    )
    add_output_format(new)
    return new


def _main(order: Order, words: str, argv: Sequence[str] | None) -> int:
    """Give the order; returns the exit code: 0 obeyed, 2 there is no such run."""

    def obey(arguments: argparse.Namespace) -> None:
        runs = give(order, arguments.run)
        lines = "\n".join(f"{run} {_DONE[order]}" for run in runs)
        say(arguments, {"order": order, "runs": runs}, lines)

    return run_command(obey, parser(order, words).parse_args(argv))
