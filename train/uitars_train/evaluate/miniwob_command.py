"""`uitars-train evaluate miniwob`: who plays, and what is printed."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from uitars_runtime.backends.registry import open_model
from uitars_train.evaluate import miniwob
from uitars_train.evaluate.contenders import Oracle, RandomClicks, below_query
from uitars_train.evaluate.intervals import shown
from uitars_train.evaluate.last_look import LastLook
from uitars_train.evaluate.pictures import MOST, draw_last
from uitars_train.evaluate.players import MODEL, before, string_matcher

if TYPE_CHECKING:
    from rich.console import Console


def run(arguments: argparse.Namespace) -> miniwob.Report:
    """Play the tasks; print and give the report."""
    from rich.console import Console

    console = Console(highlight=False)
    tasks = miniwob.read_tasks(arguments.tasks)
    model = open_model(arguments.model, arguments.base_url)
    rows: dict[str, miniwob.Row] = {}
    contenders: dict[str, miniwob.Contender] = {MODEL: lambda _page, _task: model}
    contenders |= {name: _contender(name) for name in arguments.rows}
    try:
        with miniwob.desk() as desktop:
            for name, contender in contenders.items():
                kept = before(
                    arguments.keep, "miniwob", name, arguments.model, b"", miniwob.EPISODE
                )
                look = LastLook()
                tried = miniwob.evaluate(tasks, arguments.seeds, contender, desktop, kept, look.of)
                if name == MODEL and arguments.pictures is not None:
                    tried = _drawn(tried, look, arguments.pictures)
                rows[name] = miniwob.row(_printed(console, name, tried))
    finally:
        model.close()
    return miniwob.report(model.name, rows.pop(MODEL), rows)


def _drawn(
    episodes: Iterator[miniwob.Episode], look: LastLook, out: Path
) -> Iterator[miniwob.Episode]:
    """The same tries; of up to ten tasks the first that failed is drawn, as far as it was played
    here and not kept from before."""
    drawn: set[str] = set()
    for one in episodes:
        seen, look.seen = look.seen, None
        if seen is not None and not one.success and one.task not in drawn and len(drawn) < MOST:
            frame, proposal = seen
            path = out / f"failure-{one.task}.png"
            draw_last(frame, look.task.text, proposal.action, one.ending, path)
            drawn.add(one.task)
        yield one


def _contender(name: str) -> miniwob.Contender:
    match name:
        case "random":
            return lambda page, _task: RandomClicks(below_query(page), miniwob.STEPS)
        case "oracle":
            return Oracle
        case _:
            matcher = string_matcher()
            return lambda _page, _task: matcher


def _printed(
    console: Console, name: str, episodes: Iterator[miniwob.Episode]
) -> list[miniwob.Episode]:
    """All tries, each printed as it comes, and their sum."""
    tried: list[miniwob.Episode] = []
    for one in episodes:
        tried.append(one)
        mark, style = ("✓", "green") if one.success else ("✗", "red")
        console.print(
            f"{mark} {name:8} {one.task:24} {one.seed:2} {one.steps:3} steps"
            f" {one.seconds:6.1f} s  {one.ending}",
            style=style,
        )
    found = miniwob.row(tried)
    console.print(
        f"{name}: {found.success_rate:.0%} of {found.episodes} tries"
        f" ({shown(found.interval)}); {found.seconds_per_step:.2f} s a step"
    )
    return tried
