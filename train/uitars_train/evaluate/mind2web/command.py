"""`uitars-train evaluate mind2web`: who plays, who judges, and what is printed."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from uitars_runtime.backends.registry import open_backend
from uitars_runtime.errors import UitarsError
from uitars_runtime.journal import read_frame, read_run
from uitars_train.evaluate.intervals import shown
from uitars_train.evaluate.mind2web.playing import Played, Player, play
from uitars_train.evaluate.mind2web.report import Report, WebResult, report
from uitars_train.evaluate.mind2web.sites import Sites
from uitars_train.evaluate.mind2web.submission import history, new_submission, write
from uitars_train.evaluate.mind2web.tasks import Task, read_tasks
from uitars_train.evaluate.mind2web.webjudge import WebJudge
from uitars_train.evaluate.picking import picked
from uitars_train.evaluate.results import NotRun, show
from uitars_train.scratch import scratch

if TYPE_CHECKING:
    from rich.console import Console


def run(arguments: argparse.Namespace, player: Player | None = None) -> Report:
    """Play the tasks; print and give the report. `player`: see `play`."""
    tasks = picked(read_tasks(arguments.tasks), arguments.only, lambda one: one.task_id)
    if arguments.out is not None:
        new_submission(arguments.out)
    with ExitStack() as opened:
        judge = None
        if arguments.judge:
            backend = open_backend(arguments.judge, arguments.judge_url)
            opened.enter_context(closing(backend))
            judge = WebJudge(backend, arguments.threshold)
        sites = opened.enter_context(Sites(arguments.sites)) if arguments.sites else None
        runs = arguments.runs
        if runs is None:
            runs = opened.enter_context(scratch())
        return _Evaluation(arguments, runs, sites, judge, player).of(tasks)


class _Evaluation:
    """Plays and judges one task after the other."""

    def __init__(
        self,
        arguments: argparse.Namespace,
        runs: Path,
        sites: Sites | None,
        judge: WebJudge | None,
        player: Player | None,
    ) -> None:
        self._given = arguments
        self._runs = runs
        self._sites = sites
        self._judge = judge
        self._player = player

    def of(self, tasks: Sequence[Task]) -> Report:
        from rich.console import Console

        console = Console(highlight=False)
        results: list[WebResult | NotRun] = []
        for task in tasks:
            results.append(self._one(task))
            _show(console, results[-1])
        found = report(results, self._given.judge, self._given.threshold)
        marks = ", ".join(f"{mark} {one}/{all_}" for mark, (one, all_) in found.by_mark.items())
        rate = f"{found.success_rate:.0%} of {found.n} tasks ({shown(found.interval)}); {marks}"
        console.print(
            f"model: {rate if found.n else 'nobody judged a task'};"
            f" {len(found.not_run)} not run, {found.unjudged} not judged"
        )
        return found

    def _one(self, task: Task) -> WebResult | NotRun:
        address = task.website if self._sites is None else self._sites.address(task)
        if address is None:
            return NotRun(
                task.task_id, task.level, f"The site {task.host} is not in {self._given.sites}."
            )
        given = self._given
        played = play(
            task,
            address,
            given.model,
            self._runs,
            base_url=given.base_url or "",
            steps=given.steps,
            player=self._player,
        )
        if played.run is None:
            return NotRun(task.task_id, task.level, played.reason)
        found = self._judged(task, played, played.run)
        trouble = self._handed_in(task, played.run, played.answer)
        return _with(found, reason=" ".join(filter(None, (found.reason, trouble))))

    def _handed_in(self, task: Task, run: Path, answer: str) -> str:
        """Why a task is not in the submission; empty where it is, or none is asked for."""
        try:
            if self._given.out is not None:
                write(self._given.out, task, run, answer)
        except UitarsError as error:
            return f"It is not in {self._given.out}: {error}"
        return ""

    def _judged(self, task: Task, played: Played, run: Path) -> WebResult:
        made = WebResult(
            name=task.task_id,
            tag=task.level,
            marked=played.marked,
            ending=played.ending,
            steps=played.steps,
            seconds=played.seconds,
            reason=played.reason,
            run=run.name,
        )
        if self._judge is None:
            return _with(made, reason="Nobody judged it: give --judge.")
        record = read_run(run)
        pictures = [read_frame(run, step.observation) for step in record.steps]
        try:
            found = self._judge.judge(
                task.confirmed_task, history(record), pictures, threading.Event()
            )
        except UitarsError as error:
            return _with(made, reason=f"It could not be judged: {error}")
        unread = "" if found.success is not None else "The judge's reply was not understood."
        return _with(
            made,
            success=found.success,
            reason=unread or made.reason,
            key_points=found.key_points,
            scores=found.scores,
            judged=found.reasoning,
        )


def _with(result: WebResult, **changed: object) -> WebResult:
    import msgspec

    return msgspec.structs.replace(result, **changed)


def _show(console: Console, one: WebResult | NotRun) -> None:
    said = f"{one.name:34} {one.tag:7}"
    match one:
        case NotRun():
            show(console, None, f"{said} not run: {one.reason}")
        case WebResult():
            rest = f" {one.ending:12} {one.steps:3} steps  {one.reason}"
            show(console, one.success, f"{said} {one.marked:9}", rest)
