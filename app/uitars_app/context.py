"""What every part of the window may use; made once at the start, handed to each part."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QRect, Signal

from uitars_app.background import Background
from uitars_app.preferences import Preferences
from uitars_app.runs.runner import Runner
from uitars_app.saved.task import open_saved_tasks
from uitars_app.state import State
from uitars_app.stored import Stored
from uitars_app.taskbox.request import Draft, compose
from uitars_app.theme.theme import Theme
from uitars_runtime.errors import UitarsError, UsageError

if TYPE_CHECKING:
    from uitars_runtime.run import Request
    from uitars_runtime.types import Point


class Context(QObject):
    """The shared parts, and the ways from one part of the window to another."""

    page_wanted = Signal(str)
    """The key of a page that is to be shown."""
    run_wanted = Signal(object)
    """The folder (`Path`) of a recorded run that is to be shown on the task page."""
    draft_wanted = Signal(object)
    """A `Draft` that is to be put into the task box, for the person to start."""
    keys_recording = Signal(bool)
    """Keys are being taken down: no hot key may catch them meanwhile."""
    closing = Signal()
    """The assistant ends: what was taken is given back."""
    missed = Signal(str)
    """Says that a kept task did not start; it stands on the task page until it is put away."""
    told = Signal(str)
    """Words for beside the tray: somebody who is at something else is to know of it now."""
    keep_wanted = Signal(object)
    """A `Draft` that is to be kept; the person names it."""

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
        self.draft: Draft | None = None
        """What a person started last; None where the last run started by itself."""
        self.seen_at: Callable[[Point], QRect] = lambda _point: QRect()
        """Where a pixel of the private desktop is seen on the person's screen; empty: nowhere."""

    def show_page(self, key: str) -> None:
        self.page_wanted.emit(key)

    def show_run(self, folder: Path) -> None:
        """Show a recorded run on the task page."""
        self.page_wanted.emit("task")
        self.run_wanted.emit(folder)

    def propose(self, draft: Draft) -> None:
        """Put a task into the task box; the person starts it."""
        self.page_wanted.emit("task")
        self.draft_wanted.emit(draft)

    def keep_task(self, draft: Draft) -> None:
        """Offer a task on the page of kept tasks."""
        self.page_wanted.emit("saved")
        self.keep_wanted.emit(draft)

    def start(self, draft: Draft, *, kept: str = "", by_itself: bool = False) -> None:
        """Start a run and show it.

        Where that fails the person is told, and finds the draft in the task box. `kept`: the name
        of the kept task that it is of. `by_itself`: the person is at something else, so neither the
        page nor the task box changes, and what fails is told as missed.
        """

        def failed(error: UitarsError) -> None:
            said = _of_kept(kept, error) if kept else error
            if by_itself:  # nobody is there to put a dialog away, and the next time comes
                self.missed.emit(str(said))
                self.told.emit(str(said))
            else:
                self.background.failed.emit(said)
                self.propose(draft)

        def begin(request: Request) -> None:
            if not by_itself:
                self.page_wanted.emit("task")
            if self.runner.start(request, annotate=self.preferences.value.annotate):
                self.draft = None if by_itself else draft
            else:
                failed(busy())

        self.background.run(self, lambda: compose(draft), begin, failed)

    def close(self) -> None:
        """Stop what runs and wait for it."""
        self.closing.emit()
        self.runner.close()
        self.background.close()


def _of_kept(name: str, error: UitarsError) -> UsageError:
    words = QCoreApplication.translate("Context", "The task {0} did not start: {1}")
    return UsageError(words.format(name, error.title), error.hint)


def busy() -> UsageError:
    """Why no run can be started: one goes on."""
    return UsageError(
        QCoreApplication.translate("Context", "Another task goes on."),
        QCoreApplication.translate("Context", "Stop it first or wait for its end."),
    )
