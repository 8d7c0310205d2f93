"""The page of sessions: private desktops that live on, what runs in them, and one of them live."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QListWidgetItem, QVBoxLayout

from uitars_app.context import Context
from uitars_app.sessions import work
from uitars_app.sessions.hold import Hold
from uitars_app.sessions.start import StartDialog
from uitars_app.sessions.view import SessionView
from uitars_app.sessions.words import facts_words, holder_words, programs_words
from uitars_app.sessions.work import SessionFacts, Wish
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.transcript.notice import Notice
from uitars_app.widgets.build import ThemedButton, label, tip
from uitars_app.widgets.hints import HintedList
from uitars_app.widgets.page import Page
from uitars_app.widgets.question import loss_question
from uitars_runtime.errors import UitarsError

_LOOK_MS = 1500
"""Between two looks at the sessions, while somebody looks at the page."""
_LIST_WIDTH = 264


class SessionsPage(Page):
    """A list of sessions, and the chosen one live beside it."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._found: list[SessionFacts] = []
        self._looking = self._again = False
        self.hold = Hold(context, self)
        self.notice = Notice(context.theme)
        self.list = HintedList()
        self.list.hint = self.tr("No session lives. Start one here, or on a command line:"
                                 " uitars sandbox start")  # fmt: skip
        self.view = SessionView(context.theme)
        theme = context.theme
        self.new = ThemedButton(theme, self.tr("New session"), "desktop")
        self.take_over = ThemedButton(theme, self.tr("Take over"), "take-over")
        self.give_back = ThemedButton(theme, self.tr("Give back"), "play", "primary")
        self.pause = ThemedButton(theme, self.tr("Pause"), "pause")
        self.resume = ThemedButton(theme, self.tr("Go on"), "play", "primary")
        self.stop = ThemedButton(theme, self.tr("Stop"), "stop", "danger")
        self._timer = QTimer(self, interval=_LOOK_MS)
        self.first = self.list
        self._lay_out()
        self._connect()
        self._show_buttons()

    @property
    def chosen(self) -> SessionFacts | None:
        """The session that is shown."""
        row = self.list.currentRow()
        return self._found[row] if 0 <= row < len(self._found) else None

    def reload(self) -> None:
        """Look at the sessions again, beside the window; one look at a time."""
        self._again = self._looking
        if not self._looking:
            self._looking = True
            self._context.background.run(self, work.sessions, self._looked, self._not_looked)

    def show_sessions(self, found: Sequence[SessionFacts]) -> None:
        """Show these, and go on with the chosen one where it still lives."""
        before = self.chosen
        self._found = list(found)
        ids = [facts.record.id for facts in found]
        if self.hold.session and (self.hold.session not in ids or self.hold.over):
            self.hold.give_back()
        self.list.blockSignals(True)
        while self.list.count() > len(found):
            self.list.takeItem(self.list.count() - 1)
        while self.list.count() < len(found):
            self.list.addItem(QListWidgetItem())
        for row, facts in enumerate(found):
            self._fill(self.list.item(row), facts)
        kept = ids.index(before.record.id) if before and before.record.id in ids else 0
        self.list.setCurrentRow(kept if found else -1)
        self.list.blockSignals(False)
        self.first = self.list if found else self.new
        if not found and self.list.hasFocus():
            self.new.setFocus()
        self._choose()

    def ask_start(self) -> None:
        """Ask what a new session is to be like, and start it."""
        dialog = StartDialog(self._context, self)
        dialog.wanted.connect(self.start)
        dialog.open()

    def start(self, program: str, size: str) -> None:
        """Start one beside the window."""
        self.new.setEnabled(False)
        self.notice.inform(self.tr("The session starts …"))
        self._do(lambda: work.start(program, work.size_of(size)), self._started)

    def ask_stop(self) -> None:
        """Stop the chosen session once the person said so: what is open there is lost."""
        facts = self.chosen
        if facts is None:
            return
        loss_question(
            self,
            self.tr("Stop the session {0}?").format(facts.record.id),
            self._loss(facts),
            self.tr("Stop it"),
            lambda: self._wish(Wish.STOP, facts.record.id),
        ).open()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        super().showEvent(event)
        self._timer.start()
        self.reload()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        super().hideEvent(event)
        self._timer.stop()

    def _lay_out(self) -> None:
        self.list.setAccessibleName(self.tr("Sessions"))
        self.list.setFixedWidth(_LIST_WIDTH)
        set_kind(self.list, "rows")
        left = QVBoxLayout()
        left.setSpacing(GAP)
        left.addWidget(self.new)
        left.addWidget(self.list, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(GAP)
        for button in (self.take_over, self.give_back, self.pause, self.resume):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.stop)
        right = QVBoxLayout()
        right.setSpacing(GAP)
        right.addWidget(self.view, 1)
        right.addLayout(buttons)
        row = QHBoxLayout()
        row.setSpacing(2 * GAP)
        row.addLayout(left)
        row.addLayout(right, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        whole.setSpacing(GAP + GAP // 2)
        whole.addWidget(label(self.tr("Sessions"), "title"))
        words = self.tr("Private desktops that stay between runs. Watch one, or take it over: the"
                        " run that works there keeps still until you give it back.")  # fmt: skip
        whole.addWidget(label(words, "muted", wraps=True))
        whole.addWidget(self.notice)
        whole.addLayout(row, 1)

    def _connect(self) -> None:
        self._timer.timeout.connect(self.reload)
        self.list.currentRowChanged.connect(self._choose)
        self.view.take_over_wanted.connect(self._take_over)
        self.new.clicked.connect(self.ask_start)
        self.take_over.clicked.connect(self._take_over)
        self.give_back.clicked.connect(self.hold.give_back)
        self.pause.clicked.connect(lambda: self._wish_chosen(Wish.PAUSE))
        self.resume.clicked.connect(lambda: self._wish_chosen(Wish.RESUME))
        self.stop.clicked.connect(self.ask_stop)
        self.hold.changed.connect(self._held)
        self.hold.failed.connect(self._complain)

    def _fill(self, item: QListWidgetItem, facts: SessionFacts) -> None:
        lines = (
            programs_words(facts),
            holder_words(facts, here=facts.record.id == self.hold.session),
            facts_words(facts),
        )
        item.setText("\n".join(lines))
        item.setToolTip(tip("\n".join((*lines, facts.record.workspace))))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(lines))

    def _choose(self, _row: int = -1) -> None:
        facts = self.chosen
        taken = facts is not None and facts.record.id == self.hold.session
        self.view.show_session(facts, taken=taken)
        self._show_buttons()

    def _show_buttons(self) -> None:
        facts = self.chosen
        record = None if facts is None else facts.record
        mine = record is not None and record.id == self.hold.session
        paused = record is not None and record.paused
        held = record is not None and (record.lease is not None or record.person)
        self.take_over.setVisible(not mine)
        self.take_over.setEnabled(record is not None and not paused and not self.hold.asking)
        self.give_back.setVisible(mine)
        self.pause.setVisible(not paused)
        self.pause.setEnabled(record is not None and not held)
        self.resume.setVisible(paused)
        self.stop.setEnabled(record is not None)

    def _take_over(self) -> None:
        facts = self.chosen
        if facts is not None and not facts.record.paused:
            self.hold.take(facts.record.id)

    def _held(self) -> None:
        """The person has a session now, or has one no more."""
        self.show_sessions(self._found)
        if self.view.working:
            self.view.setFocus()
        self.reload()

    def _started(self, session: str) -> None:
        self.new.setEnabled(True)
        self.notice.clear()

        def choose(found: list[SessionFacts]) -> None:
            self.show_sessions(found)
            for row, facts in enumerate(self._found):
                if facts.record.id == session:
                    self.list.setCurrentRow(row)

        self._context.background.run(self, work.sessions, choose, self._complain)

    def _wish_chosen(self, wish: Wish) -> None:
        if self.chosen is not None:
            self._wish(wish, self.chosen.record.id)

    def _wish(self, wish: Wish, session: str) -> None:
        if session == self.hold.session:
            self.hold.give_back()
        self._do(lambda: work.do(wish, session), lambda _done: self.reload())

    def _do(self, task: Callable[[], str], done: Callable[[str], None]) -> None:
        self._context.background.run(self, task, done, self._complain)

    def _looked(self, found: list[SessionFacts]) -> None:
        self._looking = False
        self.show_sessions(found)
        if self._again:
            self.reload()

    def _not_looked(self, error: UitarsError) -> None:
        self._looking = False
        self._complain(error)

    def _loss(self, facts: SessionFacts) -> str:
        """What a stop would take away."""
        words = [self.tr("Its programs end; what they have not saved is lost.")]
        if not facts.record.order.workspace:
            words.append(self.tr("The files in its workspace are removed."))
        if facts.record.lease is not None:
            words.append(self.tr("The run that works there loses its desktop."))
        words.append(self.tr("Checkpoints stay."))
        return " ".join(words)

    def _complain(self, error: UitarsError) -> None:
        self.new.setEnabled(True)
        self.notice.warn(str(error))
        self.reload()
