"""A model at OSWorld's tasks: the loop, gate and hands of every run, a machine for each task."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import msgspec

from uitars_runtime.config import Settings
from uitars_runtime.control import Control
from uitars_runtime.errors import UitarsError
from uitars_runtime.run import Request, execute
from uitars_runtime.run_record import RunEnded, RunStarted, evidence_of
from uitars_runtime.types import Step
from uitars_train.evaluate.osworld.desks import UnpreparedError, machine_for
from uitars_train.evaluate.osworld.judging import verdict
from uitars_train.evaluate.osworld.machine import TaskMachine
from uitars_train.evaluate.osworld.report import OSWorldResult
from uitars_train.evaluate.osworld.tasks import OSWorldTask
from uitars_train.evaluate.proctor import POLICY, Proctor
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


def play(name: str, task: OSWorldTask, order: Order) -> OSWorldResult | NotRun:
    """One task. What kept it from being set up or judged is no failure of the model's."""
    area = name.partition("__")[0]
    try:
        with machine_for(task) as machine:
            ended, run, actions = _run(task, machine, order)
            done = verdict(task, machine, ended.ending)
    except UnpreparedError as error:
        return NotRun(name, area, str(error))
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


def _run(
    task: OSWorldTask, machine: TaskMachine, order: Order
) -> tuple[RunEnded, str, list[object]]:
    """How the run ended, its folder's name, and what was done."""
    settings = Settings(
        model=order.model,
        base_url=order.base_url,
        desktop=f"session:{machine.session.id}",
        policy=POLICY,
        run_dir=str(order.runs),
        max_steps=order.max_steps,
        accessibility=order.accessibility,
        timeout=_SECONDS,
        memory=False,
    )
    request = Request(task=task.instruction, settings=settings, workspace=machine.session.workspace)
    events = execute(
        request,
        asker=Proctor(task.instruction),
        answer=lambda _question: None,
        control=Control(),
    )
    run, actions = "", list[object]()
    # The session is given back when the run has let it go.
    with closing(events):
        for event in events:
            match event:
                case RunStarted():
                    run = event.run
                case Step():
                    actions.append(event.proposal.action)
                case RunEnded() as ended:
                    return ended, run, actions
    raise AssertionError("a run without an end")
