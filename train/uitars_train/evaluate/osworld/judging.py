"""The verdict on a task: what OSWorld's judge would do, on a machine of ours.

What cannot be judged is an error, not a no.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.run_record import Ending
from uitars_train.evaluate.osworld.getters import GETTERS
from uitars_train.evaluate.osworld.host import Kept, Known, M
from uitars_train.evaluate.osworld.machine import TaskMachine
from uitars_train.evaluate.osworld.metrics import METRICS
from uitars_train.evaluate.osworld.setting_up import VERBS, do
from uitars_train.evaluate.osworld.tasks import Check, Task

OSWORLD: Final = Known[TaskMachine](VERBS, GETTERS, METRICS)
RULE: Final = "rule"
"""What is expected stands in the task itself."""

_CANNOT: Final = (Ending.IMPOSSIBLE,)
"""Endings that say that a task cannot be done."""


def verdict(task: Task, machine: M, ending: Ending, known: Known[M]) -> bool:
    """Whether the task is done. A task that can be done is never done by saying that it cannot.

    Raises `UsageError`, `DesktopError` where the judge cannot do its work.
    """
    if task.infeasible:
        return ending in _CANNOT
    if ending in _CANNOT:
        return False
    kept = do(machine, task.evaluator.postconfig, known.verbs, judging=True)
    every = task.evaluator.conj == "and"
    for check in task.evaluator.checks:
        try:
            right = _holds(check, machine, kept, known)
        except (KeyError, TypeError, ValueError, AttributeError, msgspec.MsgspecError) as error:
            raise UsageError(
                f"The evaluator {check.function} cannot judge {task.id}: {error!r}."
            ) from error
        if right != every:
            return right
    return every


def _holds(check: Check, machine: M, kept: Kept, known: Known[M]) -> bool:
    found = known.getters[check.result["type"]](machine, machine.placed(check.result), kept)
    expected = machine.placed(check.expected)
    rules: dict[str, Any] = expected.get("rules", {})
    source = expected.get("type", RULE)
    if source != RULE:
        rules = machine.placed(check.options) | {
            "file": known.files[source](machine, expected, kept)
        }
    return known.metrics[check.function](found, rules)
