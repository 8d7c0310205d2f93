"""The session that the person at this window has taken over; one at a time."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from uitars_app.context import Context
from uitars_app.sessions import work
from uitars_runtime.errors import UitarsError

if TYPE_CHECKING:
    from uitars_runtime.sessions.taking_over import TakenOver


class Hold(QObject):
    """Takes a session over and gives it back, beside the window; given back at its end too."""

    changed = Signal()
    failed = Signal(object)
    """The `UitarsError` that kept it from being taken over."""

    def __init__(self, context: Context, parent: QObject) -> None:
        super().__init__(parent)
        self._background = context.background
        self._taken: TakenOver | None = None
        self._ended = False
        self._changing = threading.Lock()
        """It is taken over beside the window, while the assistant may end."""
        self.session = ""
        """Its id; empty for none."""
        self.asking = False
        context.closing.connect(self._end)

    @property
    def over(self) -> bool:
        """Whether the session has ended."""
        return self._taken is not None and self._taken.over

    def take(self, session: str) -> None:
        """Take it over once its run keeps still; another one is given back."""
        if self.asking or session == self.session:
            return
        self.give_back()
        self.asking = True

        def ask() -> None:
            taken = work.take_over(session)
            with self._changing:
                if self._ended:
                    taken.close()
                else:
                    self._taken = taken

        def done(_asked: None) -> None:
            self.asking = False
            if not self._ended:
                self.session = session
                self.changed.emit()

        def failed(error: UitarsError) -> None:
            self.asking = False
            self.failed.emit(error)

        self._background.run(self, ask, done, failed)

    def give_back(self) -> None:
        """Its run goes on."""
        taken = self._let_go()
        if taken is not None:
            self._background.run(self, taken.close, lambda _done: self.changed.emit())
            self.changed.emit()

    def _end(self) -> None:
        with self._changing:
            self._ended = True
        taken = self._let_go()
        if taken is not None:
            taken.close()

    def _let_go(self) -> TakenOver | None:
        with self._changing:
            taken, self._taken, self.session = self._taken, None, ""
        return taken
