"""`session.json`: all that others know of a session. Strict: what is not in it is not said."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import msgspec

from uitars_runtime.desktop.sandbox import SandboxState
from uitars_runtime.sessions.limits import Holder, Reached
from uitars_runtime.sessions.terms import SessionOrder

NAME = "session.json"

Why = Literal["dead", "silent", "idle", "overdue", "crashed", "asked"]
"""Why a session was made anew: its holder ended without giving it back, gave no sign of life, did
nothing, kept it too long; the desktop itself went away; or somebody asked for it."""


class Lease(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who holds a session, in seconds since 1970."""

    holder: str
    """The run."""
    process: int
    since: float
    until: float
    """When it is overdue."""


class Reset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last time that a session was made anew."""

    why: Why
    at: float
    holder: str = ""


class SessionRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A session as it is now."""

    id: str
    host: int
    """Process id of the host."""
    guard: int
    started: float
    order: SessionOrder
    workspace: str
    folder: str
    """The guard's private folder, with the home of programs."""
    desktop: SandboxState
    own: tuple[int, ...] = ()
    """Processes of the desktop itself; all others below the guard are programs, or hands."""
    paused: bool = False
    lease: Lease | None = None
    person: bool = False
    """Whether a person has taken it over."""
    resets: int = 0
    reset: Reset | None = None
    held_by: Holder = "watchdog"
    """What holds the limits of memory and processes."""
    reached: tuple[Reached, ...] = ()
    """The last limits that were reached."""


class Shown(SessionRecord, frozen=True):
    """A session with what is on no record, for who holds a token of the service."""

    endpoint: str = ""
    """Where other programs work its browser; empty where they may not."""


def write(record: SessionRecord, folder: Path) -> None:
    """Put a record in the place of the former one, in one step."""
    beside = folder / f".{NAME}"
    data = msgspec.json.format(msgspec.json.encode(record))
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
    beside.replace(folder / NAME)


def read(folder: Path) -> SessionRecord | None:
    """The record of a session's folder; None while there is none. Raises
    `msgspec.DecodeError`, `UnicodeDecodeError`."""
    try:
        data = (folder / NAME).read_bytes()
    except OSError:
        return None
    return msgspec.json.decode(data, type=SessionRecord)
