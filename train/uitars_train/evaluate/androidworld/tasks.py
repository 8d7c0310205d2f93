"""Tasks as data, read strictly; what a seed makes of one."""

from __future__ import annotations

import math
import random
import re
from pathlib import Path
from typing import Annotated

import msgspec

from uitars_runtime.errors import UsageError
from uitars_train.options import contents

VERSION = 1
_STEPS_A_POINT = 10
SHIPPED = Path(__file__).with_name("tasks.json")
"""Four tasks on programs that every Android has."""


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a command on the device must write; blanks around it do not count. One of the three."""

    command: str
    equals: str | None = None
    matches: str | None = None
    """A regular expression, found anywhere; parameters stand in it as they are written."""
    lacks: str | None = None
    """Words that must not be there."""


class AndroidTask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One task. `{name}` in its texts stands for a parameter."""

    name: str
    goal: str
    complexity: Annotated[float, msgspec.Meta(gt=0, le=20)] = 1.0
    parameters: dict[str, tuple[str, ...]] = {}
    """What each may be."""
    setup: tuple[str, ...] = ()
    """Commands on the device before: one that fails keeps the task from being run."""
    files: dict[str, str] = {}
    """Files on the device before: its path, and text."""
    judge: tuple[Expected, ...] = ()
    """All of it must hold."""
    answer: str = ""
    """A regular expression that the agent's answer must hold; empty where none is asked for."""
    teardown: tuple[str, ...] = ()
    tag: str = ""

    @property
    def steps(self) -> int:
        """How many an agent has."""
        return math.ceil(_STEPS_A_POINT * self.complexity)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    tasks: tuple[AndroidTask, ...]


def read_tasks(path: Path) -> tuple[AndroidTask, ...]:
    """Raises `UsageError` for what is no file of such tasks."""
    data, hint = contents(path), "See docs/evaluation.md."
    try:
        version = msgspec.json.decode(data, type=dict[str, msgspec.Raw]).get("version")
        if version is not None and bytes(version) != b"%d" % VERSION:
            told = bytes(version)[:20].decode(errors="replace")
            raise UsageError(
                f"{path} is of version {told}, and this program reads {VERSION}.", hint
            )
        found = msgspec.json.decode(data, type=_File).tasks
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is no file of Android tasks: {error}.", hint) from error
    for task in found:
        _check(task, path)
    if len({task.name for task in found}) < len(found):
        raise UsageError(f"{path} has two tasks of one name.", hint)
    return found


def chosen(task: AndroidTask, seed: int) -> AndroidTask:
    """The task with parameters that the seed chooses, always the same ones."""
    chance = random.Random(f"{task.name} {seed}")
    values = {name: chance.choice(some) for name, some in task.parameters.items()}

    def filled(text: str, plain: dict[str, str] = values) -> str:
        return re.sub(r"\{(\w+)\}", lambda found: plain.get(found[1], found[0]), text)

    escaped = {name: re.escape(value) for name, value in values.items()}
    judge = tuple(
        Expected(
            filled(one.command),
            None if one.equals is None else filled(one.equals),
            None if one.matches is None else filled(one.matches, escaped),
            None if one.lacks is None else filled(one.lacks),
        )
        for one in task.judge
    )
    return msgspec.structs.replace(
        task,
        goal=filled(task.goal),
        setup=tuple(map(filled, task.setup)),
        files={filled(name): filled(text) for name, text in task.files.items()},
        judge=judge,
        answer=filled(task.answer, escaped),
        teardown=tuple(map(filled, task.teardown)),
        parameters={},
    )


def _check(task: AndroidTask, path: Path) -> None:
    if not task.judge and not task.answer:
        raise UsageError(f"Nothing says when {task.name} of {path} is done.", "Give it a judge.")
    if not all(task.parameters.values()):
        raise UsageError(f"A parameter of {task.name} of {path} has no value to choose.")
    for one in task.judge:
        if sum(said is not None for said in (one.equals, one.matches, one.lacks)) != 1:
            raise UsageError(
                f"What {task.name} of {path} expects of {one.command!r} is not one thing.",
                "Give equals, matches or lacks.",
            )
    for expression in (task.answer, *(one.matches or "" for one in task.judge)):
        try:
            re.compile(re.sub(r"\{\w+\}", "", expression))
        except re.error as error:
            raise UsageError(f"An expression of {task.name} of {path}: {error}.") from error
