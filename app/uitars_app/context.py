"""What every part of the window may use; made once at the start, handed to each part."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, Signal

from uitars_app.background import Background
from uitars_app.preferences import Preferences
from uitars_app.runs.runner import Runner
from uitars_app.saved.task import open_saved_tasks
from uitars_app.state import State
from uitars_app.stored import Stored
from uitars_app.theme.theme import Theme

if TYPE_CHECKING:
    from uitars_runtime.session import Request
    from uitars_runtime.types import Point


class Context(QObject):
    """The shared parts, and the ways from one part of the window to another."""

    page_wanted = Signal(str)
    """The key of a page that is to be shown."""
    run_wanted = Signal(object)
    """The folder (`Path`) of a recorded run that is to be shown on the task page."""
    task_wanted = Signal(str)
    """A task in words that is to be put into the task box, for the person to start."""
    keep_wanted = Signal(str)
    """A task in words that is to be kept; the person names it."""

    def __init__(
        self, preferences: Stored[Preferences], state: Stored[State], theme: Theme
    ) -> None:
        super().__init__()
        self.preferences = preferences
        self.state = state
        self.theme = theme
        self.saved = open_saved_tasks()
        self.background = Background(self)
        self.runner = Runner(self)
        self.seen_at: Callable[[Point], QRect] = lambda _point: QRect()
        """Where a pixel of the private desktop is seen on the person's screen; empty: nowhere."""

    def show_page(self, key: str) -> None:
        self.page_wanted.emit(key)

    def show_run(self, folder: Path) -> None:
        """Show a recorded run on the task page."""
        self.page_wanted.emit("task")
        self.run_wanted.emit(folder)

    def propose_task(self, text: str) -> None:
        """Put a task into the task box; the person starts it."""
        self.page_wanted.emit("task")
        self.task_wanted.emit(text)

    def keep_task(self, text: str) -> None:
        """Offer these words on the page of kept tasks."""
        self.page_wanted.emit("saved")
        self.keep_wanted.emit(text)

    def start(self, request: Request) -> bool:
        """Start a run and show it; False while another goes on."""
        self.page_wanted.emit("task")
        return self.runner.start(request, annotate=self.preferences.value.annotate)

    def close(self) -> None:
        """Stop what runs and wait for it."""
        self.runner.close()
        self.background.close()
