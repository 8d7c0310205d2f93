"""A person's word that a recorded run may be learned from: a mark in its folder, taken back freely.

Without the mark nobody trains on a run. It names the run, so that a mark that was copied into
another folder counts for nothing. Not here: what becomes of released runs (training reads them).
"""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime import orders
from uitars_runtime.errors import JournalError, UsageError
from uitars_runtime.journal import read_run
from uitars_runtime.journal_disk import reporting, write_whole

FILE: Final = "released.json"
PRIVATE: Final = "private"
"""The licence of what may be learned from on this machine and goes nowhere else."""


class Release(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mark."""

    run: str
    licence: str
    """An SPDX name, or `private`."""
    when: str
    """Wall clock, ISO 8601 with offset."""


def release(folder: Path, licence: str = PRIVATE) -> Release:
    """Mark a run. Raises `UsageError` while it is under way, `JournalError` where it is none."""
    run = read_run(folder).started.run
    if run in orders.under_way():
        raise UsageError(f"The run {run} is under way.", "Release it once it is over.")
    if not licence.strip():
        raise UsageError("The licence is empty.", f"Give an SPDX name, or `{PRIVATE}`.")
    now = datetime.datetime.now().astimezone().isoformat(timespec="seconds")
    mark = Release(run, licence.strip(), now)
    write_whole(folder / FILE, msgspec.json.encode(mark) + b"\n")
    return mark


def withdraw(folder: Path) -> bool:
    """Take the mark away; whether there was one. Raises `JournalError`."""
    with reporting(folder / FILE):
        there = (folder / FILE).exists()
        (folder / FILE).unlink(missing_ok=True)
    return there


def released(folder: Path) -> Release | None:
    """The mark of a run; None where nobody released this very run. Raises `JournalError`."""
    path = folder / FILE
    try:
        mark = msgspec.json.decode(path.read_bytes(), type=Release)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise JournalError(f"{path} cannot be read: {error}.", "Release the run again.") from error
    return mark if mark.run == read_run(folder).started.run else None
