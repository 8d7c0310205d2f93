"""Shows the cards of a run's questions, one at a time, in the order they came."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QRect

from uitars_app.confirm.card import ConfirmationCard
from uitars_app.confirm.place import corner
from uitars_app.confirm.presses import Presses
from uitars_app.context import Context
from uitars_app.runs.pending import Pending
from uitars_app.runs.questions import PendingQuestion
from uitars_runtime.types import Action

Clear = Callable[[Action], QRect]
"""Where on the person's screen an action's target is seen; empty for nowhere."""


def nowhere(_action: Action) -> QRect:
    return QRect()


class Confirmations(QObject):
    """Keeps the card of the oldest open question on the screen."""

    def __init__(self, context: Context, presses: Presses) -> None:
        super().__init__(context)
        self._theme = context.theme
        self._presses = presses
        self._open: list[PendingQuestion] = []
        self.card: ConfirmationCard | None = None
        self.clear: Clear = nowhere
        context.runner.questioned.connect(self._add)
        context.runner.settled.connect(self._settle)

    def take_keyboard(self) -> bool:
        """Let the card that is shown be worked with keys; False where there is none."""
        if self.card is None:
            return False
        self.card.take_keyboard()
        return True

    def _add(self, pending: PendingQuestion) -> None:
        self._open.append(pending)
        self._show()

    def _settle(self, pending: Pending[object, object]) -> None:
        """Answered, out of time, or the run was stopped."""
        self._open = [one for one in self._open if one is not pending]
        if self.card is not None and self.card.pending is pending:
            self.card.close()
        self._show()

    def _next(self) -> None:
        if self.card is not None:
            answered = self.card.pending
            self._open = [one for one in self._open if one is not answered]
            self.card = None
        self._show()

    def _show(self) -> None:
        if not self._open:
            return
        if self.card is None:
            self.card = ConfirmationCard(self._theme, self._open[0], self._presses)
            self.card.answered.connect(self._next)
            self.card.resized.connect(self._place)
            self._place()
        self.card.appear(len(self._open) - 1)

    def _place(self) -> None:
        """Put the card into its corner, also when it grew."""
        if self.card is None:
            return
        screen = self.card.screen().availableGeometry()
        clear = self.clear(self.card.pending.asked.action)
        self.card.move(corner(screen, self.card.size(), clear))
