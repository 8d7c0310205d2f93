"""Completion for bash, zsh and fish, and man pages, made from the commands' own parsers.

    python installers/command_files.py FOLDER        a prefix such as ~/.local

It writes where shells and man look below a prefix. It needs the extra `commands`.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from pathlib import Path

import shtab
from build_manpages.manpage import Manpage

from uitars_app import __main__ as window
from uitars_quant.cli import parser as quantize
from uitars_runtime.cli import orders
from uitars_runtime.cli.run import parser as run
from uitars_train.cli import parser as train

PLACES = {
    "bash": "share/bash-completion/completions/{name}",
    "zsh": "share/zsh/site-functions/_{name}",
    "fish": "share/fish/vendor_completions.d/{name}.fish",
}


def main(prefix: Path) -> None:
    """Write all files below a prefix."""
    # Pages say the same wherever they are made.
    os.environ["COLUMNS"] = "80"
    for parser in (uitars(), run(), quantize(), train()):
        for shell, place in PLACES.items():
            _write(prefix / place.format(name=parser.prog), shtab.complete(parser, shell))
        _write(prefix / "share/man/man1" / f"{parser.prog}.1", str(Manpage(parser)))


def uitars() -> argparse.ArgumentParser:
    """The window's parser with those of the commands, which are read one by one otherwise."""
    parser = window.parser()
    parser.epilog = None
    commands = parser.add_subparsers(metavar="COMMAND")
    for name, words in window.COMMANDS.items():
        if name in window.PLACES:
            below = orders.parser(name, words)
        else:
            below = importlib.import_module(f"uitars_runtime.cli.{name}").parser()
        commands.add_parser(
            name, parents=[below], add_help=False, help=words, description=below.description
        )
    return parser


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{text.rstrip()}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
