"""The page of kept tasks: what can be started with one click, or starts by the clock."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QListWidgetItem, QVBoxLayout, QWidget

from uitars_app.context import Context, busy
from uitars_app.crash import show_error
from uitars_app.runs.runner import RunState
from uitars_app.saved.fill import FillDialog
from uitars_app.saved.form import TaskForm
from uitars_app.saved.task import SavedTask, check
from uitars_app.taskbox.request import Draft
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.transcript.notice import Notice
from uitars_app.unsaved import WayBack
from uitars_app.widgets.build import ThemedButton, label, tip
from uitars_app.widgets.hints import HintedList
from uitars_app.widgets.page import Page
from uitars_runtime.errors import UitarsError

_NEW = SavedTask(name="", text="")


class SavedPage(Page):
    """A list of names, and the form of the chosen one."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._tasks = context.saved
        self.list = HintedList()
        self.list.hint = self.tr("No task is kept yet. Write one here, or save a run's from the"
                                 " history.")  # fmt: skip
        self.list.setAccessibleName(self.tr("Kept tasks"))
        self.list.setFixedWidth(220)
        set_kind(self.list, "rows")
        self.form = TaskForm(context)
        self.notice = Notice(context.theme)
        self._back = WayBack(self.list, self.form, self.notice)
        add = ThemedButton(context.theme, self.tr("New task"), "task")
        add.clicked.connect(lambda: self.propose(Draft("")))
        left = QVBoxLayout()
        left.setSpacing(GAP)
        left.addWidget(add)
        left.addWidget(self.list, 1)
        card = QWidget()
        set_kind(card, "page")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(2 * GAP, 0, 0, 0)
        inside.addWidget(self.form)
        row = QHBoxLayout()
        row.addLayout(left)
        row.addWidget(card, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        whole.setSpacing(GAP + GAP // 2)
        whole.addWidget(label(self.tr("Kept tasks"), "title"))
        whole.addWidget(
            label(
                self.tr("Tasks to start again, by hand or at set times. A task that starts by"
                        " itself follows its policy like any other and asks you where it must."),
                "muted", wraps=True,
            )
        )  # fmt: skip
        whole.addWidget(self.notice)
        whole.addLayout(row, 1)
        self.list.currentItemChanged.connect(self._back.show_row)
        self.form.saved.connect(self._save)
        self.form.started.connect(self._start)
        self.form.deleted.connect(self._delete)
        self._tasks.changed.connect(self._fill)
        context.keep_wanted.connect(self.propose)
        self._fill()

    def propose(self, draft: Draft) -> None:
        """Begin a kept task with this draft; the person names and saves it."""
        first = draft.text.splitlines()[0] if draft.text else ""
        task = SavedTask(
            name=first[:60],
            text=draft.text,
            program=draft.program,
            choices=draft.choices,
            files=tuple(str(file.absolute()) for file in draft.files),
        )
        self._back.edit(_NEW, task)
        self.form.name.setFocus()
        self.form.name.selectAll()

    def _fill(self) -> None:
        chosen = self.form.task.name
        self.list.clear()
        for task in self._tasks.value.tasks:
            item = QListWidgetItem(task.name)
            item.setData(Qt.ItemDataRole.UserRole, task)
            schedule = task.schedule if task.enabled else ""
            item.setToolTip(tip("\n".join(filter(None, (task.name, schedule)))))
            self.list.addItem(item)
            if task.name == chosen:
                self.list.setCurrentItem(item)
        self.first = self.list if self.list.count() else self.form.name
        if not self.list.count():
            self.form.show_task(_NEW)
        elif self.list.currentRow() < 0:
            self.list.setCurrentRow(0)

    def _save(self, task: SavedTask, before: str) -> None:
        names = {other.name for other in self._tasks.value.tasks} - {before}
        try:
            check(task)
            if task.name in names:
                self.notice.warn(self.tr("There is a kept task {0} already.").format(task.name))
                return
            self._tasks.update(lambda tasks: tasks.with_task(task, before))
        except UitarsError as error:
            show_error(self, error)
            return
        self.notice.inform(self.tr("Saved."))

    def _delete(self, name: str) -> None:
        deleted = self.form.kept
        try:
            self._tasks.update(lambda tasks: tasks.without(name))
        except UitarsError as error:
            show_error(self, error)
            return
        self.notice.inform(
            self.tr("The task {0} is deleted.").format(name),
            self.tr("Back to it"),
            lambda: self._back.edit(_NEW, deleted),
        )

    def _start(self, task: SavedTask) -> None:
        if self._context.runner.state is not RunState.IDLE:
            self.notice.warn(str(busy()))
        elif task.places:
            dialog = FillDialog(task, self)
            dialog.filled.connect(partial(self._context.start, kept=task.name))
            dialog.open()
        else:
            self._context.start(task.filled({}), kept=task.name)
