"""Files that a person gives to a run: copied into its workspace, where programs and the agent find
them, and named in its task.

With the workspace of a run they go when it is forgotten. Not here: who may read them (`gate/`).
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from uitars_runtime.errors import UsageError
from uitars_runtime.types import ATTACHED


def attached(task: str, files: Sequence[str], workspace: Path) -> str:
    """The task, with the names that the copies have in the workspace. Raises `UsageError`."""
    if not files:
        return task
    return f"{task}\n{ATTACHED}{', '.join(_copied(Path(file), workspace) for file in files)}"


def _copied(file: Path, workspace: Path) -> str:
    """The name of the copy, which takes no other file's place."""
    target = workspace / file.name
    number = 2
    while target.exists():
        target = workspace / f"{file.stem}-{number}{file.suffix}"
        number += 1
    try:
        shutil.copyfile(file, target)
    except OSError as error:
        why = error.strerror or error
        raise UsageError(f"{file} cannot be copied: {why}.", "Attach another file.") from error
    return target.name
