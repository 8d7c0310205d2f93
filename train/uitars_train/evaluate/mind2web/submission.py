"""The folder of one task in a submission to Online-Mind2Web: `TASK_ID/result.json`, and the
pictures of its steps in `TASK_ID/trajectory/`, numbered from 0.

The history holds what was done and nothing that the agent said of it, as the benchmark asks.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.export.folder import copy_image, new_folder, write_file
from uitars_runtime.export.words import action_in_words
from uitars_runtime.journal import read_run
from uitars_runtime.run_record import Trajectory
from uitars_runtime.types import Action, AskUser, Decision, Finish, Note, Step
from uitars_train.evaluate.mind2web.tasks import Task

_SAID = (Finish, AskUser, Note)
"""Actions that are words of the agent."""


class SubmittedTask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`result.json`."""

    task_id: str
    task: str
    action_history: tuple[str, ...]
    thoughts: tuple[str, ...]
    final_result_response: str
    input_image_paths: tuple[str, ...]


def new_submission(folder: Path) -> None:
    """Make the folder of a submission. Raises `UsageError` where something is in it."""
    try:
        new_folder(folder)
    except UsageError as error:
        raise UsageError(error.title, "Choose another with --out.") from error


def history(record: Trajectory) -> tuple[str, ...]:
    """What was really done, in order."""
    done = (_done(step) for step in record.steps)
    return tuple(action_in_words(action) for action in done if action is not None)


def _done(step: Step) -> Action | None:
    allowed = step.verdict is not None and step.verdict.decision is Decision.ALLOW
    if not allowed or not step.outcome.ok or isinstance(step.action, _SAID):
        return None
    return step.action


def write(folder: Path, task: Task, run: Path, answer: str) -> SubmittedTask:
    """Write the folder of a task into that of the submission. Raises `UsageError`,
    `JournalError`."""
    record = read_run(run)
    place = folder / task.task_id
    pictures = tuple(
        f"trajectory/{number}_full_screenshot.png" for number in range(len(record.steps))
    )
    for step, picture in zip(record.steps, pictures, strict=True):
        copy_image(run, step.observation, place / picture)
    submitted = SubmittedTask(
        task.task_id,
        task.confirmed_task,
        history(record),
        tuple(step.proposal.thought for step in record.steps),
        answer,
        pictures,
    )
    data = msgspec.json.format(msgspec.json.encode(submitted), indent=1)
    write_file(place / "result.json", data + b"\n")
    return submitted
