"""`uitars-train evaluate miniwob`: who plays, and what is printed."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from uitars_runtime.backends.registry import open_model
from uitars_runtime.frame import Frame
from uitars_runtime.protocols import Model
from uitars_runtime.sessions.terms import SessionOrder
from uitars_train.evaluate import miniwob
from uitars_train.evaluate.contenders import Oracle, RandomClicks, below_query
from uitars_train.evaluate.intervals import shown
from uitars_train.evaluate.last_look import Look
from uitars_train.evaluate.pictures import MOST, draw_last
from uitars_train.evaluate.players import MODEL, before, string_matcher
from uitars_train.evaluate.pools import pool_of
from uitars_train.evaluate.results import show

if TYPE_CHECKING:
    from rich.console import Console

_ORDER = SessionOrder(programs="open")


def run(arguments: argparse.Namespace) -> miniwob.Report:
    """Play the tasks; print and give the report."""
    from rich.console import Console

    console = Console(highlight=False)
    tasks = miniwob.read_tasks(arguments.tasks)
    asked, address = arguments.model, arguments.base_url
    opened = partial(open_model, asked, address)
    with closing(opened()) as model:
        called = model.name
    players: dict[str, miniwob.Player] = {MODEL: partial(_model, opened)}
    players |= {name: _PLAYERS[name] for name in arguments.rows}
    rows: dict[str, miniwob.Row] = {}
    with pool_of(arguments, _ORDER) as pool:
        for name, player in players.items():
            kept = before(arguments.keep, "miniwob", name, asked, b"", miniwob.EPISODE, address)
            pictures: Path | None = arguments.pictures if name == MODEL else None
            failed = _Pictures(pictures) if pictures else None
            tried = miniwob.evaluate(tasks, arguments.seeds, player, kept, pool, failed)
            rows[name] = miniwob.row(_printed(console, name, tried))
    return miniwob.report(called, rows.pop(MODEL), rows)


class _Pictures:
    """Draws of up to ten tasks the first try that failed."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._drawn: set[str] = set()

    def __call__(self, one: miniwob.Episode, look: Look) -> None:
        if one.task not in self._drawn and len(self._drawn) < MOST:
            self._drawn.add(one.task)
            path = self._out / f"failure-{one.task}.png"
            draw_last(Frame.of_png(look.png), look.task, look.action, one.ending, path)


@contextmanager
def _model(opened: Callable[[], Model]) -> Generator[miniwob.Contender]:
    with closing(opened()) as model:
        yield lambda _page, _task: model


@contextmanager
def _random() -> Generator[miniwob.Contender]:
    yield lambda page, _task: RandomClicks(below_query(page), miniwob.STEPS)


@contextmanager
def _oracle() -> Generator[miniwob.Contender]:
    yield Oracle


@contextmanager
def _matching() -> Generator[miniwob.Contender]:
    matcher = string_matcher()
    yield lambda _page, _task: matcher


_PLAYERS: dict[str, miniwob.Player] = {
    "random": _random,
    "oracle": _oracle,
    "matching": _matching,
}


def _printed(
    console: Console, name: str, episodes: Iterator[miniwob.Episode]
) -> list[miniwob.Episode]:
    """All tries, each printed as it comes, and their sum."""
    tried: list[miniwob.Episode] = []
    for one in episodes:
        tried.append(one)
        said = f"{name:8} {one.task:24} {one.seed:2} {one.steps:3} steps"
        show(console, one.success, f"{said} {one.seconds:6.1f} s  {one.ending}")
    found = miniwob.row(tried)
    console.print(
        f"{name}: {found.success_rate:.0%} of {found.episodes} tries"
        f" ({shown(found.interval)}); {found.seconds_per_step:.2f} s a step"
    )
    return tried
