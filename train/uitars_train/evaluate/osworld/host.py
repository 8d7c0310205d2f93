"""What set-up, judge and player ask of a machine on which a task of OSWorld's kind is done, and
what is known of such tasks: functions by the names that task files use.

Not here: any machine (`machine.py`: a private desktop; `waa/machine.py`: one that is reached over
the net), nor any of the functions.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from uitars_runtime.errors import UitarsError, UsageError
from uitars_runtime.sessions.osworld.inside import Ran
from uitars_train.evaluate.osworld.tasks import Task

Kept = dict[str, str]
"""What commands wrote, by the name under which the judge asks for it."""
Metric = Callable[[Any, dict[str, Any]], bool]
"""Whether what was found is what the rules expect."""

_SETTLING_SECONDS = 20.0


class Host(Protocol):
    """One machine. Methods raise `UsageError` for what cannot be done there, `DesktopError`."""

    @property
    def desktop(self) -> str:
        """As `--desktop` takes it."""
        ...

    @property
    def workspace(self) -> str:
        """The folder here that commands and file actions of a player work in."""
        ...

    @property
    def policy(self) -> str:
        """Under which it is played."""
        ...

    @property
    def grants(self) -> tuple[str, ...]:
        """Risk classes that need no question."""
        ...

    def placed(self, said: dict[str, Any], /) -> dict[str, Any]:
        """What a task says, with the places and sizes of this machine."""
        ...

    def command(self, command: str | Sequence[str], /, *, shell: bool) -> Ran:
        """Run a command to its end, as a task writes it."""
        ...

    def launch(self, command: str | Sequence[str], /, *, shell: bool) -> None:
        """Start a program and leave it."""
        ...

    def open(self, path: str, /) -> None:
        """Open a file with the program that it belongs to."""
        ...

    def activate(self, name: str, /, *, strict: bool, by_class: bool) -> bool:
        """Bring a window forward; whether there is one."""
        ...

    def close_window(self, name: str, /, *, strict: bool, by_class: bool) -> None:
        """Close a window, where there is one."""
        ...

    def read(self, path: str, /) -> bytes | None:
        """A file; None where there is none."""
        ...

    def tree(self) -> str:
        """What the programs say of themselves, as XML."""
        ...

    def settle(self) -> None:
        """Wait until the screen is quiet; one that never is, is worked as it is."""
        ...


M = TypeVar("M", bound=Host)
Verbs = Mapping[str, Callable[[M, dict[str, Any], Kept], None]]
Getters = Mapping[str, Callable[[M, dict[str, Any], Kept], Any]]


class UnpreparedError(UitarsError):
    """A task could not be set up: it is not run."""


class LostError(UsageError):
    """The machine of all tasks does not answer: none is played any more."""


class NoWindowError(UsageError):
    """A window that is to come forward is not there."""


@dataclass(frozen=True)
class Known(Generic[M]):
    """Functions by the names that task files use."""

    verbs: Verbs[M]
    """What is done before a task, and before it is judged."""
    getters: Getters[M]
    """Where the judge looks."""
    metrics: Mapping[str, Metric]
    files: Getters[M] = field(default_factory=dict[str, Any])
    """Where files come from that results are compared with."""


@dataclass(frozen=True)
class Benchmark(Generic[M]):
    """Tasks of one kind: who is asked for a machine, and what is known of them."""

    name: str
    """Of the kind on the command line, and of what is kept."""
    title: str
    machine_for: Callable[[Task], AbstractContextManager[M]]
    """One on which the task is set up. Raises `UnpreparedError`, `LostError`."""
    why_not: Callable[[Task], str]
    """Why a task cannot be run; empty where it can."""
    known: Known[M]


def await_quiet(picture: Callable[[], bytes]) -> None:
    """Look until two looks are the same, or for a while."""
    deadline = time.monotonic() + _SETTLING_SECONDS
    last = picture()
    while time.monotonic() < deadline:
        time.sleep(1.0)
        now = picture()
        if now == last:
            return
        last = now
