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
from uitars_train.evaluate.osworld.host import Benchmark, LostError, M
from uitars_train.evaluate.osworld.judging import verdict
from uitars_train.evaluate.osworld.solutions import Solution, Trouble, follow
from uitars_train.evaluate.osworld.tasks import Task
from uitars_train.evaluate.proctor import Proctor
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


def prove(
    name: str, task: Task, solution: Solution, benchmark: Benchmark[M], times: int = 2
) -> Proof:
    """Judge it untouched, then solve and judge it `times` over. Raises `LostError`."""
    before, after, trouble = False, list[bool](), ""
    try:
        with benchmark.machine_for(task) as machine:
            before = verdict(task, machine, Ending.FINISHED, benchmark.known)
        for _ in range(times):
            with benchmark.machine_for(task) as machine:
                after.append(_solved(task, solution, machine, benchmark))
    except LostError:
        raise
    except (UitarsError, Trouble) as error:
        trouble = str(error)
    return Proof(name, marked(solution), before, tuple(after), trouble)


def _solved(task: Task, solution: Solution, machine: M, benchmark: Benchmark[M]) -> bool:
    settings = HandsSettings(
        desktop=machine.desktop,
        workspace=machine.workspace,
        policy=machine.policy,
        grants=machine.grants,
        programs="walled",
    )
    with closing(open_hands(settings, Proctor(task.instruction), threading.Event())) as hands:
        cannot = follow(solution, hands, machine)
    machine.settle()
    ending = Ending.IMPOSSIBLE if cannot else Ending.FINISHED
    return verdict(task, machine, ending, benchmark.known)
