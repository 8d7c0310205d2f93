"""The task file of Online-Mind2Web: a JSON list, as the data set `osunlp/Online-Mind2Web` is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from uitars_runtime.errors import UsageError
from uitars_train.options import decoded

_HINT = "See docs/evaluation.md; the data set is osunlp/Online-Mind2Web."


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One task, in the benchmark's names."""

    task_id: Annotated[str, Meta(pattern=r"^[0-9A-Za-z_-]{1,80}\Z")]
    """Also the name of its folder in a submission."""
    confirmed_task: Annotated[str, Meta(min_length=1)]
    """What is to be done, in words."""
    website: str
    """The address where it begins."""
    reference_length: Annotated[int, Meta(ge=1)]
    """Steps that a person needed."""
    level: Literal["easy", "medium", "hard"]

    @property
    def host(self) -> str:
        """The site, as its address names it."""
        return urlsplit(self.website).hostname or ""


def read_tasks(path: Path) -> tuple[Task, ...]:
    """Raises `UsageError` where the file is missing or is none of these, or of another version."""
    tasks = decoded(path, tuple[Task, ...], "is no task file of Online-Mind2Web", _HINT)
    seen: set[str] = set()
    for task in tasks:
        if task.task_id in seen:
            raise UsageError(f"{path} has the task {task.task_id} twice.", _HINT)
        seen.add(task.task_id)
        if not _is_address(task.website):
            raise UsageError(f"{task.website!r} of the task {task.task_id} is no website.", _HINT)
    if not tasks:
        raise UsageError(f"{path} holds no task.", _HINT)
    return tasks


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)
