"""The card of one question: what would be done, where, by which rule, and the person's answers.

It appears without the keyboard and gives it back nowhere: only a click into a field of the card, or
the person's own key for it, takes it. Closing it is a no.
"""

from __future__ import annotations

import math
import time

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from uitars_app.actions.editor import ActionEditor
from uitars_app.confirm.answers import allowed, corrected, denied
from uitars_app.confirm.facts import QuestionFacts
from uitars_app.confirm.place import MARGIN
from uitars_app.confirm.presses import Presses, YesButton
from uitars_app.runs.questions import PendingQuestion
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.theme import Theme
from uitars_app.theme.tokens import GAP
from uitars_app.widgets.build import ThemedButton, label, let_tab_reach
from uitars_runtime.consent import Consent, Reach

_ARMING_MS = 700
"""A click that was meant for what the card now covers does not count."""
_TICK_MS = 200
_WIDTH = 540
_LEAST_BODY = 120


class ConfirmationCard(QFrame):
    """Answers its pending question once, then closes itself."""

    answered = Signal()
    resized = Signal()
    """It shows more or less than before; its owner puts it where it belongs."""

    def __init__(self, theme: Theme, pending: PendingQuestion, presses: Presses) -> None:
        flags = Qt.WindowType
        super().__init__(
            None,
            flags.Tool
            | flags.FramelessWindowHint
            | flags.WindowStaysOnTopHint
            | flags.WindowDoesNotAcceptFocus,
        )
        self._theme = theme
        self._pending = pending
        self._presses = presses
        self._answered = False
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("May the agent do this?"))
        self.setAccessibleName(self.windowTitle())
        set_kind(self, "card")
        self.setFixedWidth(_WIDTH)
        self._more = label(kind="muted")
        self._left = label(kind="muted")
        self._time = QProgressBar()
        self._warning = label(kind="warning", wraps=True)
        self._warning.setContentsMargins(GAP, 4, GAP, 4)
        self._warning.hide()
        self._words = QLineEdit()
        self._editor = ActionEditor()
        self._answers = self._answer_row()
        self._body, self._inside = QScrollArea(), QWidget()
        self._lay_out(QuestionFacts(theme, pending.asked))
        self._armed = math.inf
        self._arming = QTimer(self, interval=_ARMING_MS, singleShot=True)
        self._arming.timeout.connect(self._arm)
        self._ticking = QTimer(self, interval=_TICK_MS)
        self._ticking.timeout.connect(self._tick)
        self._tick()
        self.fit()
        self._deny.setFocus()

    @property
    def pending(self) -> PendingQuestion:
        return self._pending

    def appear(self, waiting: int) -> None:
        """Show the card without taking the keyboard; `waiting`: how many questions follow."""
        self._more.setText(self.tr("%n more waiting", "", waiting) if waiting else "")
        if not self.isVisible():
            self.show()
            self._arming.start()
            self._ticking.start()

    def fit(self) -> None:
        """Be as tall as what is shown; what the screen has no room for is reached by scrolling, and
        the answers stay in sight."""
        inside = self._inside
        wraps = inside.hasHeightForWidth()
        width = _WIDTH - 4 * GAP - 2 * self.frameWidth()
        whole = inside.heightForWidth(width) if wraps else inside.sizeHint().height()
        self._body.setFixedHeight(whole)
        room = self.screen().availableGeometry().height() - 2 * MARGIN
        over = self.sizeHint().height() - room
        let_tab_reach(self._body, wanted=over > 0)
        if over > 0:
            self._body.setFixedHeight(max(self._body.height() - over, _LEAST_BODY))
        self.adjustSize()
        self.resized.emit()

    def take_keyboard(self) -> None:
        """The person asked for it: let the card be worked with keys."""
        if self.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus:
            place = self.pos()
            self.setWindowFlag(Qt.WindowType.WindowDoesNotAcceptFocus, False)
            self.move(place)
            self.show()
        self.activateWindow()
        self._deny.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        self._ticking.stop()
        self._arming.stop()
        if not self._answered:
            self._answered = True
            self._pending.answer(denied(self._pending.asked))
        super().closeEvent(event)
        self.answered.emit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        # Minimised it could not be seen, and the run would wait for nothing.
        if event.type() == QEvent.Type.WindowStateChange and self.isMinimized():
            self.showNormal()
        super().changeEvent(event)

    def _lay_out(self, facts: QWidget) -> None:
        head = QHBoxLayout()
        head.addWidget(label(self.tr("May the agent do this?"), "heading"), 1)
        head.addWidget(self._more)
        head.addWidget(self._left)
        close = ThemedButton(self._theme, self.tr("Close and deny"), "cross", "icon")
        close.clicked.connect(self.close)
        head.addWidget(close)
        self._time.setTextVisible(False)
        self._time.setRange(0, 1000)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GAP, GAP + 4, 2 * GAP, 2 * GAP)
        column.setSpacing(GAP + 2)
        column.addLayout(head)
        column.addWidget(self._time)
        column.addWidget(self._scrolled(facts, self._editor))
        column.addWidget(self._warning)
        column.addWidget(self._words)
        column.addWidget(self._answers)
        self._words.setPlaceholderText(self.tr("Why not? The agent reads this"))
        self._words.setAccessibleName(self.tr("Words to the agent"))
        self._words.hide()
        self._words.returnPressed.connect(self._deny_with_words)
        self._editor.hide()
        self._editor.changed.connect(self._show_editable)

    def _scrolled(self, *parts: QWidget) -> QWidget:
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP + 2)
        for part in parts:
            column.addWidget(part)
        set_kind(self._body, "bare")
        self._body.setAccessibleName(self.windowTitle())
        self._body.setWidget(self._inside)
        self._body.setWidgetResizable(True)
        self._body.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return self._body

    def _answer_row(self) -> QWidget:
        theme = self._theme
        again = self.tr("You are not asked the same again while this run goes on.")
        self._deny = ThemedButton(theme, self.tr("Deny"), "cross", tip=again)
        self._say = ThemedButton(theme, self.tr("Deny and say why"), "say", "icon")
        self._edit = ThemedButton(theme, self.tr("Change the action"), "edit", "icon")
        self._allows = {
            Reach.APP: YesButton(theme, self.tr("For this app"), kind="quiet"),
            Reach.RUN: YesButton(theme, self.tr("For this run"), kind="quiet"),
            Reach.ONCE: YesButton(theme, self.tr("Allow once"), "check", "primary"),
        }
        self._use = YesButton(theme, self.tr("Do this instead"), "check", "primary")
        self._use.hide()
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(GAP)
        for button in (self._deny, self._say, self._edit):
            line.addWidget(button)
        line.addStretch(1)
        for reach, button in self._allows.items():
            button.setEnabled(False)
            button.setVisible(reach in self._pending.asked.reaches)
            button.clicked.connect(lambda _=False, reach=reach: self._allow(reach))
            line.addWidget(button)
        line.addWidget(self._use)
        self._deny.clicked.connect(self._deny_with_words)
        self._say.clicked.connect(self._open_words)
        self._edit.clicked.connect(self._open_editor)
        self._use.clicked.connect(self._use_edited)
        return row

    def _arm(self) -> None:
        self._armed = time.monotonic()
        for button in self._allows.values():
            button.setEnabled(True)

    def _tick(self) -> None:
        left, whole = self._pending.left, self._pending.seconds or 1.0
        self._left.setText(self.tr("{0} s").format(round(left)))
        self._time.setValue(round(1000 * left / whole))

    def _allow(self, reach: Reach) -> None:
        self._answer_physically(self._allows[reach], allowed(self._pending.asked, reach))

    def _use_edited(self) -> None:
        action = self._editor.action()
        if action is not None:
            self._answer_physically(self._use, corrected(self._pending.asked, action))

    def _answer_physically(self, button: YesButton, consent: Consent) -> None:
        """A yes counts only where a device of this computer pressed this very button, once it
        could be read what it says: a busy program hears late of a press."""
        if self._presses.persons(button.press, self._armed):
            self._answer(consent)
            return
        self._warning.setText(
            self.tr("This press did not come from a mouse or keyboard of this computer,"
                    " so it does not count as a yes.")
        )  # fmt: skip
        self._warning.show()
        self.fit()

    def _deny_with_words(self) -> None:
        self._answer(denied(self._pending.asked, self._words.text().strip()))

    def _answer(self, consent: Consent) -> None:
        self._answered = True
        # Off the screen before the hands look again.
        self.hide()
        QGuiApplication.sync()
        self._pending.answer(consent)
        self.close()

    def _open_words(self) -> None:
        self.take_keyboard()
        self._words.show()
        self._words.setFocus()
        self.fit()

    def _open_editor(self) -> None:
        self.take_keyboard()
        self._editor.show_action(self._pending.asked.action)
        self._editor.show()
        for button in (*self._allows.values(), self._edit, self._say):
            button.hide()
        self._use.show()
        self._editor.take_focus()
        self.fit()
        self._body.ensureWidgetVisible(self._editor)

    def _show_editable(self) -> None:
        self._use.setEnabled(self._editor.action() is not None)
        self.fit()
