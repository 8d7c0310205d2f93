"""Completion for bash, zsh and fish, and man pages, made from the commands' own parsers.

    python installers/command_files.py FOLDER [COMMAND ...]        a prefix such as ~/.local

It writes where shells and man look below a prefix, for all commands where none is named. It needs
the extra `commands`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from build_manpages.manpage import Manpage

from uitars_app.completion import PROGRAMS, script, whole

PLACES = {
    "bash": "share/bash-completion/completions/{name}",
    "zsh": "share/zsh/site-functions/_{name}",
    "fish": "share/fish/vendor_completions.d/{name}.fish",
}


def main(prefix: Path, *names: str) -> None:
    """Write all files of these commands below a prefix."""
    # Pages say the same wherever they are made.
    os.environ["COLUMNS"] = "80"
    for name in names or PROGRAMS:
        for shell, place in PLACES.items():
            _write(prefix / place.format(name=name), script(name, shell))
        _write(prefix / "share/man/man1" / f"{name}.1", _page(name))


def _page(name: str) -> str:
    parser = whole(name)
    page = Manpage(parser)
    # What whatis and apropos find it by.
    page.description = str(parser.description).partition(". ")[0].rstrip(".")
    page.manual = "uitars"
    return str(page)


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{text.rstrip()}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
