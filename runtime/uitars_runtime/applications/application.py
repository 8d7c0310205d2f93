"""A program as its desktop entry describes it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

_FILES: Final = ("%f", "%F", "%u", "%U")
_OPTION: Final = re.compile(r"([\w-]+=)%[fFuU]")
"""An option that takes a file. Inside other words nothing is put for a code: such a word may be a
line for a shell, which would read the file's name as a part of it."""


class Application(msgspec.Struct, frozen=True):
    """What a desktop entry says of a program, in every language that it speaks."""

    id: str
    """Name of the entry's file without its ending, for example `org.gnome.gedit`."""
    name: str
    exec: tuple[str, ...]
    """The command line with its field codes (`%f`), as the entry gives it."""
    texts: Mapping[str, Mapping[str, str]] = {}
    """What it says of itself for people, by language (`""` untranslated, `zh_CN`), then by key."""
    categories: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    """MIME types that it opens."""
    terminal: bool = False
    """Whether it needs a terminal to run in."""
    hidden: bool = False
    """Whether it is left out of menus."""

    def told(self, key: str) -> tuple[str, ...]:
        """The values of a key (`Name`, `GenericName`) in every language, untranslated first."""
        return tuple(texts[key] for texts in self.texts.values() if key in texts)

    @property
    def program(self) -> str:
        """File name of its executable."""
        return Path(self.exec[0]).name

    def command(self, files: Sequence[str] = ()) -> str:
        """The command line that opens it, with files or without."""
        argv: list[str] = []
        placed = False
        for part in self.exec:
            if part in _FILES:
                argv += files
                placed = True
            elif option := _OPTION.fullmatch(part):
                argv.append(f"{option[1]}{next(iter(files), '')}")
                placed = True
            else:
                plain = part.replace("%%", "\0").replace("%c", self.name)
                if plain[:1] != "%":
                    argv.append(plain.replace("\0", "%"))
        if files and not placed:
            argv += files
        if self.terminal:
            argv = ["x-terminal-emulator", "-e", *argv]
        return shlex.join(argv)
