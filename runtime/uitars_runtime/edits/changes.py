"""What can be done to a text, line by line, and what it comes to. Only values."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Put(msgspec.Struct, frozen=True):
    """Lines more, above the line of number `at`; at the end where there is none."""

    at: int
    lines: tuple[str, ...]


class Cut(msgspec.Struct, frozen=True):
    """A line less."""

    at: int


class Exchange(msgspec.Struct, frozen=True):
    """Characters `start` to `end` of a line are `text` now."""

    at: int
    start: int
    end: int
    text: str


class Whole(msgspec.Struct, frozen=True):
    """The text is these lines and nothing else."""

    lines: tuple[str, ...]


class Restore(msgspec.Struct, frozen=True):
    """The last changes are taken back; `lines` stood before."""

    lines: tuple[str, ...]


class Store(msgspec.Struct, frozen=True):
    """The file is written; empty `name`: under the name it has."""

    name: str = ""


Change = Put | Cut | Exchange | Whole | Restore | Store


def changed(lines: Sequence[str], change: Change) -> list[str]:
    """The lines as they are after it."""
    match change:
        case Put(at=at, lines=more):
            return [*lines[:at], *more, *lines[at:]]
        case Cut(at=at):
            return [*lines[:at], *lines[at + 1 :]]
        case Exchange(at=at, start=start, end=end, text=text):
            line = lines[at]
            return [*lines[:at], f"{line[:start]}{text}{line[end:]}", *lines[at + 1 :]]
        case Whole(lines=new) | Restore(lines=new):
            return [*new]
        case Store():
            return [*lines]
