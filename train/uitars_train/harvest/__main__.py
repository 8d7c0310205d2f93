"""The command line of `uitars-train harvest programs`: options in, one line a round out."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from uitars_runtime.cli.formats import written
from uitars_runtime.errors import UsageError
from uitars_train.harvest import figures
from uitars_train.harvest.catalogue import PROGRAMS, entries, is_installed
from uitars_train.harvest.gathering import Order, gather

FOLDER = Path(__file__).parents[2] / "harvest"
"""Of a checkout: what is committed."""


def parser() -> argparse.ArgumentParser:
    new = argparse.ArgumentParser(
        prog="uitars-train harvest programs",
        description="Explore real programs on private desktops and keep their screens, as the eyes"
        " see them and as the programs tell them. `make harvest` installs the programs first.",
    )
    new.add_argument("names", nargs="*", metavar="PROGRAM", help="only these; else the whole list")
    new.add_argument("--out", type=written, default=FOLDER, help="folder of the harvest")
    new.add_argument("--list", type=Path, default=PROGRAMS, help="programs to choose from")
    new.add_argument("--rounds", type=int, default=2, help="looks in which each is shown")
    new.add_argument("--screens", type=int, default=16, help="of one round, at most")
    new.add_argument("--seconds", type=float, default=75.0, help="for one round")
    new.add_argument(
        "--minutes", type=float, default=math.inf, help="after which no further round is begun"
    )
    new.add_argument("--pictures", type=written, help="folder for the screens as PNG files")
    new.add_argument(
        "--look-again",
        action="store_true",
        help="explore nothing: see the pictures of --pictures with the eyes of today, and end",
    )
    new.add_argument("--packages", action="store_true", help="print the Debian packages, and end")
    new.add_argument("--figures", action="store_true", help="print what there is, and end")
    return new


def main(arguments: Sequence[str]) -> int:
    """Runs it; the exit code. Raises `UitarsError`."""
    given = parser().parse_args(arguments)
    programs = entries(given.list, given.names)
    if given.packages:
        sys.stdout.write("\n".join(sorted({one.package for one in programs})) + "\n")
        return 0
    if given.look_again:
        _look_again(given)
    elif not given.figures:
        missing = [one.name for one in programs if not is_installed(one)] if given.names else []
        if missing:
            raise UsageError(
                f"Not installed: {', '.join(missing)}.", "`make harvest` installs the programs."
            )
        asked: dict[str, Any] = vars(given) | {"programs": programs}
        order = Order(**{name: asked[name] for name in Order.__struct_fields__})
        for one in gather(order):
            told = f"{one.confirmed} of {one.elements} confirmed" if one.screens else one.reason
            sys.stdout.write(
                f"{one.name:28} {one.turn} {one.screens:3} screens {one.seconds:6.1f} s  {told}\n"
            )
            sys.stdout.flush()
    sys.stdout.write(figures.table(given.out))
    return 0


def _look_again(given: argparse.Namespace) -> None:
    from uitars_train.harvest.looking_again import look_again

    if given.pictures is None or not given.pictures.is_dir():
        raise UsageError("No pictures to look at.", "Give the folder of --pictures of the harvest.")
    for one in look_again(given.out, given.pictures, tuple(given.names)):
        told = f"{one.changed} seen otherwise, {one.missing} without a picture"
        sys.stdout.write(f"{one.name:28} {one.screens:4} screens  {told}\n")
        sys.stdout.flush()
