"""`$((...))` with variables: bash runs commands that it finds in what it reckons with, so every
variable there may be given numbers only, in all of what runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Final

from uitars_runtime.commands.line import BARE, QUOTED, Command, Hole, Redirect, Word
from uitars_runtime.commands.values import ValueUnknownError

_NUMBER: Final = re.compile(r"0|[1-9]\d{0,17}", re.ASCII)
_ARITHMETIC: Final = re.compile(
    r"\$\(\((?:[\d ()*/%]|\+(?!\+)|-(?!-)|\$?\b[A-Za-z_]\w*\b)+\)\)", re.ASCII
)
"""Nothing in it is set: no `++`, no `--`."""
_WORD: Final = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_UNKNOWN: Final = Word("")
"""What is read."""


def names_in(text: str) -> frozenset[str]:
    """The variables in `$((...))`; none for anything else."""
    return frozenset(_WORD.findall(text)) if _ARITHMETIC.fullmatch(text) else frozenset()


def check_arithmetic(commands: Iterable[Command]) -> None:
    """Raises `ValueUnknownError` where one reckons with more than numbers."""
    used: set[str] = set()
    given: dict[str, list[Word]] = {}
    for one in _every(commands):
        for hole in _holes(one):
            used |= names_in(hole.value)
        for name in one.given:
            known = one.words if one.sets else ()
            given.setdefault(name, []).extend(known or (_UNKNOWN,))
    numeric = frozenset(given)
    while wrong := {
        name for name in numeric if not all(_is_number(word, numeric) for word in given[name])
    }:
        numeric -= wrong
    if not used <= numeric:
        raise ValueUnknownError


def _is_number(word: Word, numeric: AbstractSet[str]) -> bool:
    if not word.holes:
        return _NUMBER.fullmatch(word.text) is not None
    return word.text in (QUOTED, BARE) and _gives_numbers(word.holes[0], numeric)


def _gives_numbers(hole: Hole, numeric: AbstractSet[str]) -> bool:
    """`$((...))` of numbers, or `$(seq ...)`."""
    if hole.value:
        names = names_in(hole.value)
        return bool(names) and names <= numeric
    first = hole.commands[0]
    plain = len(hole.commands) == 1 and first.name == "seq" and not (first.ends or first.redirects)
    return plain and all(_NUMBER.fullmatch(word.text) for word in first.words[1:])


def _every(commands: Iterable[Command]) -> Iterator[Command]:
    for one in commands:
        yield one
        for hole in _holes(one):
            yield from _every(hole.commands)


def _holes(command: Command) -> Iterator[Hole]:
    for word in command.words:
        yield from word.holes
    for redirect in (*command.redirects, *command.ends):
        if isinstance(redirect, Redirect):
            yield from redirect.holes
