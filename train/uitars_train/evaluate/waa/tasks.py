"""WindowsAgentArena's task files, found in a checkout and read strictly."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.errors import UsageError
from uitars_train.evaluate import fingerprint
from uitars_train.evaluate.osworld.tasks import Task, Tasks, task_of
from uitars_train.options import contents

_PLACES: Final = (
    "src/win-arena-container/client/evaluation_examples_windows/examples",
    "evaluation_examples_windows/examples",
    "examples",
    ".",
)
"""Where the folders of the areas lie in what may be given."""


class WAATask(Task, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One task as WindowsAgentArena writes it."""

    remark: str = msgspec.field(default="", name="_comments")
    aside: str = msgspec.field(default="", name="comments")
    misspelt: str = msgspec.field(default="", name="_commments")
    """So it is written in one of its files."""


def read_tasks(given: Path) -> Tasks[WAATask]:
    """Those of a checkout, of a folder of areas or of one area, of a list of names beside
    `examples`, or one. Raises `UsageError` in one sentence."""
    paths = _files(given)
    if not paths:
        raise UsageError(f"{given} holds no task files.", "Give a checkout of WindowsAgentArena.")
    data = {f"{path.parent.name}__{path.stem}": contents(path) for path in paths}
    tasks = {
        name: task_of(written, WAATask, f"The task {name} of WindowsAgentArena")
        for name, written in data.items()
    }
    return Tasks(fingerprint.of_bytes(*data.values()), tasks)


def _files(given: Path) -> list[Path]:
    if given.is_file():
        listed = _listed(given)
        return [given] if listed is None else listed
    for place in _PLACES:
        found = sorted((given / place).glob("*/*.json"))
        if found:
            return found
    return sorted(given.glob("*.json"))


def _listed(given: Path) -> list[Path] | None:
    """The files that a list names, by area and id; None for what is no list."""
    try:
        names = msgspec.json.decode(contents(given), type=dict[str, tuple[str, ...]])
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    folder = given.parent / "examples"
    return [folder / area / f"{one}.json" for area, ids in names.items() for one in ids]
