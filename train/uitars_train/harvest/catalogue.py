"""Which programs are harvested, and which never are, as data beside this file.

`programs.tsv`: name, Debian package, command, toolkit. `held_out.tsv`: programs that judge a model
or will, each with the set it belongs to. Not here: starting them.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.errors import UsageError
from uitars_train.options import contents

PROGRAMS: Final = Path(__file__).with_name("programs.tsv")
HELD_OUT: Final = Path(__file__).with_name("held_out.tsv")
_GAMES: Final = "/usr/games"
_COPYRIGHT: Final = Path("/usr/share/doc")


class Entry(msgspec.Struct, frozen=True):
    """A program as the list names it."""

    name: str
    package: str
    command: str
    """Split as a shell does; `$HOME` and `$WORKSPACE` stand for the private desktop's folders."""
    toolkit: str

    @property
    def executable(self) -> str:
        """What must be there to start it."""
        return shlex.split(self.command)[0]


def entries(path: Path = PROGRAMS, names: Sequence[str] = ()) -> tuple[Entry, ...]:
    """The programs of a list, or those of them that are named. Raises `UsageError`."""
    known = [Entry(*line) for line in _lines(path, 4)]
    held = held_out()
    for one in known:
        why = held.get(one.name) or held.get(one.package)
        if why:
            raise UsageError(f"{one.name} is held out ({why}).", "Take it off the list.")
    unknown = set(names) - {one.name for one in known}
    if unknown:
        raise UsageError(f"Not in {path.name}: {', '.join(sorted(unknown))}.", "Add a line first.")
    return tuple(one for one in known if not names or one.name in names)


def held_out(path: Path = HELD_OUT) -> dict[str, str]:
    """Programs that are never harvested, by package or command, and why."""
    return {line[0]: line[1] for line in _lines(path, 2)}


def is_installed(entry: Entry) -> bool:
    """Whether the program itself and what its command names are there."""
    search = f"{os.environ.get('PATH', os.defpath)}:{_GAMES}"
    paths = [word for word in shlex.split(entry.command)[1:] if word.startswith("/usr/")]
    found = shutil.which(entry.executable, path=search)
    return found is not None and all(Path(one).exists() for one in paths)


def version_of(package: str) -> str:
    """As dpkg tells it; empty where it does not know the package."""
    command = ["dpkg-query", "--show", "--showformat=${Version}", package]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def licence_of(package: str) -> str:
    """The licence of the program's own files by its Debian copyright file; empty where that does
    not say it in its machine-readable form."""
    try:
        text = (_COPYRIGHT / package / "copyright").read_text("utf-8", errors="replace")
    except OSError:
        return ""
    if "\nFiles:" not in text:
        return next((name for name in _COMMON if f"common-licenses/{name}" in text), "")
    first = text.partition("\nFiles:")[2].partition("\nFiles:")[0]
    return first.partition("\nLicense:")[2].partition("\n")[0].strip()


_COMMON: Final = ("GPL-3", "GPL-2", "LGPL-3", "LGPL-2.1", "LGPL-2", "GPL", "Apache-2.0", "MPL-2.0")


def _lines(path: Path, columns: int) -> list[list[str]]:
    """The lines below the head of a table. Raises `UsageError`."""
    text = contents(path).decode("utf-8", "replace")
    lines = [line.split("\t") for line in text.splitlines()[1:]]
    for number, line in enumerate(lines, start=2):
        if len(line) != columns:
            raise UsageError(f"Line {number} of {path} has {len(line)} columns, not {columns}.")
    return lines
