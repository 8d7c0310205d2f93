"""What a session is started with: its desktop, who may hold it how long, and its limits."""

from __future__ import annotations

import msgspec

from uitars_runtime.desktop.kind import SIZE
from uitars_runtime.desktop.wall import Programs
from uitars_runtime.sessions.limits import Limits, Seconds
from uitars_runtime.types import Size


class LeaseTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long one holder may keep a session; one that breaks a term loses it."""

    seconds: Seconds = 3600.0
    """All in all."""
    idle: Seconds = 1800.0
    """Without a look or an action."""
    silent: Seconds = 10.0
    """Without a sign of life."""


class SessionOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a host is started for."""

    size: Size = SIZE
    apps: tuple[str, ...] = ()
    browser: str = ""
    """Address that a browser of the desktop's own shows first; empty for no browser."""
    endpoint: bool = False
    """Whether programs of others may work that browser, with a token."""
    workspace: str = ""
    """A person's folder, which is never emptied; empty for one of the session's own."""
    programs: Programs = "walled"
    accessibility: bool = False
    checkpoint: str = ""
    """`ID:NAME` of what it begins with, in the place of `apps`; empty for nothing."""
    owner: int = 0
    """Process with which the session ends; 0 for none."""
    lease: LeaseTerms = LeaseTerms()
    limits: Limits = Limits()
