"""Private desktops as machines of OSWorld: started, set up for one task, and ended."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Final

import msgspec

from uitars_runtime.errors import UitarsError
from uitars_runtime.sessions.starting import start
from uitars_runtime.sessions.terms import SessionOrder
from uitars_runtime.sessions.verbs import stop
from uitars_train.evaluate.osworld.host import UnpreparedError
from uitars_train.evaluate.osworld.machine import SIZE, TaskMachine
from uitars_train.evaluate.osworld.setting_up import VERBS, do
from uitars_train.evaluate.osworld.tasks import Task

# Some of OSWorld's judges read what programs say of themselves.
_ORDER: Final = SessionOrder(size=SIZE, accessibility=True)


@contextmanager
def machine_for(task: Task) -> Generator[TaskMachine]:
    """A fresh machine on which the task is set up. It ends with this process, however that ends.
    Raises `UnpreparedError`."""
    try:
        session = start(msgspec.structs.replace(_ORDER, owner=os.getpid()))
    except UitarsError as error:
        raise UnpreparedError(str(error)) from error
    try:
        machine = TaskMachine(session)
        try:
            do(machine, task.config, VERBS)
            machine.settle()
        except UitarsError as error:
            raise UnpreparedError(f"It could not be set up: {error}") from error
        yield machine
    finally:
        with suppress(UitarsError):
            stop(session.id)
