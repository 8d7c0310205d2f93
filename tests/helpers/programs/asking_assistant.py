"""The assistant itself, with questions put to it one after the other as a run's thread puts them.

`asking_assistant ROUNDS`: every other card is given the keyboard, as the person's key for it does.
Prints a JSON line for each thing that happens to a card: its state, and where `Allow once` is.

shown      it is on the screen, and takes no yes yet
keyboard   it has the keyboard, and takes a yes
ready      `Allow once` stands still; where the card has the keyboard, it is on that button
refused    `Allow once` was pressed, and the question is still open
accepted   the gate's side of the question has a yes; `denied`: it has a no
"""

from __future__ import annotations

import json
import os
import sys
import threading

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtWidgets import QPushButton

from uitars_app.assistant import Assistant, make_application
from uitars_app.confirm.card import ConfirmationCard
from uitars_app.runs.questions import Questions
from uitars_app.single import SingleInstance
from uitars_runtime.consent import Question
from uitars_runtime.types import Click, Decision, Point

_LOOK_MS = 10
_PATIENCE = 20.0
"""Seconds after which silence is a no: a press that was lost ends no drill."""
_STILL = 4
"""Looks in a row that find the button in one place."""


def say(state: str, at: QPoint | None = None) -> None:
    """One write a line: two threads speak."""
    line = {"state": state, "at": None if at is None else [at.x(), at.y()]}
    os.write(1, json.dumps(line).encode() + b"\n")


class Watcher(QObject):
    """Tells what becomes of the cards."""

    def __init__(self, assistant: Assistant) -> None:
        super().__init__(assistant)
        self._confirmations = assistant.confirmations
        self._card: ConfirmationCard | None = None
        self._button = QPushButton()
        self._cards = 0
        self._due: list[str] = []
        self._places: list[QPoint] = []
        self._looking = QTimer(self, interval=_LOOK_MS)
        self._looking.timeout.connect(self._look)
        self._looking.start()

    def _look(self) -> None:
        card = self._confirmations.card
        if card is None:
            return
        if card is not self._card:
            self._begin(card)
        self._places = [*self._places, self._middle()][-_STILL:]
        if self._due and self._holds(self._due[0]):
            say(self._due.pop(0), self._middle())

    def _begin(self, card: ConfirmationCard) -> None:
        self._card = card
        buttons = card.findChildren(QPushButton)
        self._button = next(one for one in buttons if one.accessibleName() == "Allow once")
        # After the card's own answer to it.
        self._button.clicked.connect(self._pressed)
        self._places = []
        if self._cards % 2:
            self._confirmations.take_keyboard()
            self._due = ["keyboard", "ready"]
        else:
            self._due = ["shown", "ready"]
        self._cards += 1

    def _holds(self, state: str) -> bool:
        assert self._card is not None
        keyboard = self._card.isActiveWindow()
        still = len(self._places) == _STILL and len(set(map(QPoint.toTuple, self._places))) == 1
        match state:
            case "shown":
                return still
            case "keyboard":
                return keyboard and self._button.isEnabled()
            case _:
                return still and self._button.isEnabled() and keyboard == self._button.hasFocus()

    def _middle(self) -> QPoint:
        return self._button.mapToGlobal(self._button.rect().center())

    def _pressed(self) -> None:
        assert self._card is not None
        if self._card.pending.open:
            say("refused")
            self._places, self._due = [], ["ready"]


def main() -> int:
    application = make_application(sys.argv[:1])
    assistant = Assistant(application, SingleInstance())
    Watcher(assistant)
    questions = Questions(threading.Event())
    questions.questioned.connect(assistant.context.runner.questioned)
    questions.settled.connect(assistant.context.runner.settled)

    def ask() -> None:
        for number in range(int(sys.argv[1])):
            asked = Question(
                Click(Point(5, 5)), "R2", "ask-on-risk/R2", f"round {number}", _PATIENCE
            )
            allowed = questions.ask(asked).verdict.decision is Decision.ALLOW
            say("accepted" if allowed else "denied")

    thread = threading.Thread(target=ask, daemon=True)
    QTimer.singleShot(0, thread.start)
    return assistant.run()


if __name__ == "__main__":
    sys.exit(main())
