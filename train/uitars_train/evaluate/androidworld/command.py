"""`uitars-train evaluate androidworld`: who plays, and what is printed."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from uitars_runtime.desktop.android.device import AndroidDevice
from uitars_runtime.errors import UsageError
from uitars_train.evaluate.androidworld.playing import Order, play, prove
from uitars_train.evaluate.androidworld.report import Report, Row, row
from uitars_train.evaluate.androidworld.tasks import AndroidTask, chosen, read_tasks
from uitars_train.evaluate.feasibility import read_solutions
from uitars_train.evaluate.intervals import shown
from uitars_train.evaluate.picking import picked
from uitars_train.evaluate.results import Marked, NotRun, Result, show
from uitars_train.scratch import scratch


def run(arguments: argparse.Namespace) -> Report:
    """Play the tasks; print and give the report. Raises `UsageError` where there is no device."""
    tasks = [chosen(task, arguments.seed) for task in read_tasks(arguments.tasks)]
    tasks = [*picked(tasks, arguments.only, lambda one: one.name)]
    if not tasks:
        raise UsageError("The file holds no such task.")
    device = AndroidDevice(arguments.device)
    serial = device.serial
    device.close()
    if arguments.runs is not None:
        return _report(tasks, arguments, serial, arguments.runs)
    with scratch() as folder:
        return _report(tasks, arguments, serial, folder)


def _report(
    tasks: Sequence[AndroidTask], arguments: argparse.Namespace, serial: str, runs: Path
) -> Report:
    runs.mkdir(parents=True, exist_ok=True)
    order = Order(
        arguments.model,
        serial,
        runs.resolve(),
        arguments.base_url or "",
        arguments.tools,
        arguments.accessibility,
    )
    marked = Marked.TOOLS if order.tools else Marked.GUI
    beside: dict[str, Row] = {}
    if arguments.solutions is not None:
        known = read_solutions(arguments.solutions)
        proofs = (prove(task, known.get(task.name, ()), order) for task in tasks)
        beside["oracle"] = _told("oracle", Marked.GUI, proofs)
    own = _told("model", marked, (play(task, order) for task in tasks))
    return Report(
        model=arguments.model, seed=arguments.seed, baselines=beside, **msgspec.structs.asdict(own)
    )


def _told(name: str, marked: Marked, played: Iterable[Result | NotRun]) -> Row:
    from rich.console import Console

    console, all_of_it = Console(highlight=False), list[Result | NotRun]()
    for one in played:
        all_of_it.append(one)
        match one:
            case Result():
                success: bool | None = one.success
                told = f"{one.ending}, {one.steps} steps, {one.seconds:.1f} s  {one.reason}"
            case NotRun():
                success, told = None, f"not run: {one.reason}"
        show(console, success, f"{name:8} {one.name:24} {told}")
    found = row(marked, all_of_it)
    console.print(
        f"{name} ({marked}): {found.success_rate:.0%} of {found.n} tasks ({shown(found.interval)});"
        f" {len(found.not_run)} not run",
        markup=False,
    )
    return found
