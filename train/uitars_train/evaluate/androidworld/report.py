"""What is told of tasks on a device: those that were run, and those that were not, with why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from uitars_runtime.run_record import Evidence
from uitars_train.evaluate.intervals import Counts, Interval, counted, wilson

Marked = Literal["GUI", "GUI+tools"]
"""What a player may use: the screen, or commands and files of this machine as well."""


class Result(msgspec.Struct, frozen=True, tag="run"):
    """One task that was run."""

    name: str
    tag: str
    success: bool
    ending: str
    steps: int
    seconds: float
    reason: str
    evidence: Evidence = Evidence.NONE
    run: str = ""

    @property
    def claimed(self) -> bool:
        """Whether the run was said to be done with evidence."""
        return self.evidence is Evidence.SEEN


class NotRun(msgspec.Struct, frozen=True, tag="not run"):
    """One task that was not, and why. It counts for nobody."""

    name: str
    tag: str
    reason: str


class Row(msgspec.Struct, frozen=True):
    """Success over the tasks that were run."""

    marked: Marked
    success_rate: float
    n: int
    interval: Interval
    by_tag: Counts
    claims: int
    false_claims: int
    seconds_per_step: float
    results: tuple[Result, ...]
    not_run: tuple[NotRun, ...]


class Report(Row, frozen=True):
    """A model's row, with those of others beside it."""

    model: str
    seed: int
    baselines: dict[str, Row] = {}


def row(marked: Marked, played: Sequence[Result | NotRun]) -> Row:
    """All of it. A rate over nothing is 0."""
    results = [one for one in played if isinstance(one, Result)]
    right, steps = sum(one.success for one in results), sum(one.steps for one in results)
    return Row(
        marked=marked,
        success_rate=right / max(1, len(results)),
        n=len(results),
        interval=wilson(right, len(results)),
        by_tag=counted([(tag, one.success) for one in results for tag in one.tag.split() or [""]]),
        claims=sum(one.claimed for one in results),
        false_claims=sum(one.claimed and not one.success for one in results),
        seconds_per_step=round(sum(one.seconds for one in results) / max(1, steps), 3),
        results=tuple(results),
        not_run=tuple(one for one in played if isinstance(one, NotRun)),
    )
