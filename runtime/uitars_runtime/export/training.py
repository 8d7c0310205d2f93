"""A run as supervised training data: `train.jsonl`, one conversation, and `images/`.

The layout is the one the common trainers read: `messages` with a place holder for each picture, and
`images` in the same order. Left out are steps that nobody should learn: those that were unreadable
or denied, and what said too early that all is done. Whether the run as a whole is worth learning
from is for the reader: `ending` and `verified` travel with it. What the person said stands before
the step that followed. Rendering a conversation in a model family's own grammar is a dialect's
business.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from uitars_runtime.dialects.history import PERSON_ADDS
from uitars_runtime.export.folder import copy_image, whole_folder, write_file
from uitars_runtime.journal import IMAGES_FOLDER, read_run
from uitars_runtime.run_record import Trajectory
from uitars_runtime.types import Decision, Step

PLACE = "<image>"
SYSTEM = (
    "You work on a desktop. Look at the screenshot and reply with a thought and, on a line of its"
    " own, one action as a JSON object. Points are pixels of the last screenshot."
)


class Message(msgspec.Struct, frozen=True):
    role: str
    content: str


class Conversation(msgspec.Struct, frozen=True):
    """One line of `train.jsonl`."""

    messages: tuple[Message, ...]
    images: tuple[str, ...]
    """Paths beside the file, one for each place holder in the messages, in order."""
    run: str
    ending: str | None
    """None for a run that was cut off."""
    verified: bool | None
    decided_by: tuple[str, ...]
    """Who had the last word on each reply: `user`, a person who looked at it, or `policy`."""
    corrected: tuple[bool, ...]
    """Whether a person put this reply in the place of the model's."""


def export_training(run_folder: Path, out: Path) -> None:
    """Write the folder `out`, which must be empty. Raises `JournalError` or `UsageError`."""
    trajectory = read_run(run_folder)
    with whole_folder(out):
        steps = [step for step in trajectory.steps if _worth_learning(step)]
        for step in steps:
            copy_image(run_folder, step.observation, out / _path(step))
        line = msgspec.json.encode(_conversation(trajectory, steps))
        write_file(out / "train.jsonl", line + b"\n")


def _worth_learning(step: Step) -> bool:
    return (
        step.action is not None
        and step.verdict is not None
        and step.verdict.decision is Decision.ALLOW
        and not step.missing
    )


def _conversation(trajectory: Trajectory, steps: list[Step]) -> Conversation:
    messages = [Message("system", SYSTEM)]
    before = trajectory.started.task.text
    said: list[str] = []
    for step in trajectory.steps:
        said += step.said
        if step not in steps:
            continue
        told = "\n".join((before, *(f"{PERSON_ADDS} {words}" for words in said)))
        messages.append(Message("user", f"{PLACE}{_plain(told)}"))
        messages.append(Message("assistant", _reply(step)))
        before = step.outcome.text
        said.clear()
    ended = trajectory.ended
    return Conversation(
        messages=tuple(messages),
        images=tuple(_path(step) for step in steps),
        run=trajectory.started.run,
        ending=None if ended is None else str(ended.ending),
        verified=None if ended is None else ended.verified,
        decided_by=tuple(_decided_by(step) for step in steps),
        corrected=tuple(step.correction is not None for step in steps),
    )


def _decided_by(step: Step) -> str:
    verdict = step.annotation or step.verdict
    return "" if verdict is None else str(verdict.by)


def _reply(step: Step) -> str:
    action = msgspec.json.encode(step.action).decode()
    thought = step.thought.strip()
    return _plain(f"{thought}\n{action}" if thought else action)


def _plain(text: str) -> str:
    """Text in which nothing is taken for a picture."""
    return text.replace(PLACE, "<image >")


def _path(step: Step) -> str:
    return f"{IMAGES_FOLDER}/{step.observation.image}.png"
