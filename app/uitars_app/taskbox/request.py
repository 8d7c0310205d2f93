"""A request for a run from what stands in the task box. Knows no widgets."""

from __future__ import annotations

from pathlib import Path

import msgspec
from PySide6.QtCore import QCoreApplication

from uitars_app.state import Choices
from uitars_runtime import config
from uitars_runtime.errors import UsageError
from uitars_runtime.run import Request

translate = QCoreApplication.translate

POLICIES = ("ask-on-risk", "ask-always", "allow-list", "autonomous-in-sandbox")


class Draft(msgspec.Struct, frozen=True):
    """What a person put into the box."""

    text: str
    choices: Choices = Choices()
    program: str = ""
    """A program to open on the desktop first; empty: none."""
    files: tuple[Path, ...] = ()
    """Copied into the run's workspace, where programs and the agent find them."""


def compose(draft: Draft) -> Request:
    """Raises `UsageError`."""
    text = draft.text.strip()
    if not text:
        raise UsageError(
            translate("Request", "The task is empty."), translate("Request", "Say what to do.")
        )
    flags = {name: value for name, value in msgspec.structs.asdict(draft.choices).items() if value}
    for file in draft.files:
        try:
            exists, is_file = file.exists(), file.is_file()
        except OSError as error:  # in another person's folder, or on a disk that is gone
            raise UsageError(
                translate("Request", "{0} cannot be read: {1}.").format(file, error.strerror),
                translate("Request", "Attach a copy, or start without it."),
            ) from error
        if not exists:
            raise UsageError(
                translate("Request", "{0} is no file any more.").format(file),
                translate(
                    "Request",
                    "It was moved or deleted: attach it from where it is now, or start without it.",
                ),
            )
        if not is_file:
            raise UsageError(
                translate("Request", "{0} is no file.").format(file),
                translate("Request", "Attach single files; a folder cannot be attached."),
            )
    return Request(
        task=text,
        settings=config.load(flags),
        apps=(draft.program,) if draft.program else (),
        files=tuple(str(file.absolute()) for file in draft.files),
    )
