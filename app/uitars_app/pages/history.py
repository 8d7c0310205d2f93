"""The history page: every recorded run, found by words, replayed, compared, exported, deleted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from uitars_app.context import Context
from uitars_app.history import index
from uitars_app.history.compare import CompareDialog, summary
from uitars_app.history.exports import FORMATS
from uitars_app.history.index import Entry
from uitars_app.history.model import RunsModel, outcome_words
from uitars_app.history.replay import Replay
from uitars_app.history.table import RunsTable
from uitars_app.theme.tokens import GAP
from uitars_app.transcript.notice import Notice
from uitars_app.transcript.pictures import Pictures
from uitars_app.widgets.build import ThemedButton, label
from uitars_app.widgets.page import Page
from uitars_app.widgets.question import loss_question
from uitars_app.widgets.scrolled_words import ScrolledWords
from uitars_app.widgets.wheel import leave_wheel
from uitars_app.words import shown
from uitars_runtime.errors import UitarsError
from uitars_runtime.export.formats import export
from uitars_runtime.journal import Record, read_record


class HistoryPage(Page):
    """Reads the run folders anew whenever it is shown."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self.model = RunsModel(self)
        self.table = RunsTable(context.theme, self.model)
        self.search = QLineEdit()
        self._outcome = QComboBox()
        self._empty = label(kind="muted", wraps=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._task = ScrolledWords(kind="heading")
        self._summary = label(kind="muted")
        self.replay = Replay(context, Pictures(context.background, self))
        self.notice = Notice(context.theme)
        self._side = QWidget()
        theme = context.theme
        self._open = ThemedButton(theme, self.tr("Open"), "enlarge", "primary")
        self._again = ThemedButton(theme, self.tr("Run again"), "again")
        self._keep = ThemedButton(theme, self.tr("Save as a task"), "pin")
        self._export = ThemedButton(theme, self.tr("Export"), "export")
        self._compare = ThemedButton(theme, self.tr("Compare"), "compare", "icon")
        self._delete = ThemedButton(theme, self.tr("Delete"), "delete", "icon")
        self._lay_out()
        self._connect()
        self._choose()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        super().showEvent(event)
        self.notice.look_again()
        self.reload()

    def reload(self) -> None:
        """Read the runs again."""
        self._context.background.run(self, index.read_entries, self._show_entries, self._complain)

    @property
    def chosen(self) -> list[Entry]:
        """The runs that are chosen, in the order of the table."""
        rows = {place.row() for place in self.table.selectionModel().selectedRows()}
        return [self.model.entry(row) for row in sorted(rows)]

    def export_to(self, folder: Path, form: str, out: Path) -> None:
        """Write the run in `folder` to a file or a folder."""
        self._context.background.run(
            self,
            lambda: export(folder, form, out),
            lambda _none: self.notice.inform(self.tr("Written to {0}").format(out)),
            self._complain,
        )

    def delete(self, folders: Sequence[Path], *, learned: bool = False) -> None:
        """Delete runs without a question; the button asks first. `learned`: also what is
        remembered of them."""

        def failed(error: UitarsError) -> None:
            self._complain(error)
            self.reload()

        self._context.background.run(
            self,
            lambda: index.delete(folders, learned=learned),
            lambda _: self.reload(),
            failed,
        )

    def _lay_out(self) -> None:
        self.search.setPlaceholderText(self.tr("Search task, window, thoughts, results"))
        self.search.setAccessibleName(self.tr("Search runs"))
        self.search.setClearButtonEnabled(True)
        self._outcome.setAccessibleName(self.tr("Outcome"))
        leave_wheel(self._outcome)
        for words, key in (
            (self.tr("All outcomes"), "all"),
            (self.tr("Finished and checked"), "finished"),
            (self.tr("Finished, unchecked"), "unchecked"),
            (self.tr("Not finished"), "failed"),
            (self.tr("Interrupted"), "interrupted"),
        ):
            self._outcome.addItem(words, key)
        bar = QHBoxLayout()
        bar.setSpacing(GAP)
        bar.addWidget(self.search, 1)
        bar.addWidget(self._outcome)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self._empty)
        column.addWidget(self.table, 1)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(2 * GAP)
        split.setChildrenCollapsible(False)
        split.addWidget(left)
        split.addWidget(self._beside())
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 1)
        split.setSizes([560, 400])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        whole.setSpacing(GAP + GAP // 2)
        whole.addWidget(label(self.tr("History"), "title"))
        whole.addWidget(self.notice)
        whole.addLayout(bar)
        whole.addWidget(split, 1)
        self.first = self.search

    def _beside(self) -> QWidget:
        menu = QMenu(self)
        for form in FORMATS:
            menu.addAction(form.title()).triggered.connect(
                lambda _checked=False, form=form: self._ask_where(form.key, form.suffix)
            )
        self._export.setMenu(menu)
        rows = QVBoxLayout()
        rows.setSpacing(GAP)
        for buttons in (
            (self._open, self._again, self._compare, self._delete),
            (self._keep, self._export),
        ):
            row = QHBoxLayout()
            row.setSpacing(GAP)
            for button in buttons:
                row.addWidget(button)
            row.addStretch(1)
            rows.addLayout(row)
        column = QVBoxLayout(self._side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self._task)
        column.addWidget(self._summary)
        column.addWidget(self.replay, 1)
        column.addLayout(rows)
        return self._side

    def _connect(self) -> None:
        self.search.textChanged.connect(self._search)
        self._outcome.currentIndexChanged.connect(self._search)
        self.table.selectionModel().selectionChanged.connect(self._choose)
        self.table.doubleClicked.connect(self._open_chosen)
        self._open.clicked.connect(self._open_chosen)
        self._again.clicked.connect(lambda: self._context.propose(self.chosen[0].draft))
        self._keep.clicked.connect(self._keep_chosen)
        self._compare.clicked.connect(self._compare_chosen)
        self._delete.clicked.connect(self._ask_delete)
        find = QShortcut(QKeySequence.StandardKey.Find, self)
        find.activated.connect(self.search.setFocus)
        remove = QShortcut(QKeySequence.StandardKey.Delete, self.table)
        remove.activated.connect(self._ask_delete)
        self._context.runner.ended.connect(self._run_ended)

    def _run_ended(self) -> None:
        if self.isVisible():
            self.reload()

    def _show_entries(self, entries: list[Entry]) -> None:
        """What is looked at stays; in the place of a run that is gone is the next one."""
        chosen = {entry.folder for entry in self.chosen}
        place = self.table.currentIndex().row()
        down = self.table.verticalScrollBar().value()
        self.model.show_entries(entries)
        rows = [
            row for row in range(self.model.rowCount()) if self.model.entry(row).folder in chosen
        ]
        self._show_found(rows or [max(0, min(place, self.model.rowCount() - 1))])
        self.table.verticalScrollBar().setValue(down)
        self.table.scrollTo(self.table.currentIndex())

    def _search(self) -> None:
        self.model.search(self.search.text(), self._outcome.currentData())
        self._show_found([0])

    def _show_found(self, rows: Sequence[int]) -> None:
        """Show what the list holds, these rows chosen."""
        self._say_empty()
        if self.model.rowCount():
            self.table.choose(rows)
        else:
            self._choose()

    def _say_empty(self) -> None:
        none = self.tr("No run is recorded. What you start on the task page appears here.")
        other = self.tr("No run matches.")
        self._empty.setText(other if self.model.total else none)
        self._empty.setVisible(not self.model.rowCount())
        self.table.setVisible(bool(self.model.rowCount()))

    def _choose(self) -> None:
        chosen = self.chosen
        self._side.setVisible(bool(chosen))
        for button in (self._open, self._again, self._keep, self._export):
            button.setEnabled(len(chosen) == 1)
        self._compare.setEnabled(len(chosen) == 2)
        two = self.tr("Compare: choose two runs with Ctrl.")
        self._compare.setToolTip(self.tr("Compare") if len(chosen) == 2 else two)
        if chosen:
            folder = chosen[0].folder
            self._context.background.run(
                self, lambda: read_record(folder), self._show_record, self._complain
            )

    def _show_record(self, record: Record) -> None:
        if not self.chosen or self.chosen[0].folder != record.folder:
            return
        run = record.trajectory
        self._task.show_text(shown(run.started.task.text))
        self._summary.setText(summary(run, outcome_words(self.chosen[0])))
        self.replay.show_run(record.folder, run)

    def _open_chosen(self) -> None:
        if len(self.chosen) == 1:
            self._context.show_run(self.chosen[0].folder)

    def _keep_chosen(self) -> None:
        self._context.keep_task(self.chosen[0].draft)

    def _compare_chosen(self) -> None:
        one, other = (entry.folder for entry in self.chosen)
        self._context.background.run(
            self, lambda: (read_record(one), read_record(other)), self._show_comparison
        )

    def _show_comparison(self, records: tuple[Record, Record]) -> None:
        CompareDialog(self._context, *records, self).open()

    def _ask_where(self, form: str, suffix: str) -> None:
        # While one is asked a run may end, and the list chooses anew.
        folder = self.chosen[0].folder
        name = folder.name
        if suffix:
            out, _ = QFileDialog.getSaveFileName(self, self.tr("Export"), f"{name}{suffix}")
        else:
            parent = QFileDialog.getExistingDirectory(self, self.tr("Export into the folder"))
            out = f"{parent}/{name}-{form}" if parent else ""
        if out:
            self.export_to(folder, form, Path(out))

    def _ask_delete(self) -> None:
        # Those that are chosen now: until the answer a run may end, and the list chooses anew.
        folders = [entry.folder for entry in self.chosen]
        if not folders:
            return
        learned = QCheckBox(self.tr("Also forget what was learned from them alone"))
        box = loss_question(
            self,
            self.tr("Delete the chosen runs ({0}) with all pictures?").format(len(folders)),
            self.tr("This cannot be undone."),
            self.tr("Delete"),
            lambda: self.delete(folders, learned=learned.isChecked()),
        )
        box.setCheckBox(learned)
        box.open()

    def _complain(self, error: UitarsError) -> None:
        self.notice.warn(str(error))
