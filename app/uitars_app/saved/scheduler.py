"""Starts kept tasks when their time comes: only at an unlocked desktop, one at a time.

A time that passed while the desktop was locked, a person's run went on or the assistant was not
running is missed, not made up for; what comes due during a run that started by itself takes its
turn after it. The run itself is under its policy like any other.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QObject, QTimer, Signal

from uitars_app.saved.task import SavedTask, SavedTasks
from uitars_app.state import State
from uitars_app.stored import Stored

_TICK_MS = 20_000
_TWICE = timedelta(days=1)
"""How far a clock may be set back without that anything starts twice."""
_LATE = timedelta(minutes=10)
"""A time that is longer ago is missed; a computer that woke a little late or is busy starts yet."""


def _now() -> datetime:
    if sys.platform != "win32":
        time.tzset()  # who travels changes the zone, which a process reads once
    return datetime.now(UTC)


class Scheduler(QObject):
    """Looks at the clock; `due` asks for a start, `missed` says why there was none."""

    due = Signal(object)
    """A `SavedTask` that is to be started."""
    missed = Signal(object, str)
    """A `SavedTask` whose time passed, and why: `locked`, `busy`, `late`, `off` or `ended`."""

    def __init__(
        self,
        tasks: Stored[SavedTasks],
        state: Stored[State],
        going: Callable[[], str | None],
        locked: Callable[[Callable[[bool], None]], None],
        *,
        now: Callable[[], datetime] = _now,
    ) -> None:
        """`going`: the name of the kept task whose run goes on by itself; empty for a person's run,
        None for none. `locked`: tells what it is given whether the screen is locked, at once or
        later; asking the desktop must not hold up the window. `now`: in UTC, which goes back only
        where a clock was set."""
        super().__init__()
        self._tasks = tasks
        self._state = state
        self._going = going
        self._locked = locked
        self._now = now
        self._seen = now()
        self._waiting: list[SavedTask] = []
        """What has come due and takes its turn."""
        self._came: set[tuple[str, datetime]] = set()
        """What came due lately: a clock that is set back brings its times again."""
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        tasks.changed.connect(self._write_down)

    def catch_up(self) -> None:
        """Say what came due while the assistant did not run. Raises `UitarsError` where it cannot
        be written down that this was said."""
        since, waited = self._state.value.looked or self._seen, self._state.value.waiting
        tasks = self._tasks.value.tasks
        starts = [(task, at) for task in tasks if (at := task.next_start(since)) is not None]
        for task, at in starts:
            if task.name in waited:
                self.missed.emit(task, "ended")
            elif at <= self._seen:
                self.missed.emit(task, "off")
        if starts:
            self._write_down()

    def look(self) -> None:
        """Start what has come due since the last look."""
        before, now = self._seen, self._now()
        # Also where it went back: nothing would start for as long as the clock had been ahead.
        self._seen = now
        self._came = {(name, at) for name, at in self._came if at > now - _TWICE}
        passed = False
        for task in self._tasks.value.tasks:
            at = task.next_start(before)
            if at is None or at > now:
                continue
            passed = True
            latest = task.next_start(max(before, now - _LATE))
            if latest is None or latest > now:
                self.missed.emit(task, "late")
            elif (task.name, latest) not in self._came:
                self._came.add((task.name, latest))
                self._waiting.append(task)
        if self._waiting:
            self._locked(lambda locked: self._decide(locked=locked))
        if passed:
            self._write_down()

    def close(self) -> None:
        """Look no more."""
        self._timer.stop()

    def _write_down(self) -> None:
        """Nothing that came due until now is told at the next start, also after a crash. At other
        looks nothing came due, so they write nothing."""
        self._state.change(looked=self._seen, waiting=self._names())

    def _names(self) -> list[str]:
        return [task.name for task in self._waiting]

    def _decide(self, *, locked: bool) -> None:
        going = self._going()
        kept = self._tasks.value.tasks
        # What was changed or deleted while it waited waits no more.
        waiting = [task for task in self._waiting if task in kept]
        self._waiting = []
        for task in waiting:
            if going is None and not locked:
                going = task.name  # a run that is being opened keeps others out, too
                self.due.emit(task)
            elif going and going != task.name and task not in self._waiting:
                self._waiting.append(task)
            else:
                self.missed.emit(task, "locked" if locked else "busy")
        self._state.change(waiting=self._names())
