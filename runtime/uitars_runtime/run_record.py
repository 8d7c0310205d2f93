"""A run as a whole: how it began, how it ended, and its steps between. No I/O; see journal.py."""

from __future__ import annotations

import enum

import msgspec

from uitars_runtime.types import Step, Task


class Ending(enum.StrEnum):
    """How a run ended."""

    FINISHED = "finished"
    ERROR = "error"
    IMPOSSIBLE = "impossible"
    DENIED = "denied"
    NEEDS_PERSON = "needs_person"
    BUDGET = "budget"
    STUCK = "stuck"
    UNVERIFIED = "unverified"
    """The model said finished; the verifier disagrees."""
    STOPPED = "stopped"

    @property
    def exit_code(self) -> int:
        """The exit code of `uitars-run` (shared contract of the command line)."""
        return _EXIT_CODES[self]


_EXIT_CODES = {
    Ending.FINISHED: 0,
    Ending.ERROR: 1,
    Ending.IMPOSSIBLE: 3,
    Ending.DENIED: 4,
    Ending.NEEDS_PERSON: 5,
    Ending.BUDGET: 6,
    Ending.STUCK: 6,
    Ending.UNVERIFIED: 7,
    Ending.STOPPED: 130,
}


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """With what a run was asked for, so that it can be asked for again; empty: it was chosen."""

    model: str = ""
    desktop: str = ""
    policy: str = ""
    apps: tuple[str, ...] = ()
    """Command lines of the programs that were opened first."""


class RunStarted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a run's record (`run.json` while the run goes on)."""

    run: str
    task: Task
    model: str
    dialect: str
    desktop: str
    policy: str
    started: str
    """Wall clock, ISO 8601 with offset; for people, never for deadlines."""
    version: str
    schema: int = 1
    asked: Asked = Asked()


class RunEnded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a run's record."""

    ending: Ending
    exit_code: int
    steps: int
    seconds: float
    verified: bool | None
    """What the verifier said; None where none was given or the model did not finish."""
    reason: str = ""
    """One sentence: why the run ended as it did."""
    answer: str = ""


class Trajectory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole recorded run; `ended` is None for a run that was cut off."""

    started: RunStarted
    steps: tuple[Step, ...]
    ended: RunEnded | None
