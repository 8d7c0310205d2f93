"""`uitars-train games list|play`: options; the work is beside."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from uitars_train.games.catalogue import GAMES, chosen


def main(argv: Sequence[str] | None = None) -> int:
    """Show which games there are, or one of them."""
    arguments = parser().parse_args(argv)
    match arguments.kind:
        case "play":
            from uitars_train.games.play import play

            (entry,) = chosen(arguments.name)
            where = {"sandbox": arguments.sandbox, "session": arguments.session}
            for told in play(entry, arguments.seed, **where):
                sys.stdout.write(f"{told}\n")
                sys.stdout.flush()
        case _:
            for entry in GAMES.values():
                like = "kept apart" if entry.apart else f"as {entry.after}"
                sys.stdout.write(
                    f"{entry.name:12} {entry.genre:32} {like:24} reference {entry.reference}\n"
                )
    return 0


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(prog="uitars-train games", description="Small games of our own.")
    kinds = new.add_subparsers(dest="kind", required=True)
    kinds.add_parser("list", help="which games there are")
    play = kinds.add_parser("play", help="play one yourself, in a window")
    play.add_argument("name", metavar="NAME", help="as `list` says")
    play.add_argument("--seed", type=int, default=0, help="the same game again; 0: another one")
    where = play.add_mutually_exclusive_group()
    where.add_argument("--session", default="", metavar="ID", help="in a session (uitars sandbox)")
    where.add_argument(
        "--sandbox", action="store_true", help="on a private desktop, seen through a web browser"
    )
    return new


if __name__ == "__main__":
    sys.exit(main())
