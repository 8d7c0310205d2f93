"""Starts kept tasks when their time comes: only at an unlocked desktop, one at a time.

A time that passed while the desktop was locked, another run went on or the assistant was not
running is missed, not made up for. The run itself is under its policy like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from PySide6.QtCore import QObject, QTimer, Signal

from uitars_app.saved.task import SavedTask, SavedTasks
from uitars_app.stored import Stored

_TICK_MS = 20_000
_TWICE = timedelta(hours=1)
"""What comes twice when the clocks go back in autumn."""


def _now() -> datetime:
    return datetime.now()


class Scheduler(QObject):
    """Looks at the clock; `due` asks for a start, `missed` says why there was none."""

    due = Signal(object)
    """A `SavedTask` that is to be started."""
    missed = Signal(object, str)
    """A `SavedTask` whose time passed, and why: `locked` or `busy`."""

    def __init__(
        self,
        tasks: Stored[SavedTasks],
        busy: Callable[[], bool],
        locked: Callable[[Callable[[bool], None]], None],
        *,
        now: Callable[[], datetime] = _now,
    ) -> None:
        """`busy`: whether a run goes on. `locked`: tells what it is given whether the screen is
        locked, at once or later; asking the desktop must not hold up the window."""
        super().__init__()
        self._tasks = tasks
        self._busy = busy
        self._locked = locked
        self._now = now
        self._seen = now()
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Start what has come due since the last look."""
        before, now = self._seen, self._now()
        # A clock that was set back starts nothing twice. One that is right again counts anew:
        # nothing would start for as long as it had been ahead.
        self._seen = now if before - now > _TWICE else max(now, before)
        if now <= before:
            return
        tasks = self._tasks.value.tasks
        starts = ((task, task.next_start(before)) for task in tasks)
        come = [task for task, at in starts if at is not None and at <= now]
        if come:
            self._locked(lambda locked: self._decide(come, locked=locked))

    def close(self) -> None:
        """Look no more."""
        self._timer.stop()

    def _decide(self, tasks: Sequence[SavedTask], *, locked: bool) -> None:
        free = not self._busy()
        for task in tasks:
            if locked:
                self.missed.emit(task, "locked")
            elif free:
                free = False  # a run that is being opened keeps others out, too
                self.due.emit(task)
            else:
                self.missed.emit(task, "busy")
