"""The assistant as a whole: the parts that live as long as it does, and its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from uitars_app import crash, translation
from uitars_app.confirm.presses import open_presses
from uitars_app.confirm.queue import Confirmations
from uitars_app.context import Context
from uitars_app.leaving import Leaving
from uitars_app.preferences import Language, ThemeChoice, open_preferences
from uitars_app.presence.presence import Presence
from uitars_app.runs.runner import RunState
from uitars_app.saved.scheduler import Scheduler
from uitars_app.saved.task import SavedTask
from uitars_app.saved.unlocked import screen_locked
from uitars_app.single import SingleInstance
from uitars_app.state import open_state
from uitars_app.summon.hotkey import HotKey, open_hot_key
from uitars_app.summon.taskwindow import TaskWindow
from uitars_app.summon.tray import Tray
from uitars_app.taskbox.request import Draft
from uitars_app.theme.icons import icon
from uitars_app.theme.theme import Theme
from uitars_app.theme.tokens import LIGHT
from uitars_app.transcript.marks import places
from uitars_app.welcome.dialog import WelcomeDialog
from uitars_app.widgets.question import plain_box
from uitars_app.window import MainWindow
from uitars_runtime import __version__
from uitars_runtime.consent import Question
from uitars_runtime.errors import UitarsError
from uitars_runtime.run_record import RunStarted
from uitars_runtime.types import Action

if TYPE_CHECKING:
    from uitars_app.runs.pending import Pending
    from uitars_runtime.hands.opening import OpenHands

_SMALLEST_FONT = 10.0
"""Points."""
_RECENT = 2.0
"""Seconds between a press of the hot key and what comes of it."""
_AROUND = QPoint(60, 60)
"""How much around a target stays visible, in each direction."""


def make_application(arguments: Sequence[str], language: Language | None = None) -> QApplication:
    """Qt's part of the process. `language`: instead of the preferred one."""
    QApplication.setApplicationName("uitars")
    QApplication.setApplicationVersion(__version__)
    QApplication.setDesktopFileName("uitars")
    QApplication.setQuitOnLastWindowClosed(False)
    application = QApplication(list(arguments))
    font = application.font()
    font.setPointSizeF(max(font.pointSizeF(), _SMALLEST_FONT))
    application.setFont(font)
    application.setWindowIcon(icon("uitars", LIGHT.accent))
    translation.install(application, language or open_preferences().value.language)
    return application


class Assistant(QObject):
    """Everything of one process. Only one lives for a person and place."""

    def __init__(
        self,
        application: QApplication,
        single: SingleInstance,
        *,
        theme: ThemeChoice | None = None,
    ) -> None:
        """`single`: the place that later starts are heard at. `theme`: for this process, instead
        of the preferred one."""
        super().__init__(application)
        self._application = application
        preferences = open_preferences()
        state = open_state()
        self._single = single
        self._preferred = preferences.value.theme
        look = Theme(application, theme or self._preferred)
        self.context = Context(preferences, state, look)
        self.window = MainWindow(self.context)
        self.window.restore(state.value.geometry)
        self.presses = open_presses()
        self.confirmations = Confirmations(self.context, self.presses)
        self.confirmations.clear = self._seen_at
        self.presence = Presence(self.context)
        self.task_window = TaskWindow(self.context)
        self.tray = Tray(self.context)
        self._scheduler = Scheduler(self.context.saved, state, self._going, self._tell_locked)
        self._hot_key: HotKey | None = None
        self._on_ours = False
        self._leaving: QMessageBox | None = None
        """Asks whether the run is to be stopped."""
        self._connect()
        for problem in (preferences.problem, state.problem, self.context.saved.problem):
            if problem is not None:
                crash.show_error(self.window, problem)
        self._listen()

    def run(self, *, hidden: bool = False) -> int:
        """Show the window and serve it to the end."""
        crash.catch_defects(self.window)
        Leaving(self._application)
        if not (hidden and self.tray.available):
            self.window.bring_up()
        self._welcome()
        # Once the loop runs, so that what cannot be written is shown and keeps nobody out.
        QTimer.singleShot(0, self._report_interrupted)
        QTimer.singleShot(0, self._scheduler.catch_up)
        code = self._application.exec()
        self.close()
        return code

    def summon(self) -> None:
        """What the hot key does: the open question, else the task box."""
        if self.context.runner.state is not RunState.IDLE and not self.presses.recent(_RECENT):
            return  # the agent pressed it
        if not self.confirmations.take_keyboard():
            self._new_task()

    def _new_task(self) -> None:
        """The task box; while a run goes on, that run."""
        if self._going() is not None:
            self.window.bring_up()
        else:
            self.task_window.summon()

    def close(self) -> None:
        """Stop the run, let everything go, write down what is remembered. Raises `UitarsError`
        where that cannot be written; all else is over then."""
        geometry = self.window.saveGeometry().data()
        self._let_go()
        self._scheduler.close()
        self._on_ours = False  # a run that ends here brings no window up
        self.context.runner.stop()
        self.presence.let_go()
        self.context.close()
        self.tray.close()
        self.presence.close()
        for window in (self.window, self.task_window):
            window.hide()
            window.deleteLater()
        self.presses.close()
        try:
            self.context.state.change(geometry=geometry, running="")
        finally:
            self._single.close()  # the next start reads what was written

    def _connect(self) -> None:
        runner = self.context.runner
        self.window.closing.connect(self._closing)
        self._single.summoned.connect(self.window.bring_up)
        self.task_window.drafted.connect(self.start)
        self.tray.task_wanted.connect(self._new_task)
        self.tray.window_wanted.connect(self.window.bring_up)
        self.tray.quit_wanted.connect(self._quit)
        self.presence.pill.window_wanted.connect(self.window.bring_up)
        runner.desktop_opened.connect(self._desktop_opened)
        runner.proposed.connect(self._wait_for_words)
        runner.inquired.connect(self._wait_for_words)
        runner.settled.connect(self._make_way)
        runner.started.connect(self._started)
        runner.finished.connect(self._finished)
        runner.broke.connect(self._broke)
        runner.questioned.connect(self._questioned)
        self._scheduler.due.connect(self._start_kept)
        self._scheduler.missed.connect(self._missed)
        self.context.background.failed.connect(self._failed)
        self.context.preferences.changed.connect(self._preferences_changed)
        self.context.keys_recording.connect(self._keep_still)

    def _keep_still(self, recording: bool) -> None:
        """While keys are taken down, the hot key is one of them."""
        if recording:
            self._let_go()
        else:
            self._listen()

    def _let_go(self) -> None:
        if self._hot_key is not None:
            self._hot_key.close()
            self._hot_key = None

    def _listen(self) -> None:
        """Listen for the hot key that is chosen."""
        self._let_go()
        chosen = self.context.preferences.value.hot_key
        if not chosen:
            return
        try:
            self._hot_key = open_hot_key(chosen)
        except UitarsError as error:
            crash.show_error(self.window, error)
        if self._hot_key is not None:
            self._hot_key.pressed.connect(self.summon)

    def _preferences_changed(self) -> None:
        preferred = self.context.preferences.value.theme
        if preferred != self._preferred:  # else the theme of this process stays
            self._preferred = preferred
            self.context.theme.choose(preferred)
        self._listen()

    def start(self, draft: Draft) -> None:
        """Begin a run and show it."""
        self.window.bring_up()
        self.context.start(draft)

    def _going(self) -> str | None:
        """The kept task whose run goes on by itself; empty for a person's run, None for none."""
        idle = self.context.runner.state is RunState.IDLE
        return None if idle else self.context.by_itself

    def _tell_locked(self, tell: Callable[[bool], None]) -> None:
        self.context.background.run(self, screen_locked, tell)

    def _start_kept(self, task: SavedTask) -> None:
        """A kept task whose time has come; the window stays where it is."""
        self.context.start_by_itself(task.filled({}), task.name)
        self.tray.tell(self.tr("It is time for the task {0}.").format(task.name))

    def _missed(self, task: SavedTask, why: str) -> None:
        words = {
            "busy": self.tr("The task {0} did not start: another one goes on."),
            "locked": self.tr("The task {0} did not start: the screen is locked."),
            "late": self.tr("The task {0} did not start: its time passed while the computer slept"
                            " or its clock was set."),
            "off": self.tr("The task {0} did not start: the assistant was not running."),
            "ended": self.tr("The task {0} did not start: the assistant ended before its turn."),
        }  # fmt: skip
        self.context.missed.emit(words[why].format(task.name))

    def _welcome(self) -> None:
        """The first screens, once, in the middle of the window: it must have its place first."""
        if not self.context.preferences.value.welcomed and self.window.isVisible():
            dialog = WelcomeDialog(self.context, self.window)
            dialog.task_wanted.connect(self.start)
            self.window.placed.connect(dialog.open, Qt.ConnectionType.QueuedConnection)

    def _started(self, _started: RunStarted, folder: Path) -> None:
        self.context.state.change(running=str(folder))

    def _desktop_opened(self, hands: OpenHands) -> None:
        """On the person's own desktop the agent needs the place."""
        self._on_ours = self.presence.attends(hands)
        if self._on_ours:
            self.window.hide()
            if hands.warning:
                self.tray.tell(hands.warning)

    def _seen_at(self, action: Action) -> QRect:
        """Where the target of an action is on the person's screen."""
        found = QRect()
        for point in places(action):
            if self._on_ours:
                ratio = self.window.devicePixelRatioF()
                at = QPoint(round(point.x / ratio), round(point.y / ratio))
                found |= QRect(at - _AROUND, at + _AROUND)
            else:
                found |= self.context.seen_at(point)
        return found

    def _wait_for_words(self) -> None:
        """What is answered in the window."""
        if self._on_ours:
            self.window.appear()
        elif not self.window.isActiveWindow():
            self.tray.tell(self.tr("The agent needs your answer to go on."))

    def _make_way(self, pending: Pending[object, object]) -> None:
        if self._on_ours and not isinstance(pending.asked, Question):
            self.window.hide()

    def _finished(self) -> None:
        if self._on_ours:
            self._on_ours = False
            self.window.appear()
        self.context.state.change(running="")

    def _report_interrupted(self) -> None:
        """A run that a crash cut off is shown with what is known of it."""
        running = self.context.state.value.running
        if running and Path(running).is_dir():  # it may have been deleted since
            self.context.show_run(Path(running))
        self.context.state.change(running="")

    def _questioned(self) -> None:
        # Elsewhere the card lies above all, and the words beside the tray would lie above the card.
        if QApplication.platformName() == "wayland" and not self.window.isActiveWindow():
            self.tray.tell(self.tr("The agent needs your answer to go on."))

    def _closing(self) -> None:
        if self.tray.available and self.context.preferences.value.stay_in_tray:
            return
        self._quit()

    def _quit(self) -> None:
        if self.context.runner.state is RunState.IDLE:
            self._application.exit()
            return
        self.window.bring_up()
        if self._leaving is not None:
            self._leaving.activateWindow()
            return
        words = self.tr("A run goes on. Stop it and quit?")
        box = self._leaving = plain_box(self.window, QMessageBox.Icon.NoIcon, words)
        stop = box.addButton(self.tr("Stop and quit"), QMessageBox.ButtonRole.AcceptRole)
        go_on = box.addButton(self.tr("Go on"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(go_on)  # an Enter that was meant for something else ends nothing
        # Not `quit`: that closes the window first, and closing it asks this again.
        stop.clicked.connect(lambda: self._application.exit())
        box.finished.connect(self._stay)
        self.context.runner.finished.connect(box.reject)  # there is nothing left to stop
        box.open()

    def _stay(self) -> None:
        self._leaving = None

    def _broke(self, error: BaseException) -> None:
        crash.show_defect(self.window, error)

    def _failed(self, error: UitarsError) -> None:
        crash.show_error(self.window, error)
