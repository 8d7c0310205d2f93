"""What every part of the window may use; made once at the start, handed to each part."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QRect, Signal

from uitars_app.background import Background
from uitars_app.preferences import Preferences
from uitars_app.runs.runner import Runner, RunState
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
    """Says that a kept task did not start by itself or failed: beside the tray, to somebody who is
    at something else, and on the task page until it is put away."""
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
        self.by_itself = ""
        """The name of the kept task that the last run is of, where it started by itself."""
        self.seen_at: Callable[[Point], QRect] = lambda _point: QRect()
        """Where a pixel of the private desktop is seen on the person's screen; empty: nowhere."""
        self.runner.failed.connect(self._run_failed)

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

    def start(self, draft: Draft, *, kept: str = "") -> None:
        """Start a run and show it. `kept`: the name of the kept task that it is of.

        Where that fails the person is told, and finds the draft in the task box.
        """

        def failed(error: UitarsError) -> None:
            self.background.failed.emit(_not_started(kept, error) if kept else error)
            self.propose(draft)

        def begin(request: Request) -> None:
            self.page_wanted.emit("task")
            if not self._begin(request, draft):
                failed(busy())

        self.background.run(self, lambda: compose(draft), begin, failed)

    def start_by_itself(self, draft: Draft, kept: str) -> None:
        """Start a run of the kept task of this name.

        The person is at something else, so neither the page nor the task box changes, and what
        fails is told as missed: nobody is there to put a dialog away, and the next time comes.
        """

        def failed(error: UitarsError) -> None:
            self.missed.emit(str(_not_started(kept, error)))

        def begin(request: Request) -> None:
            if not self._begin(request, None, kept):
                failed(busy())

        self.background.run(self, lambda: compose(draft), begin, failed)

    def _begin(self, request: Request, draft: Draft | None, by_itself: str = "") -> bool:
        """Whether the run could be started: another may go on."""
        if self.runner.state is not RunState.IDLE:
            return False
        self.draft, self.by_itself = draft, by_itself
        return self.runner.start(request, annotate=self.preferences.value.annotate)

    def _run_failed(self, error: UitarsError) -> None:
        if self.by_itself:
            words = QCoreApplication.translate("Context", "The task {0} failed: {1}")
            self.missed.emit(words.format(self.by_itself, error))

    def close(self) -> None:
        """Stop what runs and wait for it."""
        self.closing.emit()
        self.runner.close()
        self.background.close()


def _not_started(name: str, error: UitarsError) -> UsageError:
    words = QCoreApplication.translate("Context", "The task {0} did not start: {1}")
    return UsageError(words.format(name, error.title), error.hint)


def busy() -> UsageError:
    """Why no run can be started: one goes on."""
    return UsageError(
        QCoreApplication.translate("Context", "Another task goes on."),
        QCoreApplication.translate("Context", "Stop it first or wait for its end."),
    )
