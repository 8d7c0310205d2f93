"""What a command would change, found by trying it on a copy of the workspace.

A person reads the changes before they say yes. Then those very changes are made; where that cannot
be, the command runs again in earnest.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from uitars_runtime.tools.changes import Changes, changes
from uitars_runtime.tools.jail import Ended, JailError
from uitars_runtime.tools.ladder import rung
from uitars_runtime.tools.trial import Trial
from uitars_runtime.tools.walls.names import WALLS, WallName
from uitars_runtime.trees import below

_BYTES = 64 * 1024 * 1024
_FILES = 5000
"""A larger workspace is not copied for a question."""
_SECONDS = 10.0
_LINES = 60
"""Lines of additions and diffs that are told; all names of what is gone or changed are."""


class Rehearsal:
    """One command, tried. Close it, unless it was taken over."""

    def __init__(self, told: str, trial: Trial | None = None) -> None:
        self.told = told
        """What it changed, one line each, with diffs of texts; or why it could not be tried."""
        self._trial = trial

    def take_over(self) -> Ended | None:
        """Make the changes that were told, and return what the command printed; None where that is
        not possible any more, and nothing was changed. Raises `JailError`."""
        trial, self._trial = self._trial, None
        return trial.take_over() if trial is not None else None

    def close(self) -> None:
        """Throw the changes away."""
        if self._trial is not None:
            self._trial.close()


def rehearse(
    command: str,
    workspace: Path,
    cap: int,
    walls: Sequence[WallName] = WALLS,
    *,
    leaving_out: str = "",
) -> Rehearsal:
    """Try a command line. `cap`: bytes of its output that are kept for taking it over.
    `leaving_out`: a file of our own, that is no change."""
    found = rung(workspace, walls)
    if found.name == "none":
        return _untried(f"no wall that is enough holds here ({found.why})")
    if found.name != "bubblewrap":
        why = found.why or "bubblewrap was not chosen"
        return _untried(f"{found.name}, the wall here, cannot show a command a copy ({why})")
    try:
        if not _is_small(workspace):
            return _untried("the workspace is too large to be copied for it")
        trial = Trial(command, workspace, _SECONDS, cap)
    except (JailError, OSError) as error:
        return _untried(str(error))
    found_changes = changes(workspace, trial.copy, trial.touched - {leaving_out})
    return Rehearsal(_told(found_changes, trial.ended), trial)


def _untried(why: str) -> Rehearsal:
    return Rehearsal(f"No trial run was made: {why}. What it would change is not known.")


def _told(found: Changes, ended: Ended) -> str:
    """What is gone or changed first and whole, then as much of the rest as a person reads."""
    rest = found.rest
    notes: list[str] = []
    if ended.over:
        notes.append(f"[it was ended because {ended.over}]")
    elif ended.code is None:
        notes.append(f"[it did not end within {_SECONDS:g} s]")
    elif ended.code:
        notes.append(f"[it ended with code {ended.code}]")
    if len(rest) > _LINES:
        rest = (*rest[:_LINES], f"[{len(rest) - _LINES} more lines]")
    told = "\n".join([*found.gone, *found.changed, *rest, *notes])
    return told or "It changed no file of a copy of the workspace."


def _is_small(workspace: Path) -> bool:
    size = 0
    for count, entry in enumerate(below(workspace), 1):
        if not entry.is_dir(follow_symlinks=False):
            size += entry.stat(follow_symlinks=False).st_size
        if size > _BYTES or count > _FILES:
            return False
    return True
