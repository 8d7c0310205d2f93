"""OSWorld's task files, read strictly: a field that is not known is an error, never a guess. What a
task is made of here is what it is made of in WindowsAgentArena, too."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.installing import pip
from uitars_train.options import decoded

KNOWN_COMMITS: Final = frozenset({"315a7603173feadf1b8a85cbc006c93ffe1dc1a1"})
"""Versions of OSWorld's tasks whose fields and functions are known here."""
INFEASIBLE: Final = "infeasible"
"""In the place of a metric: the task is done by saying that it cannot be done."""

_PACKAGE, _FILE = "cua_speedrun", "_resources/benchmarks/osworld-tasks.json"
_GET_IT = f"Install them: {pip('install', '--no-deps', 'cua-speedrun')}, or give --tasks FILE."
_Said = dict[str, Any] | tuple[dict[str, Any] | None, ...]


class Verb(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that is done to the machine before the task, or before it is judged."""

    type: str
    parameters: dict[str, Any] = {}
    remark: str = msgspec.field(default="", name="_comment")

    @property
    def words(self) -> tuple[str, ...]:
        """The command line that it runs; a line for the shell is one word."""
        command = self.parameters.get("command", ())
        return (command,) if isinstance(command, str) else tuple(command)


class Check(NamedTuple):
    """One function of a judge: where its result comes from, and what is expected."""

    function: str
    result: dict[str, Any]
    expected: dict[str, Any]
    options: dict[str, Any]


class Evaluator(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a task is judged: for each function what was found and what is expected."""

    func: str | tuple[str, ...]
    result: _Said = ()
    expected: _Said = ()
    options: _Said = ()
    conj: str = "and"
    postconfig: tuple[Verb, ...] = ()
    config_note: str = msgspec.field(default="", name="_config_note")

    @property
    def functions(self) -> tuple[str, ...]:
        return (self.func,) if isinstance(self.func, str) else self.func

    @property
    def checks(self) -> tuple[Check, ...]:
        """One by one. Raises `ValueError` where they are not as many as the functions."""
        count = len(self.functions)
        said = (_each(one, count) for one in (self.result, self.expected, self.options))
        return tuple(Check(*one) for one in zip(self.functions, *said, strict=True))


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What OSWorld and WindowsAgentArena write of a task."""

    id: str
    snapshot: str
    instruction: str
    source: str | tuple[str, ...] | None
    trajectory: str
    related_apps: tuple[str, ...]
    evaluator: Evaluator
    config: tuple[Verb, ...] = ()

    @property
    def infeasible(self) -> bool:
        return self.evaluator.func == INFEASIBLE


class OSWorldTask(Task, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One task as OSWorld writes it."""

    proxy: bool
    fixed_ip: bool
    possibility_of_env_change: str
    hint: str = ""
    env_may_change: bool = False


T = TypeVar("T", bound=Task)


class _Package(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of all tasks: by area and id, as `AREA__ID`."""

    source_commit: str
    source_url: str
    test_all: dict[str, tuple[str, ...]]
    sources: dict[str, msgspec.Raw]


def packaged() -> Path:
    """The file in the package. Raises `UsageError` where it is not installed."""
    found = importlib.util.find_spec(_PACKAGE)
    path = Path(found.origin).parent / _FILE if found and found.origin else None
    if path is None or not path.is_file():
        raise UsageError("OSWorld's tasks are not here.", _GET_IT)
    return path


class Tasks(msgspec.Struct, Generic[T], frozen=True):
    """All tasks that were read, and which version they are."""

    commit: str
    by_name: dict[str, T]
    """By `AREA__ID`."""


def read_tasks(path: Path) -> Tasks[OSWorldTask]:
    """Raises `UsageError` in one sentence."""
    package = decoded(path, _Package, "is no file of OSWorld's tasks")
    if package.source_commit not in KNOWN_COMMITS:
        raise UsageError(
            f"{path} holds another version of OSWorld's tasks ({package.source_commit[:12]}).",
            f"Known is {', '.join(sorted(KNOWN_COMMITS))}.",
        )
    tasks = {
        name: task_of(raw, OSWorldTask, f"The task {name} of OSWorld")
        for name, raw in package.sources.items()
    }
    return Tasks(package.source_commit, tasks)


def chosen(tasks: Mapping[str, T], only: Sequence[str]) -> dict[str, T]:
    """Those whose name or id begins so, or whose area it is; all where none is named. Raises
    `UsageError` for what names none."""
    if not only:
        return dict(tasks)
    found: dict[str, T] = {}
    for word in only:
        fitting = {
            name: task
            for name, task in tasks.items()
            if name.startswith(word) or task.id.startswith(word)
        }
        if not fitting:
            raise UsageError(f"No task is named {word!r}.", "See --list.")
        found |= fitting
    return found


def task_of(data: bytes | msgspec.Raw, kind: type[T], called: str) -> T:
    """A task as it is written. `called`: what it is called where it is not understood. Raises
    `UsageError`."""
    try:
        task = msgspec.json.decode(data, type=kind)
        count = len(task.evaluator.checks)
    except (msgspec.DecodeError, ValueError) as error:
        raise UsageError(
            f"{called} is not understood: {error}.", "It may be of another version."
        ) from error
    if not count or task.evaluator.conj not in ("and", "or"):
        raise UsageError(f"{called} does not say how it is judged.")
    return task


def _each(said: _Said, count: int) -> tuple[dict[str, Any], ...]:
    """One for each function; nothing was said of those that are missing."""
    if isinstance(said, dict):
        return (said,)
    return tuple(one or {} for one in said) or tuple(dict[str, Any]() for _ in range(count))
