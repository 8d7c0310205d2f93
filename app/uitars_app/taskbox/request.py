"""A request for a run from what stands in the task box. Knows no widgets."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
from PySide6.QtCore import QCoreApplication

from uitars_app.state import Choices
from uitars_runtime import config, paths
from uitars_runtime.errors import UsageError
from uitars_runtime.run import Request
from uitars_runtime.types import ATTACHED

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
    """The request; files are copied. Raises `UsageError`."""
    text = draft.text.strip()
    if not text:
        raise UsageError(
            translate("Request", "The task is empty."), translate("Request", "Say what to do.")
        )
    flags = {name: value for name, value in msgspec.structs.asdict(draft.choices).items() if value}
    workspace = ""
    if draft.files:
        folder = paths.new_run_folder(paths.data_folder() / "workspaces")
        names = ", ".join(_copy(file, folder) for file in draft.files)
        workspace = str(folder)
        text = f"{text}\n{ATTACHED}{names}"
    return Request(
        task=text,
        settings=config.load(flags),
        apps=(draft.program,) if draft.program else (),
        workspace=workspace,
        files=tuple(str(file.absolute()) for file in draft.files),
    )


def _copy(file: Path, folder: Path) -> str:
    """Copy one file and return its name there."""
    if not file.is_file():
        raise UsageError(
            translate("Request", "{0} is no file.").format(file),
            translate("Request", "Attach single files; a folder cannot be attached."),
        )
    target = folder / file.name
    number = 2
    while target.exists():
        target = folder / f"{file.stem}-{number}{file.suffix}"
        number += 1
    try:
        shutil.copyfile(file, target)
    except OSError as error:
        words = translate("Request", "{0} cannot be copied: {1}.")
        raise UsageError(words.format(file, error.strerror or error)) from error
    return target.name
