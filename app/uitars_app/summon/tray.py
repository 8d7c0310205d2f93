"""The tray icon: how the assistant stands, its menu, and messages while the window is hidden."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from uitars_app.context import Context
from uitars_app.runs.runner import RunState
from uitars_app.theme.icons import icon
from uitars_app.theme.tokens import Tokens
from uitars_app.words import ending_words, state_words
from uitars_runtime.run_record import Ending, RunEnded

_ICONS = {
    RunState.IDLE: "tray-idle",
    RunState.WORKING: "tray-working",
    RunState.WAITING: "tray-waiting",
    RunState.PAUSED: "tray-paused",
}

_LONGEST = 60


class Tray(QObject):
    """Works without a tray too: then nothing is shown and `available` is false."""

    task_wanted = Signal()
    window_wanted = Signal()
    quit_wanted = Signal()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._theme = context.theme
        self._runner = context.runner
        self._stopped = False
        self.menu = QMenu()
        self._state = self.menu.addAction("")
        self._state.setEnabled(False)
        self.menu.addSeparator()
        self._task = self._add(self.tr("New task…"), self.task_wanted.emit)
        self._window = self._add(self.tr("Show the window"), self.window_wanted.emit)
        self.menu.addSeparator()
        self._pause = self._add(self.tr("Pause"), self._pause_or_resume)
        self._stop = self._add(self.tr("Stop"), self._runner.stop)
        self.menu.addSeparator()
        self._add(self.tr("Quit"), self.quit_wanted.emit)
        self._icon = QSystemTrayIcon(self)
        self._icon.setContextMenu(self.menu)
        self._icon.activated.connect(self._clicked)
        self._icon.messageClicked.connect(self.window_wanted)
        self._runner.state_changed.connect(self._show_state)
        self._runner.begun.connect(lambda: self._mark_stopped(False))
        self._runner.ended.connect(self._ended)
        context.missed.connect(self.tell)
        self._theme.changed.connect(self._show_state)
        self._show_state()

    @property
    def available(self) -> bool:
        """Whether this desktop has a tray."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    @property
    def icon_name(self) -> str:
        """The drawing that is shown."""
        state = self._runner.state
        return "tray-stopped" if state is RunState.IDLE and self._stopped else _ICONS[state]

    def tell(self, words: str) -> None:
        """Show a message beside the tray."""
        if self.available:
            self._icon.showMessage(self.tr("uitars"), words, self._icon.icon())

    def close(self) -> None:
        self._icon.hide()
        self.menu.deleteLater()

    def _add(self, words: str, call: object) -> QAction:
        action = self.menu.addAction(words)
        action.triggered.connect(call)
        return action

    def _clicked(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self.window_wanted.emit()

    def _pause_or_resume(self) -> None:
        if self._runner.state is RunState.PAUSED:
            self._runner.resume()
        else:
            self._runner.pause(self.tr("Paused by you."))

    def _ended(self, ended: RunEnded) -> None:
        self._mark_stopped(ended.ending is not Ending.FINISHED)
        request = self._runner.request
        words = ending_words(ended)
        self.tell(f"{_named(request.task)}: {words}" if request is not None else words)

    def _mark_stopped(self, stopped: bool) -> None:
        self._stopped = stopped
        self._show_state()

    def _show_state(self) -> None:
        state = self._runner.state
        words = self.tr("Stopped") if self.icon_name == "tray-stopped" else state_words(state)
        self._state.setText(words)
        self._icon.setIcon(icon(self.icon_name, _colour(state, self._theme.tokens)))
        self._icon.setToolTip(f"{self.tr('uitars')}: {words}")
        going = state is not RunState.IDLE
        self._pause.setVisible(going)
        paused = state is RunState.PAUSED
        self._pause.setText(self.tr("Resume") if paused else self.tr("Pause"))
        self._stop.setVisible(going)
        # A tray may come later than we do.
        if self.available and not self._icon.isVisible():
            self._icon.show()


def _named(task: str) -> str:
    """A task in a few words: the message beside the tray is small."""
    first = task.splitlines()[0].rstrip(".。")
    return first if len(first) <= _LONGEST else f"{first[: _LONGEST - 1]}…"


def _colour(state: RunState, tokens: Tokens) -> str:
    match state:
        case RunState.IDLE:
            # Under a light theme a panel may be dark, and the other way round.
            return tokens.strong_border
        case RunState.WORKING:
            return tokens.accent
        case RunState.WAITING | RunState.PAUSED:
            return tokens.warning
