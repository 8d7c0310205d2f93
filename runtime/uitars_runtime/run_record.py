"""A run as a whole: how it began, how it ended, and its steps between. No I/O; see journal.py."""

from __future__ import annotations

import datetime
import enum

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.types import Finish, Step, Task


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
    files: tuple[str, ...] = ()
    """Whole paths of the files whose copies were attached (`types.ATTACHED`)."""
    temperature: float = 0.0
    """With which the model's steps were drawn; 0: they are what it finds likeliest."""
    seed: int = 0


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


def begun_at(started: RunStarted) -> datetime.datetime:
    """When a run began. Raises `UsageError` where its head names no moment that a clock could."""
    try:
        instant = datetime.datetime.fromisoformat(started.started)
        instant.timestamp()
    except (ValueError, OverflowError, OSError) as error:
        raise UsageError(
            f"The run began at {started.started!r}, which is no ISO 8601 time to reckon with.",
            "The record is damaged.",
        ) from error
    return instant


class Evidence(enum.StrEnum):
    """Why a run that says it is finished can be believed."""

    VERIFIED = "verified"
    """The verifier that came with the task agrees."""
    SEEN = "seen"
    """Every part of the task has a step, and what the step was for was seen to come about."""
    UNCHECKED = "unchecked"
    """Only the model says so."""
    NONE = "none"
    """The run did not finish."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing the task asks for, and what is known of it."""

    words: str
    """The task's own words."""
    step: int | None = None
    """Index of the step that did it; None where no step is known to have."""
    seen: str = ""
    """What was seen to come about by it; empty where nothing was."""
    missing: str = ""
    """Why it is not known to be done; empty where it is."""


UNREAD = "nobody can tell from these words what to look for"
"""What is missing of a part whose wording was not understood."""
UNSURE = 0.5
"""Below this sureness few runs that finished unchecked have done their task (docs/endings.md)."""


class Judgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the record and the screen say of a run whose model says that the task is done."""

    parts: tuple[Part, ...] = ()
    """Of the task, in order; empty where nobody looked."""
    doubts: tuple[str, ...] = ()
    """What speaks against the whole run, for example a dialog that it left open."""
    sureness: float | None = None
    """How likely the model found the steps that it took by itself, all together, 0 to 1; None where
    it does not say. No evidence: it may be sure and wrong."""

    @property
    def unsure(self) -> bool:
        """Whether the model doubted its own steps."""
        return self.sureness is not None and self.sureness < UNSURE

    @property
    def holds(self) -> bool:
        """Whether every part of the task was seen to be done and nothing speaks against it."""
        return bool(self.parts) and all(p.seen for p in self.parts) and not self.doubts

    @property
    def rewording_helps(self) -> bool:
        """Whether other words for the same task could have been judged."""
        return any(part.missing == UNREAD for part in self.parts)


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
    """What the model answered as it finished, also where the verifier disagrees."""
    evidence: Evidence = Evidence.NONE
    """Why it can be believed. Of a run that finished never `none`: one that nobody judged, such as
    those of older records, is `verified` or `unchecked`."""
    judgement: Judgement = Judgement()
    """What was found, part by part; kept also where the verifier disagrees."""
    files: tuple[str, ...] = ()
    """Whole paths of the workspace's files that are new or different since the run began, newest
    last; hidden ones are left out."""

    def __post_init__(self) -> None:
        if self.evidence is Evidence.NONE:
            known = evidence_of(self.ending, self.verified, self.judgement)
            msgspec.structs.force_setattr(self, "evidence", known)


def evidence_of(ending: Ending, verified: bool | None, judgement: Judgement) -> Evidence:
    """Why a run that ended so can be believed."""
    if ending is not Ending.FINISHED:
        return Evidence.NONE
    if verified:
        return Evidence.VERIFIED
    return Evidence.SEEN if judgement.holds else Evidence.UNCHECKED


class Trajectory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole recorded run; `ended` is None for a run that was cut off."""

    started: RunStarted
    steps: tuple[Step, ...]
    ended: RunEnded | None

    @property
    def answer(self) -> str:
        """What the model answered as it finished; empty where it did not. Older records say it in
        their last step only."""
        if self.ended is not None and self.ended.answer:
            return self.ended.answer
        last = self.steps[-1].action if self.steps else None
        return last.answer if isinstance(last, Finish) else ""
