"""WindowsAgentArena's tasks as a benchmark: one machine for all of them, which a person lends."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.errors import DesktopError, UitarsError
from uitars_runtime.run_record import Ending
from uitars_train.evaluate.osworld.host import Benchmark, Known, LostError, UnpreparedError
from uitars_train.evaluate.osworld.judging import verdict
from uitars_train.evaluate.osworld.needs import hosts, unjudged
from uitars_train.evaluate.osworld.setting_up import do
from uitars_train.evaluate.osworld.tasks import Task, Verb
from uitars_train.evaluate.waa.getters import CLOUD, FILES, GETTERS
from uitars_train.evaluate.waa.machine import WAAMachine, local
from uitars_train.evaluate.waa.metrics import METRICS
from uitars_train.evaluate.waa.setting_up import DOWNLOAD, VERBS
from uitars_train.scratch import scratch

WAA: Final = Known[WAAMachine](VERBS, GETTERS, METRICS, FILES)
_ONLINE: Final = frozenset({"chrome_open_tabs", "chrome_close_tabs", "edge_open_tabs"})


class _Download(msgspec.Struct, frozen=True):
    url: str


def benchmark(address: str, files: Path | None) -> Benchmark[WAAMachine]:
    """With the machine at an address; `files`: what stands in the internet's place."""
    return Benchmark(
        "waa",
        "WindowsAgentArena",
        partial(_machine_for, address, files),
        lambda task: next(_reasons(task, files), ""),
        WAA,
    )


@contextmanager
def _machine_for(address: str, files: Path | None, task: Task) -> Generator[WAAMachine]:
    """The machine with the task set up on it. Raises `UnpreparedError`, `LostError`."""
    with (
        scratch() as workspace,
        _answering(),
        closing(WAAMachine(address, str(workspace), files)) as machine,
    ):
        _set_up(machine, task)
        yield machine


@contextmanager
def _answering() -> Generator[None]:
    """A machine that went away takes all tasks with it."""
    try:
        yield
    except DesktopError as error:
        if error.gone:
            raise LostError(error.title, error.hint) from error
        raise


def _set_up(machine: WAAMachine, task: Task) -> None:
    try:
        machine.reset()
        do(machine, task.config, VERBS)
        machine.settle()
        # To judge may change what is judged, where a task says what to do first.
        judged = not (task.infeasible or task.evaluator.postconfig)
        done = judged and verdict(task, machine, Ending.FINISHED, WAA)
    except UitarsError as error:
        if isinstance(error, DesktopError) and error.gone:
            raise
        raise UnpreparedError(f"It could not be set up: {error}") from error
    if done:
        raise UnpreparedError("It was done before anybody began: set the machine back.")


def _reasons(task: Task, files: Path | None) -> Iterator[str]:
    """Why it cannot be run."""
    for check in task.evaluator.checks:
        yield from unjudged(check, WAA)
        if any(not isinstance(one.get("path", ""), str) for one in (check.result, check.expected)):
            yield f"its evaluator {check.function!r} looks at several files at once."
    for verb in (*task.config, *task.evaluator.postconfig):
        if verb.type in _ONLINE:
            yield f"it works on pages of the internet{hosts(verb)}."
        elif verb.type not in VERBS:
            yield f"its set-up {verb.type!r} is not known here."
        elif verb.type == DOWNLOAD and not _has(verb, files):
            yield f"it begins with files that are not below --files{hosts(verb)}."
    for check in task.evaluator.checks:
        if check.expected.get("type") == CLOUD and not local(files, check.expected["path"]):
            yield f"what it is judged by is not below --files ({check.expected['path']})."


def _has(verb: Verb, files: Path | None) -> bool:
    try:
        wanted = msgspec.convert(verb.parameters.get("files"), tuple[_Download, ...])
    except msgspec.ValidationError:
        return True  # to set it up says what is wrong
    return all(local(files, one.url) for one in wanted)
