"""What a run of `uitars-train rl` came to, as a file of JSON: its weights beside those that it
began with, on the same tasks, and how it went from update to update."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import msgspec

from uitars_runtime.backends.embedded.backend import open_decoder
from uitars_train.evaluate.intervals import Interval
from uitars_train.network.export import export
from uitars_train.network.training import CHECKPOINT
from uitars_train.network.weights import load
from uitars_train.replacing import save_report
from uitars_train.rl import dynamics
from uitars_train.rl.comparison import arena_for, check, compare, deciding
from uitars_train.rl.environment import Place
from uitars_train.scratch import scratch


class Row(msgspec.Struct, frozen=True):
    """One update; what was not measured there is null."""

    minutes: float
    success: float | None
    """Share of the episodes learned from that earned all there is; drawn at a temperature."""
    reward: float | None
    entropy: float | None
    explained_variance: float | None
    clip_fraction: float | None


class Report(msgspec.Struct, frozen=True):
    """The file."""

    before: float
    """Share of the tasks that the weights at the start did."""
    after: float
    n: int
    interval: Interval
    """95 %, of the difference."""
    trained_on: bool
    """Whether these very tasks were learned from, as where seeds change nothing: it says nothing
    about others then."""
    curve: tuple[Row, ...]
    steps_per_second: float
    """Of episodes, over the whole run."""


def asked_of(place: Place, count: int) -> None:
    """Raises `UsageError` where an environment does not hold so many tasks to compare on."""
    with closing(arena_for(place)) as arena:
        check(arena, count)


def write(
    path: Path, out: Path, start: Path, place: Place, count: int, steps_per_second: float
) -> None:
    """Compare on `count` tasks, as the product decides, and write. `out`: of the run, which
    learned from so many steps a second."""
    with scratch() as folder, closing(arena_for(place)) as arena:
        export(load(out / CHECKPOINT), folder)
        first, second = open_decoder(start), open_decoder(folder)
        found = compare(deciding(first), deciding(second), arena, count)
    before, after = found.shares
    report = Report(
        before=before,
        after=after,
        n=found.tasks,
        interval=found.interval,
        trained_on=not arena.is_seeded,
        curve=tuple(map(_row, dynamics.read(out / dynamics.LINES))),
        steps_per_second=steps_per_second,
    )
    save_report(path, report)


def _row(point: dynamics.Point) -> Row:
    figures = point.figures
    clipped = [figures[name] for name in ("clipped below", "clipped above") if name in figures]
    return Row(
        minutes=point.seconds / 60,
        success=figures.get("success"),
        reward=figures.get("reward"),
        entropy=figures.get("entropy"),
        explained_variance=figures.get("explained variance"),
        clip_fraction=sum(clipped) if clipped else None,
    )
