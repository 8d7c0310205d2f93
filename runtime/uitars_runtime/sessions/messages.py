"""What the host of a session is asked, and what it answers: one message per packet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from uitars_runtime.errors import ErrorMessage, UsageError


class Attach(msgspec.Struct, frozen=True, tag="attach"):
    """Hold the session until this connection ends."""

    holder: str
    process: int


class StartHands(msgspec.Struct, frozen=True, tag="start_hands"):
    """Start hands for the holder; the packet carries one end of their socket to the head."""


class EndHands(msgspec.Struct, frozen=True, tag="end_hands"):
    """Kill the hands; what they held down is let go."""


class Beat(msgspec.Struct, frozen=True, tag="beat"):
    """The holder lives."""

    idle: float
    """Seconds since it last worked with the hands."""


class Release(msgspec.Struct, frozen=True, tag="release"):
    """The holder gives the session back as it is."""


class Exec(msgspec.Struct, frozen=True, tag="exec"):
    """Run a command; the packet carries its standard input, output and error. It ends with this
    connection."""

    argv: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]


class TakeOver(msgspec.Struct, frozen=True, tag="take_over"):
    """A person works there until this connection ends. Meanwhile no lease is lost and nobody else
    gets the session; that the holder keeps still is up to who asks."""


class Keep(msgspec.Struct, frozen=True, tag="keep"):
    """Have the session alone, to make a checkpoint of it, until this connection ends; what is
    frozen meanwhile, or let go, is then as it was."""

    lasts: bool = True
    """False to end it now."""


class Pause(msgspec.Struct, frozen=True, tag="pause"):
    """Freeze the programs."""


class Resume(msgspec.Struct, frozen=True, tag="resume"):
    """Let frozen programs go on."""


class Renew(msgspec.Struct, frozen=True, tag="renew"):
    """Make the session anew, as at its beginning; who holds it loses it."""


class Restore(msgspec.Struct, frozen=True, tag="restore"):
    """Make the session what it was at a checkpoint; not while somebody holds it."""

    name: str


class Stop(msgspec.Struct, frozen=True, tag="stop"):
    """End the session."""


HoldersRequest = StartHands | EndHands | Beat | Release
StillRequest = Keep | Pause | Resume
Request = Attach | HoldersRequest | Exec | TakeOver | StillRequest | Renew | Restore | Stop


def expect_carried(request: Request, descriptors: Sequence[int]) -> None:
    """Raises `UsageError` unless these came with a request that carries them."""
    carried = 3 if isinstance(request, Exec) else int(isinstance(request, StartHands))
    if len(descriptors) != carried:
        raise UsageError(f"The request carries {len(descriptors)} descriptors, not {carried}.")


class Attached(msgspec.Struct, frozen=True, tag="attached"):
    """Held, or with hands: who keeps the desktop now."""

    guard: int
    folder: str
    """The guard's private folder."""
    hands: int = 0
    """Process id of the hands that were started."""


class Started(msgspec.Struct, frozen=True, tag="started"):
    """A command runs."""

    pid: int


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """A command ended; negative for a signal."""

    code: int
    limit: str = ""
    """Which limit it reached, in words."""


class Noted(msgspec.Struct, frozen=True, tag="noted"):
    """What became of the holder's programs since its last sign of life, in words."""

    words: tuple[str, ...] = ()


class Done(msgspec.Struct, frozen=True, tag="done"):
    """Done, nothing to add."""


class Refused(ErrorMessage, frozen=True, tag="refused"):
    """It is not done; the words of an error for a person."""


Reply = Attached | Started | Ended | Noted | Done | Refused

PACKET_BYTES = 1 << 17
"""More than any message needs; a command line is the largest thing in one."""
