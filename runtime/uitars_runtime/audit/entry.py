"""One line of the audit log, written in one way only."""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec

from uitars_runtime.types import Action

FIRST = "0" * 64
"""What stands for the hash of the line before the first one."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What happened, and the hash of the line before."""

    number: int
    """Counts from 1 without a gap, over all runs."""
    at: str
    """Wall clock, ISO 8601 with offset; for people."""
    event: Literal["verdict", "done", "repair"]
    run: str = ""
    policy: str = ""
    action: str = ""
    """Kind of the action."""
    digest: str = ""
    """SHA-256 of `previous` and the action as JSON: it can be proved, but not guessed from a list
    of texts once and for all."""
    decision: str = ""
    by: str = ""
    rule: str = ""
    ok: bool | None = None
    """Whether an executed action succeeded."""
    note: str = ""
    previous: str
    """SHA-256 of the line before, lower-case hexadecimal."""


def encoded(entry: Entry) -> bytes:
    """The line, with its end; the same entry is always the same bytes."""
    return msgspec.json.encode(entry, order="sorted") + b"\n"


def decoded(line: bytes) -> Entry:
    """The entry of a line, with its end. Raises `ValueError` for any other way to write it."""
    entry = msgspec.json.decode(line, type=Entry)
    if encoded(entry) != line:
        raise ValueError("it is not written as the log writes")
    return entry


def line_hash(line: bytes) -> str:
    """What the next line names as `previous`."""
    return hashlib.sha256(line).hexdigest()


def action_digest(previous: str, action: Action) -> str:
    """See `Entry.digest`."""
    written = msgspec.json.encode(action, order="sorted")
    return hashlib.sha256(previous.encode() + b"\n" + written).hexdigest()
