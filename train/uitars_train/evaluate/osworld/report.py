"""What is told of tasks: one row each, also of those that were not run, with the reason."""

from __future__ import annotations

import enum
from collections.abc import Sequence

import msgspec

from uitars_runtime.run_record import Evidence
from uitars_train.evaluate.intervals import Counts, Interval, counted, wilson


class Marked(enum.StrEnum):
    """By what a task was worked: at the screen alone, or also by commands, files, opening."""

    GUI = "GUI"
    TOOLS = "GUI+tools"


class Result(msgspec.Struct, frozen=True, tag="run"):
    """One task that was run."""

    name: str
    area: str
    marked: Marked
    infeasible: bool
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
    area: str
    reason: str


class Report(msgspec.Struct, frozen=True):
    """Success over the tasks that were run and can be done; those that cannot stand beside them."""

    model: str
    tasks: str
    """OSWorld's commit of the tasks."""
    success_rate: float
    n: int
    interval: Interval
    by_tag: Counts
    """By area and by mark, as [right, tried]."""
    infeasible: tuple[int, int]
    """Tasks that cannot be done: said so, of all that were run."""
    claims: int
    false_claims: int
    seconds_per_step: float
    results: tuple[Result, ...]
    not_run: tuple[NotRun, ...]


def report(model: str, commit: str, results: Sequence[Result], not_run: Sequence[NotRun]) -> Report:
    """All of it. A rate over nothing is 0."""
    own = [one for one in results if not one.infeasible]
    beside = [one for one in results if one.infeasible]
    right, steps = sum(one.success for one in own), sum(one.steps for one in results)
    tags = [(tag, one.success) for one in own for tag in (one.area, one.marked)]
    return Report(
        model=model,
        tasks=commit,
        success_rate=right / max(1, len(own)),
        n=len(own),
        interval=wilson(right, len(own)),
        by_tag=counted(tags),
        infeasible=(sum(one.success for one in beside), len(beside)),
        claims=sum(one.claimed for one in own),
        false_claims=sum(one.claimed and not one.success for one in own),
        seconds_per_step=round(sum(one.seconds for one in results) / max(1, steps), 3),
        results=tuple(results),
        not_run=tuple(not_run),
    )
