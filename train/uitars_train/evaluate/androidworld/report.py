"""What is told of tasks on a device: those that were run, and those that were not, with why."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from uitars_train.evaluate.intervals import Counts, Interval, counted, wilson
from uitars_train.evaluate.results import Marked, NotRun, Result, claims, seconds_per_step


class Row(msgspec.Struct, frozen=True):
    """Success over the tasks that were run."""

    marked: Marked
    """What the player may use: the screen, or commands and files of this machine as well."""
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
    right = sum(one.success for one in results)
    claimed, false = claims(results)
    return Row(
        marked=marked,
        success_rate=right / max(1, len(results)),
        n=len(results),
        interval=wilson(right, len(results)),
        by_tag=counted([(tag, one.success) for one in results for tag in one.tag.split() or [""]]),
        claims=claimed,
        false_claims=false,
        seconds_per_step=seconds_per_step(results),
        results=tuple(results),
        not_run=tuple(one for one in played if isinstance(one, NotRun)),
    )
