"""The form of one kept task, checked where one types."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from uitars_app.context import Context
from uitars_app.saved.picker import SchedulePicker
from uitars_app.saved.task import SavedTask, check
from uitars_app.taskbox.attached import Attached
from uitars_app.taskbox.choices import ChoiceLine
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.unsaved import KeptForm
from uitars_app.widgets.build import ThemedButton, label, scrolled
from uitars_runtime.errors import UsageError


class TaskForm(KeptForm[SavedTask, SavedTask]):
    """Shows one task."""

    saved = Signal(object, str)
    """The `SavedTask`, and the name it had before."""
    started = Signal(object)
    deleted = Signal(str)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.title = self.name = QLineEdit()
        self.text = QPlainTextEdit()
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(96)
        self.choices = ChoiceLine(context)
        self.files = Attached(context.theme, columns=1)
        self._add_files = ThemedButton(context.theme, self.tr("Add files…"), "folder")
        self.picker = SchedulePicker()
        self.enabled = QCheckBox(self.tr("Start by itself while I am signed in"))
        self._problem = label(kind="danger", wraps=True)
        theme = context.theme
        self._save = ThemedButton(theme, self.tr("Save"), "check", "primary")
        self._start = ThemedButton(theme, self.tr("Start"), "play")
        self._delete = ThemedButton(theme, self.tr("Delete"), "delete")
        self._lay_out()
        for signal in (self.name.textChanged, self.text.textChanged, self.picker.changed):
            signal.connect(self._check)
        self._add_files.clicked.connect(self._ask_files)
        self._save.clicked.connect(lambda: self.saved.emit(self.task, self.kept.name))
        self._start.clicked.connect(lambda: self.started.emit(self.task))
        self._delete.clicked.connect(lambda: self.deleted.emit(self.kept.name))
        self.show_task(SavedTask(name="", text=""))

    @property
    def edited(self) -> SavedTask:
        return SavedTask(
            name=self.name.text().strip(),
            text=self.text.toPlainText().strip(),
            program=self.choices.program,
            choices=self.choices.choices,
            files=tuple(map(str, self.files.files)),
            schedule=self.picker.schedule,
            enabled=self.enabled.isChecked(),
        )

    task = edited

    def show_task(self, kept: SavedTask) -> None:
        self.show_kept(kept)

    def _show(self, edited: SavedTask | None) -> None:
        task = edited or self.kept
        self.name.setText(task.name)
        self.text.setPlainText(task.text)
        self.choices.choose(task.choices, task.program)
        self.files.show_files([Path(file) for file in task.files])
        self.picker.show_schedule(task.schedule)
        self.enabled.setChecked(task.enabled)
        self._delete.setEnabled(bool(self.kept.name))
        self._check()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GAP)
        form.setVerticalSpacing(GAP + GAP // 2)
        hint = label(
            self.tr("Write {Name} where something is to be filled in at each start."),
            "muted", wraps=True,
        )  # fmt: skip
        for words, widget in (
            (self.tr("Name"), self.name),
            (self.tr("Task"), self.text),
            ("", hint),
            (self.tr("With"), self.choices),
            (self.tr("Files"), self._file_rows()),
            (self.tr("Schedule"), self.picker),
            ("", self.enabled),
        ):
            if words:
                widget.setAccessibleName(words)
            form.addRow(words, widget)
        row = QHBoxLayout()
        row.setSpacing(GAP)
        for button in (self._save, self._start, self._delete):
            row.addWidget(button)
        row.addStretch(1)
        inside = QWidget()
        set_kind(inside, "page")
        fields = QVBoxLayout(inside)
        fields.setContentsMargins(0, 0, GAP, 0)
        fields.setSpacing(2 * GAP)
        fields.addLayout(form)
        fields.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(scrolled(inside), 1)
        column.addWidget(self._problem)
        column.addLayout(row)

    def _file_rows(self) -> QWidget:
        rows = QWidget()
        column = QVBoxLayout(rows)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP // 2)
        column.addWidget(self.files)
        column.addWidget(self._add_files, 0, Qt.AlignmentFlag.AlignLeft)
        return rows

    def _ask_files(self) -> None:
        found, _ = QFileDialog.getOpenFileNames(self, self.tr("Add files"))
        for file in found:
            self.files.add(Path(file))

    def _check(self) -> None:
        task = self.task
        try:
            check(task)
        except UsageError as error:
            # An empty form is not wrong yet.
            self._problem.setText("" if not (task.name or task.text) else str(error))
            self._save.setEnabled(False)
        else:
            self._problem.setText("")
            self._save.setEnabled(not self.picker.is_open)
        self._problem.setVisible(bool(self._problem.text()))
        self._start.setEnabled(bool(task.text))
        self.enabled.setVisible(bool(task.schedule))
