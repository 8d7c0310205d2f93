"""A first task that works without a network, on a private desktop. Knows no widgets."""

from __future__ import annotations

import shutil

from uitars_app.state import Choices
from uitars_app.taskbox.request import Draft

_TASKS = (
    (
        "mousepad hello.txt",
        "Type 'Hello' into the document, then choose Save from the File menu.",
    ),
    ("featherpad hello.txt", "Type 'Hello' into the document and press ctrl+s."),
    (
        "zenity --entry --title=Hello --text='Your name'",
        "Type 'Ada' as your name and press OK.",
    ),
)
"""Command line of a program, and a task for it."""
_NEEDED = ("Xvfb", "openbox")


def first_task() -> Draft | None:
    """A task for a program that is installed; None where none is, or no private desktop can be."""
    if any(shutil.which(program) is None for program in _NEEDED):
        return None
    choices = Choices(model="nano", desktop="sandbox", policy="autonomous-in-sandbox")
    for command, task in _TASKS:
        if shutil.which(command.split()[0]) is not None:
            return Draft(text=task, choices=choices, program=command)
    return None
