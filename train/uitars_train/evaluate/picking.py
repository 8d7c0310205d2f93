"""Which tasks of a set are played."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

from uitars_runtime.errors import UsageError

_Task = TypeVar("_Task")


def picked(
    tasks: Iterable[_Task],
    only: Collection[str],
    name_of: Callable[[_Task], str],
    what: str = "task",
) -> tuple[_Task, ...]:
    """Those of these names; all where none is given. Raises `UsageError` for names of none."""
    found = tuple(tasks)
    if unknown := set(only) - set(map(name_of, found)):
        raise UsageError(f"There is no {what} {' or '.join(sorted(unknown))} in the file.")
    return tuple(one for one in found if not only or name_of(one) in only)
