"""When a step happened, and how long its phases took."""

from __future__ import annotations

import datetime
from typing import Annotated

import msgspec


class Timing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Wall time of the phases of one step, in milliseconds."""

    observe: float = 0.0
    propose: float = 0.0
    review: float = 0.0
    execute: float = 0.0
    total: float = 0.0


Instant = Annotated[datetime.datetime, msgspec.Meta(tz=True)]


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Wall clock of one step, UTC, to align it with events outside; durations are in `Timing`."""

    looked: Instant
    """The screenshot was there."""
    decided: Instant
    """The proposal was there."""
    acted: Instant
    """What came of it was known."""
