"""The head of a run: its task, how it stands, and the buttons that pause, take over and stop it."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from uitars_app.context import Context
from uitars_app.runs.runner import RunState
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.thoughts import said_words
from uitars_app.transcript.files import FilesButton
from uitars_app.widgets.build import ElidedLabel, ThemedButton, chip, tip
from uitars_app.words import ending_look, ending_words, state_words
from uitars_runtime.run_record import RunEnded


class RunHead(QWidget):
    """Works the run that goes on; for a recorded run it only says how it ended."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._runner = context.runner
        self._title = ElidedLabel("heading")
        self._title.setMinimumWidth(80)
        self._status = chip()
        self.files = FilesButton(context.theme)
        theme = context.theme
        self._pause = ThemedButton(theme, self.tr("Pause"), "pause")
        self._take_over = ThemedButton(theme, self.tr("Take over"), "take-over")
        self._resume = ThemedButton(theme, self.tr("Resume"), "play", "primary")
        self._stop = ThemedButton(theme, self.tr("Stop"), "stop", "danger")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP)
        row.addWidget(self._title, 1)
        row.addWidget(self._status)
        row.addWidget(self.files)
        for button in (self._pause, self._take_over, self._resume, self._stop):
            row.addWidget(button)
        self._pause.clicked.connect(lambda: self._runner.pause(self.tr("Paused by you.")))
        self._take_over.clicked.connect(lambda: self._runner.pause(self.tr("You have taken over.")))
        self._resume.clicked.connect(self._runner.resume)
        self._stop.clicked.connect(self._runner.stop)
        self._runner.state_changed.connect(self._show_buttons)
        self._live = False
        self._show_buttons()

    @property
    def take_over(self) -> ThemedButton:
        return self._take_over

    def show_live(self, task: str) -> None:
        """The head of the run that goes on."""
        self._live = True
        self.files.offer(())
        self._title.show_text(task)
        self._show_buttons()

    def show_record(self, task: str, ended: RunEnded | None) -> None:
        """The head of a run that is over."""
        self._live = False
        self.files.offer(ended.files if ended else ())
        self._title.show_text(task)
        self._status.setText(ending_words(ended))
        set_kind(self._status, ending_look(ended))
        self._status.setToolTip(tip(said_words(ended.reason)) if ended else "")
        self._show_buttons()

    def _show_buttons(self) -> None:
        state = self._runner.state
        going = self._live and state is not RunState.IDLE
        paused = state is RunState.PAUSED
        self._pause.setVisible(going and not paused)
        self._take_over.setVisible(going and not paused)
        self._resume.setVisible(going and paused)
        self._stop.setVisible(going)
        if going:
            self._status.setText(state_words(state))
            set_kind(self._status, "good" if state is RunState.WORKING else "warning")
        elif self._live:  # over, without a last word in its record
            self._status.setText(ending_words(None))
            set_kind(self._status, ending_look(None))
        self._status.setVisible(bool(self._status.text()))
