"""A first task that works without a network, on a private desktop, and one to say after it.

Knows no widgets.
"""

from __future__ import annotations

import shutil

from uitars_app.state import Choices
from uitars_app.taskbox.request import Draft

_TASKS = (
    (
        "mousepad hello.txt",
        "Type 'Hello' into the document, then choose Save from the File menu.",
        "Open Mousepad, then type 'Hello again' into the document.",
    ),
    (
        "featherpad hello.txt",
        "Type 'Hello' into the document and press ctrl+s.",
        "Open FeatherPad, then type 'Hello again' into the document.",
    ),
    (
        "zenity --entry --title=Hello --text='Your name'",
        "Type 'Ada' as your name and press OK.",
        "Open the calculator.",
    ),
)
"""Command line of a program, a task for it, and what a person can say next."""
_SANDBOX = "sandbox"
_NEEDED = ("Xvfb", "openbox")


def first_task() -> Draft | None:
    """A task for a program that is installed; None where none is, or no private desktop can be."""
    if any(shutil.which(program) is None for program in _NEEDED):
        return None
    for command, task, _ in _TASKS:
        if shutil.which(command.split()[0]) is not None:
            return Draft(text=task, choices=Choices("nano", _SANDBOX), program=command)
    return None


def next_task(task: str) -> Draft | None:
    """What to say after a first task; None after any other."""
    following = {first: after for _, first, after in _TASKS}
    if task not in following:
        return None
    return Draft(text=following[task], choices=Choices(desktop=_SANDBOX))
