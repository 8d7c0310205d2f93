"""What is going on at this moment: the state in a word, and the reply as the model writes it, then
the output as its command writes it."""

from __future__ import annotations

import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from uitars_app.context import Context
from uitars_app.runs.runner import RunState
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.thoughts import written_words
from uitars_app.widgets.build import chip, frame, label
from uitars_app.words import shown, state_words
from uitars_runtime.types import Step

_DRAW_MS = 60
"""Pieces of a reply come faster than anybody reads; they are drawn this often."""
_SHOWN = 600
"""Characters that are shown, the last ones."""
_LINES = 8
"""Lines that are shown, the last ones."""

_LONG = 5.0
"""Seconds of silence from which on they are counted: a model that is slow is not one that hangs."""

_KINDS = {
    RunState.IDLE: "muted",
    RunState.WORKING: "good",
    RunState.WAITING: "warning",
    RunState.PAUSED: "warning",
}


class NowPanel(QWidget):
    """Stands below the list of steps while a run goes on."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._runner = context.runner
        self._written = ""
        self._reply = True
        self._state = chip()
        self._text = label(kind="muted", wraps=True)
        self._text.setAccessibleName(self.tr("What the model or its command is writing"))
        box = frame("card")
        row = QHBoxLayout(box)
        row.setContentsMargins(GAP + 4, GAP, GAP + 4, GAP)
        row.setSpacing(GAP + 4)
        column = QVBoxLayout()
        column.addWidget(self._state)
        column.addStretch(1)
        row.addLayout(column)
        row.addWidget(self._text, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(box)
        self._draw = QTimer(self, interval=_DRAW_MS, singleShot=True)
        self._draw.timeout.connect(self._show_written)
        self._silent = time.monotonic()
        self._ticking = QTimer(self, interval=1000)
        self._ticking.timeout.connect(self._show_written)
        self._runner.wrote.connect(self._add_reply)
        self._runner.printed.connect(self._add_output)
        self._runner.state_changed.connect(self._show_state)
        self._runner.stepped.connect(self._clear)
        self._runner.finished.connect(self._clear)
        self._show_state()

    @property
    def words(self) -> str:
        """What is shown beside the state."""
        return self._text.text()

    def _add_reply(self, piece: str) -> None:
        self._reply = True
        self._add(piece)

    def _add_output(self, piece: str) -> None:
        self._reply = False
        self._add(piece)

    def _add(self, piece: str) -> None:
        """A piece of a reply or of an output; an empty one begins another."""
        self._written = (self._written + piece)[-4 * _SHOWN :] if piece else ""
        self._silent = time.monotonic()
        if not self._draw.isActive():
            self._draw.start()

    def _clear(self, _step: Step | None = None) -> None:
        self._written = ""
        self._silent = time.monotonic()
        self._show_written()

    def _show_written(self) -> None:
        text = (written_words if self._reply else shown)(self._written).strip()
        last = "\n".join(text.splitlines()[-_LINES:])[-_SHOWN:]
        if len(last) < len(text):
            last = f"…{last}"
        self._text.setText(last or self._waiting_words())

    def _waiting_words(self) -> str:
        match self._runner.state:
            case RunState.WORKING:
                said = self.tr("Looking at the screen and thinking.")
                silent = time.monotonic() - self._silent
                seconds = self.tr("{0} s").format(round(silent))
                return f"{said} ({seconds})" if silent >= _LONG else said
            case RunState.WAITING:
                return self.tr("The agent needs your answer to go on.")
            case RunState.PAUSED:
                return self._runner.paused
            case RunState.IDLE:
                return ""

    def _show_state(self) -> None:
        state = self._runner.state
        self.setVisible(state is not RunState.IDLE)
        self._state.setText(state_words(state))
        set_kind(self._state, _KINDS[state])
        self._silent = time.monotonic()
        if state is RunState.WORKING:
            self._ticking.start()
        else:
            self._ticking.stop()
        if not self._written:
            self._show_written()
