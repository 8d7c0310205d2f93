"""Doing something on a device exactly once, however often the link breaks.

A token lies on the device: a file whose name is the number of the next action. Who would do action
5 first renames the token from `5` to `5.on`, which only one of any number of attempts can, and when
it is done renames it to `6`, with what the action said inside. So the same command may be sent as
often as need be: the first that arrives does it, the others tell how it went.
"""

from __future__ import annotations

import shlex
from typing import Literal, NamedTuple

_END = b"uitars-end:"


class Told(NamedTuple):
    """What the device says of an action."""

    state: Literal["done", "on", "lost"]
    """`on`: begun and not ended. `lost`: its token is not there."""
    code: int = 0
    said: str = ""


def ending(command: str) -> str:
    """The command, followed by a mark with its exit code: without it the answer is not whole."""
    return f"{command}\nuitars=$?; echo; echo {_END.decode()}$uitars"


def whole(output: bytes) -> tuple[bytes, int] | None:
    """What a command wrote, and its exit code; None where the end is missing."""
    said, mark, code = output.rpartition(b"\n" + _END)
    text = code.strip().decode(errors="replace")
    return (said, int(text)) if mark and text.isdecimal() and code.endswith(b"\n") else None


def folder(name: str) -> str:
    """The place of a token on the device, as its shell writes it."""
    return f'"${{TMPDIR:-/data/local/tmp}}"/uitars-{name}'


def preparing(name: str) -> str:
    """Puts the token of the first action there; a second time it does nothing."""
    place = folder(name)
    return f"mkdir {place} 2>/dev/null && : >{place}/1; [ -e {place}/1 ] && echo ready"


def removing(name: str) -> str:
    """Takes the token away."""
    return f"rm -rf {folder(name)}"


def doing(name: str, number: int, steps: tuple[str, ...]) -> str:
    """Does these commands, one after the other while they go well, unless it was done or begun."""
    now, on, then = f"{number}", f"{number}.on", f"{number + 1}"
    together = shlex.quote(" && ".join(steps))
    return (
        f"trap '' HUP PIPE; if cd {folder(name)} 2>/dev/null; then\n"
        f" if mv {now} {on} 2>/dev/null; then"
        f' said=$(sh -c {together} 2>&1); echo "$? $said" >{on}; mv {on} {then}; fi\n'
        f" if [ -e {then} ]; then echo done; cat {then};"
        f" elif [ -e {on} ]; then echo on; else echo lost; fi\n"
        "else echo lost; fi"
    )


def told(output: bytes) -> Told:
    """What the output of `doing` means."""
    state, _, rest = output.decode(errors="replace").partition("\n")
    match state.strip():
        case "done":
            code, _, said = rest.strip().partition(" ")
            return Told("done", int(code) if code.isdecimal() else 0, said.strip())
        case "on":
            return Told("on")
        case _:
            return Told("lost")
