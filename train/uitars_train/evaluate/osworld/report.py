"""What is told of tasks: one row each, also of those that were not run, with the reason."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from uitars_train.evaluate.intervals import Counts, Interval, counted, wilson
from uitars_train.evaluate.results import Marked, NotRun, Result, claims, seconds_per_step


class OSWorldResult(Result, frozen=True, kw_only=True, tag="run"):
    """One task that was run; its tag is its area."""

    marked: Marked
    infeasible: bool
    """Whether it is done by saying that it cannot be done."""


class Report(msgspec.Struct, frozen=True):
    """Success over the tasks that were run and can be done; those that cannot stand beside them."""

    model: str
    tasks: str
    """OSWorld's commit of the tasks; else what tells their files from others."""
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
    results: tuple[OSWorldResult, ...]
    not_run: tuple[NotRun, ...]


def report(
    model: str, commit: str, results: Sequence[OSWorldResult], not_run: Sequence[NotRun]
) -> Report:
    """All of it. A rate over nothing is 0."""
    own = [one for one in results if not one.infeasible]
    beside = [one for one in results if one.infeasible]
    right = sum(one.success for one in own)
    claimed, false = claims(own)
    tags = [(tag, one.success) for one in own for tag in (one.tag, one.marked)]
    return Report(
        model=model,
        tasks=commit,
        success_rate=right / max(1, len(own)),
        n=len(own),
        interval=wilson(right, len(own)),
        by_tag=counted(tags),
        infeasible=(sum(one.success for one in beside), len(beside)),
        claims=claimed,
        false_claims=false,
        seconds_per_step=seconds_per_step(results),
        results=tuple(results),
        not_run=tuple(not_run),
    )
