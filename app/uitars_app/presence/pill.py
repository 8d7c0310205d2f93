"""A small bar on the person's desktop while the agent works there: how it stands, pause, stop."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout

from uitars_app.context import Context
from uitars_app.runs.runner import RunState
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.widgets.build import ThemedButton, label
from uitars_app.words import action_words, state_words
from uitars_runtime.types import Step

_WORDS = 260
"""Pixels for what was done last."""


class Pill(QFrame):
    """Stands at the top of the screen; like the frame it is never in the agent's pictures."""

    window_wanted = Signal()

    def __init__(self, context: Context) -> None:
        flags = Qt.WindowType
        super().__init__(
            None,
            flags.Tool
            | flags.FramelessWindowHint
            | flags.WindowStaysOnTopHint
            | flags.WindowDoesNotAcceptFocus
            | flags.BypassWindowManagerHint,
        )
        self._runner = context.runner
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setWindowTitle(self.tr("The agent is working"))
        set_kind(self, "card")
        self._state = label(kind="heading")
        self._last = label(kind="muted")
        self._last.setFixedWidth(_WORDS)
        theme = context.theme
        self._pause = ThemedButton(theme, self.tr("Pause"), "pause", "icon")
        stop = ThemedButton(theme, self.tr("Stop"), "stop", "icon")
        show = ThemedButton(theme, self.tr("Show the window"), "enlarge", "icon")
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GAP, GAP // 2, GAP, GAP // 2)
        row.setSpacing(GAP)
        for widget in (self._state, self._last, self._pause, stop, show):
            row.addWidget(widget)
        self._pause.clicked.connect(self._pause_or_resume)
        stop.clicked.connect(self._runner.stop)
        show.clicked.connect(self.window_wanted)
        self._runner.begun.connect(self._last.clear)
        self._runner.stepped.connect(self._stepped)
        self._runner.state_changed.connect(self._show_state)
        self._show_state()

    def appear(self) -> None:
        """Show it without taking the keyboard."""
        self.adjustSize()
        screen = QGuiApplication.primaryScreen().availableGeometry()
        self.move(screen.center().x() - self.width() // 2, screen.top() + GAP)
        self.show()

    def _stepped(self, step: Step) -> None:
        words = action_words(step.action) if step.action is not None else ""
        elided = self._last.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, _WORDS)
        self._last.setText(elided)

    def _show_state(self) -> None:
        state = self._runner.state
        self._state.setText(state_words(state))
        paused = state is RunState.PAUSED
        self._pause.set_icon("play" if paused else "pause")
        self._pause.setToolTip(self.tr("Resume") if paused else self.tr("Pause"))
        self._pause.setAccessibleName(self._pause.toolTip())

    def _pause_or_resume(self) -> None:
        if self._runner.state is RunState.PAUSED:
            self._runner.resume()
        else:
            self._runner.pause(self.tr("Paused by you."))
