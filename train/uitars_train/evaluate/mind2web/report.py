"""What came of the tasks, counted. A task that could not begin, or that nobody judged, is no
failure of the model: both are counted beside it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from uitars_train.evaluate.intervals import Counts, Interval, counted, intervals, wilson
from uitars_train.evaluate.results import Marked, NotRun, Worked


class WebResult(Worked, frozen=True, kw_only=True, tag="run"):
    """One task that was run; its tag is its level."""

    marked: Marked
    success: bool | None = None
    """None where it was not judged; `reason` says why."""
    key_points: str = ""
    scores: tuple[int | None, ...] = ()
    judged: str = ""
    """What the judge said last."""


class Report(msgspec.Struct, frozen=True):
    """The success of tasks that were run and judged; intervals at 95 %."""

    success_rate: float
    n: int
    interval: Interval
    by_level: Counts
    intervals: dict[str, Interval]
    by_mark: Counts
    not_run: tuple[NotRun, ...]
    unjudged: int
    judge: str
    threshold: int
    results: tuple[WebResult, ...]


def report(played: Sequence[WebResult | NotRun], judge: str, threshold: int) -> Report:
    """Count them."""
    results = [one for one in played if isinstance(one, WebResult)]
    judged = [(one, one.success) for one in results if one.success is not None]
    right, tried = sum(success for _, success in judged), len(judged)
    by_level = counted([(one.tag, success) for one, success in judged])
    return Report(
        round(right / tried, 4) if tried else 0.0,
        tried,
        wilson(right, tried),
        by_level,
        intervals(by_level),
        counted([(one.marked.value, success) for one, success in judged]),
        tuple(one for one in played if isinstance(one, NotRun)),
        sum(one.success is None for one in results),
        judge,
        threshold,
        tuple(results),
    )
