"""A model at tasks of OSWorld's kind: the loop, gate and hands of every run, a machine for each."""

from __future__ import annotations

from pathlib import Path

import msgspec

from uitars_runtime.config import Settings
from uitars_runtime.errors import UitarsError
from uitars_runtime.run import Request
from uitars_runtime.run_record import RunEnded, evidence_of
from uitars_train.evaluate.following import followed
from uitars_train.evaluate.osworld.host import Benchmark, Host, LostError, M, UnpreparedError
from uitars_train.evaluate.osworld.judging import verdict
from uitars_train.evaluate.osworld.report import OSWorldResult
from uitars_train.evaluate.osworld.tasks import Task
from uitars_train.evaluate.results import NotRun, marked

_SECONDS = 600.0


class Order(msgspec.Struct, frozen=True):
    """Who plays, and how long."""

    model: str
    runs: Path
    base_url: str = ""
    max_steps: int = 15
    """What OSWorld's own tables are counted by."""
    accessibility: bool = False


def play(name: str, task: Task, order: Order, benchmark: Benchmark[M]) -> OSWorldResult | NotRun:
    """One task. What kept it from being judged is no failure of the model's. Raises
    `UnpreparedError`, `LostError`."""
    area = name.partition("__")[0]
    try:
        with benchmark.machine_for(task) as machine:
            ended, run, actions = _run(task, machine, order)
            done = verdict(task, machine, ended.ending, benchmark.known)
    except (UnpreparedError, LostError):
        raise
    except UitarsError as error:
        return NotRun(name, area, f"It was played, but could not be judged: {error}")
    return OSWorldResult(
        name=name,
        tag=area,
        marked=marked(actions),
        infeasible=task.infeasible,
        success=done,
        ending=ended.ending,
        steps=ended.steps,
        seconds=ended.seconds,
        reason=ended.reason,
        evidence=evidence_of(ended.ending, None, ended.judgement),
        run=run,
    )


def _run(task: Task, machine: Host, order: Order) -> tuple[RunEnded, str, list[object]]:
    """How the run ended, its folder's name, and what was done."""
    settings = Settings(
        model=order.model,
        base_url=order.base_url,
        desktop=machine.desktop,
        policy=machine.policy,
        run_dir=str(order.runs),
        max_steps=order.max_steps,
        accessibility=order.accessibility,
        timeout=_SECONDS,
        memory=False,
    )
    request = Request(
        task=task.instruction,
        settings=settings,
        workspace=machine.workspace,
        grants=machine.grants,
    )
    actions: list[object] = []
    ended, run = followed(request, lambda step: actions.append(step.proposal.action))
    return ended, run, actions
