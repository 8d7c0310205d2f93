"""Whether a task can be done here at all, and whether its judge can tell: a solution is followed
through the product's hands, on a fresh desktop each time. No model takes part."""

from __future__ import annotations

import threading
from contextlib import closing

import msgspec

from uitars_runtime.errors import UitarsError
from uitars_runtime.hands.opening import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.run_record import Ending
from uitars_train.evaluate.osworld.desks import machine_for
from uitars_train.evaluate.osworld.judging import verdict
from uitars_train.evaluate.osworld.machine import TaskMachine
from uitars_train.evaluate.osworld.solutions import Solution, Trouble, follow
from uitars_train.evaluate.osworld.tasks import OSWorldTask
from uitars_train.evaluate.proctor import POLICY, Proctor
from uitars_train.evaluate.results import Marked, marked


class Proof(msgspec.Struct, frozen=True):
    """What the judge said of a task: as it was set up, and each time that it was solved."""

    name: str
    marked: Marked
    before: bool
    after: tuple[bool, ...]
    trouble: str = ""
    """Why it went no further; empty where it did."""

    @property
    def holds(self) -> bool:
        return not self.trouble and not self.before and bool(self.after) and all(self.after)


def prove(name: str, task: OSWorldTask, solution: Solution, times: int = 2) -> Proof:
    """Judge it untouched, then solve and judge it `times` over."""
    before, after, trouble = False, list[bool](), ""
    try:
        with machine_for(task) as machine:
            before = verdict(task, machine, Ending.FINISHED)
        for _ in range(times):
            with machine_for(task) as machine:
                after.append(_solved(task, solution, machine))
    except (UitarsError, Trouble) as error:
        trouble = str(error)
    return Proof(name, marked(solution), before, tuple(after), trouble)


def _solved(task: OSWorldTask, solution: Solution, machine: TaskMachine) -> bool:
    settings = HandsSettings(
        desktop=f"session:{machine.session.id}",
        workspace=machine.session.workspace,
        policy=POLICY,
        programs="walled",
    )
    with closing(open_hands(settings, Proctor(task.instruction), threading.Event())) as hands:
        cannot = follow(solution, hands, machine)
    machine.settle()
    return verdict(task, machine, Ending.IMPOSSIBLE if cannot else Ending.FINISHED)
