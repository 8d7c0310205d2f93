"""The verdict on a task: what OSWorld's judge would do, on a machine of ours.

What cannot be judged is an error, not a no.
"""

from __future__ import annotations

from typing import Final

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.run_record import Ending
from uitars_train.evaluate.osworld.getters import GETTERS
from uitars_train.evaluate.osworld.machine import TaskMachine
from uitars_train.evaluate.osworld.metrics import METRICS
from uitars_train.evaluate.osworld.setting_up import do
from uitars_train.evaluate.osworld.tasks import OSWorldTask

_CANNOT: Final = (Ending.IMPOSSIBLE,)
"""Endings that say that a task cannot be done."""


def verdict(task: OSWorldTask, machine: TaskMachine, ending: Ending) -> bool:
    """Whether the task is done. A task that can be done is never done by saying that it cannot.

    Raises `UsageError`, `DesktopError` where the judge cannot do its work.
    """
    if task.infeasible:
        return ending in _CANNOT
    if ending in _CANNOT:
        return False
    kept = do(machine, task.evaluator.postconfig)
    every = task.evaluator.conj == "and"
    for function, result, expected in task.evaluator.checks:
        found = GETTERS[result["type"]](machine, machine.placed(result), kept)
        rules = machine.placed(expected).get("rules", {})
        try:
            right = METRICS[function](found, rules)
        except (KeyError, TypeError, ValueError, AttributeError, msgspec.MsgspecError) as error:
            raise UsageError(
                f"The evaluator {function} cannot judge {task.id}: {error!r}."
            ) from error
        if right != every:
            return right
    return every
