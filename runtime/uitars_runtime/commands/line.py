"""What a command line is read as: commands, their words, and what only the shell knows of them."""

from __future__ import annotations

import re
from typing import Final, Literal

import msgspec

Connector = Literal["", "|", "&&", "||", ";"]
Operator = Literal["<", ">", ">>", "2>", "2>>", "&>", "2>&1", ">&2", "<<<"]

QUOTED: Final = "\0q"
"""Stands in a word for a text that only the shell knows, without a zero byte in it: no name of a
file and no line that is read holds one."""
BARE: Final = "\0b"
"""The same without quotes: any number of words, also none."""
FILE: Final = "\0f"
"""A file whose content is what commands print: `<( ... )`."""
HOLES: Final = re.compile("\0([qbf])")


class UnreadableError(Exception):
    """Not a plain command; says in one sentence why."""


class Hole(msgspec.Struct, frozen=True):
    """What only the shell can put in a word."""

    value: str = ""
    """`${NAME}`, and what it may be cut to."""
    commands: tuple[Command, ...] = ()
    """Those whose output it is, where it is no value."""


class Word(msgspec.Struct, frozen=True):
    """One word without its quotes."""

    text: str
    pattern: bool = False
    """Whether bash would look for file names in its place."""
    holes: tuple[Hole, ...] = ()
    """One for each sign in the text that stands for one."""


class Redirect(msgspec.Struct, frozen=True):
    """Where input comes from or an output goes."""

    operator: Operator
    target: str = ""
    """A file; for `<<<` the text itself; empty for `2>&1` and `>&2`."""
    holes: tuple[Hole, ...] = ()

    @property
    def is_file(self) -> bool:
        return self.target != "" and self.operator != "<<<"


class Command(msgspec.Struct, frozen=True):
    """One program with its words; `before` is what stands between it and the command before."""

    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...] = ()
    before: Connector = ""
    begins: tuple[str, ...] = ()
    """What is opened right before it: `(`, `{`, `if`, `then`, `while`, `do`, and `!`."""
    ends: tuple[str | Redirect, ...] = ()
    """What is closed right behind it, and where that goes as a whole."""
    settings: tuple[str, ...] = ()
    """NAME=VALUE of variables that are set for this program alone, of those in `settings.py`."""
    sets: str = ""
    """`NAME=` or `for NAME in `, to which the words are what is given; then it runs no program."""

    @property
    def name(self) -> str:
        """The program; empty for none."""
        return self.words[0].text if self.words and not self.sets else ""

    @property
    def given(self) -> tuple[str, ...]:
        """The names of the variables that it sets."""
        if self.sets:
            return (self.sets.removeprefix("for ").removesuffix(" in ").removesuffix("="),)
        return tuple(word.text for word in self.words[1:]) if self.name == "read" else ()
