"""`uitars-train evaluate apps`: who plays, and what is printed."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.sessions.pool import Pool
from uitars_train.evaluate import apps, fingerprint
from uitars_train.evaluate.contenders import RandomClicks, whole_screen
from uitars_train.evaluate.feasibility import read_solutions, solve
from uitars_train.evaluate.following import nobody
from uitars_train.evaluate.intervals import Counts, shown
from uitars_train.evaluate.kept import Kept
from uitars_train.evaluate.picking import picked
from uitars_train.evaluate.pictures import draw_runs
from uitars_train.evaluate.players import (
    AGREEING,
    MODEL,
    agrees,
    asked,
    before,
    string_matcher,
)
from uitars_train.evaluate.pools import pool_of
from uitars_train.evaluate.results import Result, came_to_an_end, show
from uitars_train.scratch import scratch

if TYPE_CHECKING:
    from rich.console import Console


def run(arguments: argparse.Namespace) -> apps.Report:
    """Play the set; print and give the report."""
    tasks = picked(apps.read_set(arguments.set), arguments.only, lambda one: one.name)
    runs = arguments.runs or (arguments.keep and arguments.keep / "runs")
    if runs is not None:
        return _report(tasks, arguments, runs)
    with scratch() as folder:
        return _report(tasks, arguments, folder)


def _report(tasks: Sequence[apps.App], arguments: argparse.Namespace, runs: Path) -> apps.Report:
    from rich.console import Console

    console = Console(highlight=False)

    def row(name: str, results: Iterator[Result]) -> apps.Row:
        found = apps.row(list(_each(console, name, results)))
        console.print(_counts(found.by_tag), style="dim")
        console.print(
            f"{name}: {found.success_rate:.0%} of {found.n} tasks ({shown(found.interval)});"
            f" {found.claims} claims with evidence, {found.false_claims} of them false;"
            f" {found.seconds_per_step:.2f} s a step"
        )
        return found

    with pool_of(arguments, apps.order(accessibility=arguments.accessibility)) as pool:
        own = row(MODEL, _played(tasks, arguments, runs, MODEL, pool))
        if arguments.pictures is not None:
            failed = [one for one in own.results if not one.success]
            draw_runs(failed, {task.name: task.task for task in tasks}, runs, arguments.pictures)
        rows = {
            name: row(name, _played(tasks, arguments, runs, name, pool)) for name in arguments.rows
        }
    return apps.report(own, rows)


def _played(
    tasks: Sequence[apps.App],
    arguments: argparse.Namespace,
    runs: Path,
    name: str,
    pool: Pool | None,
) -> Iterator[Result]:
    """The results of the model or of somebody beside it."""
    told = asked(arguments.set, accessibility=arguments.accessibility)
    model, address = arguments.model, arguments.base_url
    kept = before(arguments.keep, "apps", name, model, told, apps.RESULT, address)
    if name == "oracle":
        return _solved(tasks, arguments.solutions, runs, kept)
    return apps.evaluate(
        tasks,
        model,
        runs,
        kept,
        base_url=address or "",
        accessibility=arguments.accessibility,
        player=_player(name),
        answer=agrees if name == AGREEING else nobody,
        pool=pool,
    )


def _solved(
    tasks: Sequence[apps.App], file: Path | None, runs: Path, kept: Kept[Result]
) -> Iterator[Result]:
    if file is None:
        raise UsageError("The oracle needs to be told how tasks are done.", "Give --solutions.")
    solutions = read_solutions(file)
    for task in tasks:
        solution = solutions.get(task.name, ())
        # Another solution is another proof.
        steps = fingerprint.of_bytes(msgspec.json.encode(solution))
        make = partial(solve, task, solution, runs)
        yield kept.once(f"{task.name} {steps}", make, came_to_an_end)


def _player(name: str) -> apps.Player | None:
    """Who does the tasks; None for the model."""
    match name:
        case "matching":
            return lambda _app: string_matcher()
        case "random":
            # The last step of the budget is to say that it has finished.
            return lambda app: RandomClicks(whole_screen, app.max_steps - 1)
        case _:
            return None


def _each(console: Console, name: str, results: Iterator[Result]) -> Iterator[Result]:
    for result in results:
        rest = f" {result.steps:3} steps {result.seconds:6.1f} s  {result.reason}"
        show(console, result.success, f"{name:8} {result.name:24} {_said(result):20}", rest)
        yield result


def _said(result: Result) -> str:
    return result.ending if result.evidence == "none" else f"{result.ending}, {result.evidence}"


def _counts(by_tag: Counts) -> str:
    return ", ".join(f"{tag or '–'} {right}/{tried}" for tag, (right, tried) in by_tag.items())
