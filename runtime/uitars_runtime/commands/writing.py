"""What was read, written anew for a shell: every word quoted, so that it is read the same way."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from typing import Final

from uitars_runtime.commands.line import HOLES, Command, Redirect

PLAINLY: Final = "set -f; "
"""No file names in the place of values."""


def quoted(words: Iterable[str], holes: Iterator[str]) -> str:
    """Words for a shell, with what it puts in itself."""
    return " ".join(_quoted(word, holes) for word in words)


def _quoted(word: str, holes: Iterator[str]) -> str:
    plain, *others = HOLES.split(word)
    written = shlex.quote(plain) if plain or not others else ""
    for kind, text in zip(others[::2], others[1::2], strict=True):
        inside = next(holes)
        match kind:
            case "q":
                written += f'"{inside}"'
            case "b":
                written += inside
            case _:
                written += f"<{inside[1:]}"
        written += shlex.quote(text) if text else ""
    return written


def redirected(redirect: Redirect, holes: Iterator[str]) -> str:
    """A redirection for a shell."""
    target = _quoted(redirect.target, holes) if redirect.target else ""
    return redirect.operator + target


def joint(command: Command) -> str:
    """What stands before a command."""
    opened = "".join(f"{one} " for one in command.begins)
    match command.before:
        case "":
            return opened
        case ";":
            return f"; {opened}"
        case operator:
            return f" {operator} {opened}"
