"""The task page: the run that goes on or was opened, and the box for the next task."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from uitars_app.annotate.panel import ReviewPanel
from uitars_app.context import Context, busy
from uitars_app.history.index import draft_of
from uitars_app.live.view import LiveView
from uitars_app.runs.pending import Pending
from uitars_app.runs.runner import RunState
from uitars_app.taskbox.composer import Composer, Purpose
from uitars_app.taskbox.request import Draft
from uitars_app.theme.tokens import GAP
from uitars_app.thoughts import said_words
from uitars_app.transcript.controls import RunHead
from uitars_app.transcript.detail import StepDetail
from uitars_app.transcript.evidence import EvidencePanel
from uitars_app.transcript.model import TranscriptModel
from uitars_app.transcript.notice import Notice
from uitars_app.transcript.now import NowPanel
from uitars_app.transcript.pictures import Pictures
from uitars_app.transcript.start import StartView
from uitars_app.transcript.view import StepList
from uitars_app.welcome.first_task import next_task
from uitars_app.widgets.page import Page
from uitars_app.words import advice_words, ending_words
from uitars_runtime.errors import UitarsError
from uitars_runtime.intent import MEANT
from uitars_runtime.journal import Record, read_record
from uitars_runtime.run import Request
from uitars_runtime.run_record import Ending, RunEnded, RunStarted
from uitars_runtime.types import Step

if TYPE_CHECKING:
    from uitars_runtime.hands.opening import OpenHands

_LEAST_SIDE = 80
"""On the lowest screens; less than what stands in it asks for, so that all else keeps its room."""


class TaskPage(Page):
    """Shows one run at a time; a run that goes on stays reachable while another is shown."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._live = Path()
        """Of the run that goes on or went on last; empty until it is started."""
        self._inquiry: Pending[str, str] | None = None
        self._pictures = Pictures(context.background, self)
        self.model = TranscriptModel(self)
        self.steps = StepList(context, self._pictures, self.model)
        self.detail = StepDetail(context, self._pictures)
        self.live = LiveView(context)
        context.seen_at = self.live.place_of
        self.review = ReviewPanel(context)
        self.head = RunHead(context)
        self.evidence = EvidencePanel(context.theme)
        self.notice = Notice(context.theme)
        self.warning = Notice(context.theme)
        """What is to be known of the desktop as long as the run goes on."""
        self.question = Notice(context.theme)
        """What the agent asks, until it is answered."""
        self.other = Notice(context.theme)
        """That another run than the shown one goes on, as long as it does."""
        self.missed = Notice(context.theme)
        """Which kept tasks did not start."""
        self.composer = Composer(context)
        self._start = StartView(context)
        self._side = QTabWidget()
        self.first = self.composer
        self._lay_out()
        self._connect()

    def show_run(self, folder: Path) -> None:
        """Show a recorded run; read beside the window."""
        self._context.background.run(self, lambda: read_record(folder), self._show_record)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self.evidence.fit(self.height())

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self.steps, 1)
        column.addWidget(NowPanel(self._context))
        self._side.setDocumentMode(True)
        self._side.addTab(self.detail, self.tr("Step"))
        self._side.addTab(self.live, self.tr("Live"))
        self._side.addTab(self.review, self.tr("Accept or correct"))
        self._side.setTabVisible(2, False)
        self._side.tabBar().setVisible(False)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(left)
        split.addWidget(self._side)
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 3)
        split.setHandleWidth(2 * GAP)
        split.setChildrenCollapsible(False)
        self._side.setMinimumHeight(_LEAST_SIDE)
        split.setSizes([400, 560])
        run = QWidget()
        inside = QVBoxLayout(run)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(GAP + GAP // 2)
        inside.addWidget(self.head)
        inside.addWidget(self.evidence)
        inside.addWidget(split, 1)
        self.stack = QStackedWidget()
        # It takes what the words above and the task box below leave, and asks for nothing.
        self.stack.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self.stack.addWidget(self._start)
        self.stack.addWidget(run)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        whole.setSpacing(GAP + GAP // 2)
        whole.addWidget(self.missed)
        whole.addWidget(self.other)
        whole.addWidget(self.warning)
        whole.addWidget(self.notice)
        whole.addWidget(self.question)
        whole.addWidget(self.stack, 1)
        whole.addWidget(self.composer)

    def _connect(self) -> None:
        runner, context = self._context.runner, self._context
        runner.begun.connect(self._begun)
        runner.desktop_opened.connect(self._warn)
        for notice in (self.warning, self.other):
            runner.finished.connect(notice.clear)
        runner.started.connect(self._started)
        runner.stepped.connect(self._stepped)
        runner.ended.connect(self._ended)
        runner.failed.connect(self._failed)
        runner.inquired.connect(self._inquire)
        runner.settled.connect(self._settled)
        runner.state_changed.connect(self._choose_purpose)
        self.live.opened.connect(self._show_live)
        self.review.opened.connect(self._show_review)
        self.head.files.failed.connect(self.notice.warn)
        self.head.take_over.clicked.connect(self._take_over)
        self.steps.clicked.connect(self._show_detail)
        self.evidence.step_wanted.connect(self._go_to)
        self.steps.selectionModel().currentChanged.connect(self._choose_step)
        self.composer.drafted.connect(context.start)
        self.composer.said.connect(self._say)
        self.composer.answered.connect(self._answer)
        self.composer.outdated.connect(self._say_outdated)
        context.run_wanted.connect(self.show_run)
        context.draft_wanted.connect(self._take)
        context.missed.connect(self._tell_missed)
        self._start.proposed.connect(self.composer.propose)
        self._start.drafted.connect(context.start)

    @property
    def _shows_live(self) -> bool:
        """Whether the run that goes on, or went on last, is the one that is shown."""
        return self.stack.currentIndex() == 1 and self.model.folder == self._live

    def _begun(self, request: Request) -> None:
        self._live = Path()
        if not self._context.by_itself:
            self.notice.clear()
            self._show_begun(request)
            self.composer.take_focus()
        elif self._shows_live:  # one that came to nothing
            self._show_begun(request)
        else:
            self._tell_of_other()

    def _tell_of_other(self) -> None:
        words = self.tr("Another run goes on.")
        self.other.inform(words, self.tr("Show it"), self._show_going)

    def _show_begun(self, request: Request) -> None:
        """A run that has no record yet."""
        self.other.clear()
        self.model.show_run(Path())
        self.detail.clear()
        self.head.show_live(request.task)
        self.evidence.hide()
        self.stack.setCurrentIndex(1)

    def _warn(self, hands: OpenHands) -> None:
        if hands.warning:
            self.warning.warn(hands.warning)

    def _started(self, _started: RunStarted, folder: Path) -> None:
        shown = self._shows_live  # else another was opened while it began
        self._live = folder
        if shown:
            self.model.show_run(folder)

    def _stepped(self, step: Step) -> None:
        if not self._shows_live:
            return
        if step.index == self.model.rowCount():
            self.model.add(step)
        elif step.index > self.model.rowCount():
            self._show_going()  # one came while the record was read

    def _ended(self, ended: RunEnded) -> None:
        if not self._shows_live:
            words = self.tr("The other run is over: {0}").format(ending_words(ended))
            self.notice.inform(words, self.tr("Show it"), self._show_going)
        elif self._context.runner.request is not None:
            self.head.show_record(self._context.runner.request.task, ended)
            self.evidence.show_ended(ended)
            self._show_last_words(ended, self._context.draft)
            self._show_next(self._context.runner.request.task, ended)

    def _show_last_words(self, ended: RunEnded, draft: Draft | None) -> None:
        """Why a run did not finish, or what it found out. `draft`: what it was started with; None
        where it started by itself."""
        if ended.ending is Ending.STOPPED:
            return  # who stopped it knows why
        if ended.exit_code:
            self._warn_of(f"{said_words(ended.reason)} {advice_words(ended)}".strip(), draft)
        elif ended.answer:
            self.notice.inform(said_words(ended.answer))

    def _show_next(self, task: str, ended: RunEnded) -> None:
        """After the first task of all: how to go on."""
        following = next_task(task)
        if following is not None and not ended.exit_code:
            words = self.tr("That was a first task. Say the next one yourself: what stands on the"
                            " screen, text in quotes, one part after the other. For example:"
                            " {0}")  # fmt: skip
            self.notice.inform(
                words.format(following.text),
                self.tr("Put it into the box"),
                lambda: self.composer.take(following),
            )

    def _show_going(self) -> None:
        """Back to the run that goes on, or went on last."""
        request = self._context.runner.request
        if self._live == Path() and request is not None:
            self._show_begun(request)
        else:
            self.show_run(self._live)

    def _failed(self, error: UitarsError) -> None:
        draft = self._context.draft
        nothing = self._shows_live and not self.model.rowCount()
        if nothing:
            self.stack.setCurrentIndex(0)
        if nothing and draft is not None and self.composer.is_empty:
            self.notice.warn(str(error))
            self.composer.take(draft)
        elif not self._context.by_itself:  # that is told as missed
            self._warn_of(str(error), draft)

    def _warn_of(self, words: str, draft: Draft | None) -> None:
        """Why a run did not finish, with a button that puts what was started into the task box."""
        again = self.tr("Change the task") if draft is not None else ""
        self.notice.warn(words, again, lambda: self._take_again(draft))

    def _take_again(self, draft: Draft | None) -> None:
        """A task that a person started, to be changed."""
        if draft is not None:
            self.composer.take(draft)

    def _take(self, draft: Draft) -> None:
        """A draft for the task box; while a run goes on, it waits there."""
        self.composer.take(draft)
        if self._context.runner.state is not RunState.IDLE:
            self.notice.warn(str(busy()))

    def _show_record(self, record: Record) -> None:
        run = record.trajectory
        going = self._context.runner.state is not RunState.IDLE
        self.model.show_run(record.folder, run.steps)
        self.stack.setCurrentIndex(1)
        self.notice.clear()
        if going and record.folder == self._live:
            self.other.clear()
            self.head.show_live(run.started.task.text)
            self.evidence.hide()
        else:
            self.head.show_record(run.started.task.text, run.ended)
            self.evidence.show_ended(run.ended)
            self._tell_of(record, going=going)
        self.detail.clear()
        self.steps.follow()

    def _tell_of(self, record: Record, *, going: bool) -> None:
        """What is to be known of a run that is over. `going`: another one goes on."""
        started, ended = record.trajectory.started, record.trajectory.ended
        if going:
            self._tell_of_other()
        if record.problems:
            self.notice.warn(" ".join(record.problems))
        elif ended is not None and not going:
            self._show_last_words(ended, draft_of(started.task.text, started.asked))

    def _choose_step(self, index: QModelIndex) -> None:
        if index.isValid():
            self.detail.show_step(self.model.folder, self.model.step(index.row()))

    def _show_live(self, there: bool) -> None:
        """A private desktop is shown while it lives; its steps stay one tab away."""
        self._side.tabBar().setVisible(there)
        self._side.setCurrentWidget(self.live if there else self.detail)

    def _show_review(self, there: bool) -> None:
        tab = self._side.indexOf(self.review)
        self._side.tabBar().setVisible(there or self.live.is_open)
        self._side.setTabVisible(tab, there)
        self._side.setCurrentIndex(tab if there else self._side.indexOf(self.detail))

    def _show_detail(self, _index: QModelIndex) -> None:
        self._side.setCurrentWidget(self.detail)

    def _go_to(self, step: int) -> None:
        """Show this step of the run that is shown."""
        self.steps.setCurrentIndex(self.model.index(step))
        self._side.setCurrentWidget(self.detail)

    def _take_over(self) -> None:
        if self.live.is_open:
            self._side.setCurrentWidget(self.live)
            self.live.take_over()

    def _say(self, words: str) -> None:
        self._context.runner.say(words)
        self.notice.inform(self.tr("The agent reads this before its next step: {0}").format(words))

    def _tell_missed(self, words: str) -> None:
        before = self.missed.words.splitlines()
        if words not in before:
            self.missed.warn("\n".join((*before, words)))

    def _say_outdated(self, purpose: Purpose) -> None:
        late = self.tr("The agent no longer waits for these words.")
        self.notice.warn(str(busy()) if purpose is Purpose.TASK else late)

    def _inquire(self, inquiry: Pending[str, str]) -> None:
        self._inquiry = inquiry
        # The answer is the model's to read, whatever language the button is in.
        agree = self.tr("Yes") if inquiry.asked.endswith(MEANT) else ""
        asked = self.tr("The agent asks: {0}").format(said_words(inquiry.asked))
        self.question.inform(asked, agree, lambda: self._answer("yes"))
        self._choose_purpose()
        self.composer.take_focus()

    def _answer(self, words: str) -> None:
        if self._inquiry is not None:
            self._inquiry.answer(words)

    def _settled(self, pending: Pending[object, object]) -> None:
        if self._inquiry is pending:
            self._inquiry = None
            self.question.clear()
            self._choose_purpose()

    def _choose_purpose(self) -> None:
        if self._inquiry is not None:
            purpose = Purpose.ANSWER
        elif self._context.runner.state is RunState.IDLE:
            purpose = Purpose.TASK
        else:
            purpose = Purpose.SAY
        self.composer.set_purpose(purpose)
