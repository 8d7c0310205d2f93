"""A kept task and the file of all of them. Knows no widgets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from cronsim import CronSimError
from PySide6.QtCore import QCoreApplication

from uitars_app.saved.when import starts, times
from uitars_app.state import Choices
from uitars_app.stored import Stored
from uitars_app.taskbox.request import Draft
from uitars_runtime import paths
from uitars_runtime.errors import UsageError

translate = QCoreApplication.translate

_PLACE = re.compile(r"\{([A-Za-z][A-Za-z0-9_ ]{0,39})\}")


class SavedTask(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A task that can be started again, by hand or by the clock."""

    name: str
    text: str
    """What to do; `{Customer}` is a place that is filled in before the start."""
    program: str = ""
    """A program to open first; empty: none."""
    choices: Choices = Choices()
    files: tuple[str, ...] = ()
    """Paths of what is attached at each start, as it is then."""
    schedule: str = ""
    """Minute, hour, day of the month, month, day of the week, as in crontab(5); empty: by hand."""
    enabled: bool = True
    """Whether the schedule counts."""

    @property
    def places(self) -> tuple[str, ...]:
        """The names of the places to fill in, each once, in order."""
        return tuple(dict.fromkeys(_PLACE.findall(self.text)))

    def filled(self, values: Mapping[str, str]) -> Draft:
        """The task with its places filled in. Raises `UsageError` for a place without a value."""
        missing = [place for place in self.places if not values.get(place, "").strip()]
        if missing:
            raise UsageError(
                translate("SavedTask", "{0} is empty.").format(missing[0]),
                translate("SavedTask", "Fill it in."),
            )
        text = _PLACE.sub(lambda found: values[found[1]].strip(), self.text)
        return Draft(text, self.choices, self.program, tuple(map(Path, self.files)))

    def next_start(self, after: datetime) -> datetime | None:
        """The instant, in UTC, at which the schedule starts it next; None for never."""
        if not self.enabled or self.places:
            return None
        return next((at.astimezone(UTC) for at in starts(self.schedule, after, 1)), None)


class SavedTasks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Kept in `tasks.json` in the configuration folder."""

    tasks: tuple[SavedTask, ...] = ()

    def with_task(self, task: SavedTask, instead: str = "") -> SavedTasks:
        """With this task at its place, or at the end; `instead`: the name it had."""
        name = instead or task.name
        if any(other.name == name for other in self.tasks):
            kept = tuple(task if other.name == name else other for other in self.tasks)
            return SavedTasks(kept)
        return SavedTasks((*self.tasks, task))

    def without(self, name: str) -> SavedTasks:
        """Without the task of this name."""
        return SavedTasks(tuple(task for task in self.tasks if task.name != name))


def open_saved_tasks() -> Stored[SavedTasks]:
    """The tasks this person keeps."""
    return Stored(SavedTasks, paths.config_folder() / "tasks.json")


def check(task: SavedTask) -> None:
    """Whether it can be kept. Raises `UsageError` that says what is wrong."""
    if not task.name.strip():
        raise UsageError(
            translate("SavedTask", "The name is empty."),
            translate("SavedTask", "Give the task a name."),
        )
    if not task.text.strip():
        raise UsageError(
            translate("SavedTask", "The task is empty."),
            translate("SavedTask", "Say what to do."),
        )
    if not task.schedule:
        return
    if task.places:
        words = translate("SavedTask", "A task that starts by itself cannot ask for {0}.")
        raise UsageError(
            words.format(task.places[0]),
            translate("SavedTask", "Write the value into the task, or leave the schedule empty."),
        )
    try:
        times(task.schedule, datetime.now())
    except CronSimError as error:
        words = translate("SavedTask", "{0} is not a schedule: {1}.")
        hint = translate(
            "SavedTask", "Write minute hour day month weekday, for example 30 8 * * 1-5."
        )
        raise UsageError(words.format(repr(task.schedule), error), hint) from error
