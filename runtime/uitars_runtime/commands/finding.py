"""What `find -exec` runs: a known use of a program that only reads what find hands it.

Whoever asks looks for links below the places that find begins at: what is handed on is followed.
"""

from __future__ import annotations

import os
from typing import Final

import msgspec

from uitars_runtime.commands.line import HOLES, UnreadableError
from uitars_runtime.commands.options import RefusedError, check
from uitars_runtime.commands.places import program_path
from uitars_runtime.commands.programs import READS

_FILE: Final = "{}"
"""Stands for what was found, whose name begins with a place that find was given, or with `./`."""
_READING: Final = frozenset(
    {
        *("basename", "cat", "dirname", "du", "egrep", "fgrep", "file", "grep", "head", "ls"),
        *("md5sum", "sha1sum", "sha256sum", "sha512sum", "stat", "tail", "wc"),
    }
)
"""Programs to which a name is a file, and nothing else."""


class Apart(msgspec.Struct):
    """The words of a find, taken apart."""

    own: list[str] = []
    """Without what it runs."""
    argv: list[str] = []
    """All of them, with the path of each program that it runs."""
    paths: list[str] = []
    """Files that these are given beside what was found."""
    runs: bool = False


def taken_apart(words: tuple[str, ...]) -> Apart:
    """Raises `UnreadableError` for what may do more than read."""
    apart, left = Apart(), list(words)
    while left:
        word = left.pop(0)
        apart.argv.append(word)
        if word != "-exec":
            apart.own.append(word)
            continue
        command: list[str] = []
        # As find itself looks for the end.
        while left and not (left[0] == ";" or (left[0] == "+" and command[-1:] == [_FILE])):
            command.append(left.pop(0))
        if not left or not command:
            raise UnreadableError("find is used in an unknown way: what it runs has no end.")
        if any(map(HOLES.search, command)):
            raise UnreadableError("find is used in an unknown way: it runs what is not known.")
        apart.argv += [_reading(command, apart), *command[1:], left.pop(0)]
        apart.runs = True
    return apart


def _reading(command: list[str], apart: Apart) -> str:
    """The path of its program, and in `apart` the files that it names itself."""
    base = os.path.basename(command[0])
    program = program_path(command[0])
    if program is not None and base in READS and READS[base].anything:
        return program
    if base not in _READING or program is None:
        raise UnreadableError("find is used in an unknown way: what it runs does more than read.")
    grammar = READS[base]
    try:
        checked = check(tuple(command[1:]), grammar)
    except RefusedError as why:
        raise UnreadableError(f"{base} is used in an unknown way: {why}") from None
    partly = any(_FILE in word and word != _FILE for word in command[1:])
    if partly or checked.options & (grammar.follows or frozenset()):
        raise UnreadableError(f"{base} is used in an unknown way: find hands it more than files.")
    apart.paths += [path for path in checked.paths if path != _FILE]
    return program
