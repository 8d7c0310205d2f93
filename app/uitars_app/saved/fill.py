"""Asks for the places of a kept task before it starts."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from uitars_app.saved.task import SavedTask
from uitars_app.theme.tokens import GAP
from uitars_app.widgets.build import label
from uitars_app.widgets.scrolled_words import ScrolledWords
from uitars_app.words import shown
from uitars_runtime.errors import UsageError


class FillDialog(QDialog):
    """One line for each place; starts only once all are filled in."""

    filled = Signal(object)
    """The `Draft` with every place filled in."""

    def __init__(self, task: SavedTask, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(task.name)
        self._task = task
        self.fields = {place: QLineEdit() for place in task.places}
        self._problem = label(kind="danger", wraps=True)
        self._problem.hide()
        form = QFormLayout()
        form.setSpacing(GAP)
        for place, field in self.fields.items():
            field.setAccessibleName(place)
            form.addRow(place, field)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Start"))
        buttons.accepted.connect(self._try)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(2 * GAP)
        column.addWidget(ScrolledWords(shown(task.text), "muted"))
        column.addLayout(form)
        column.addWidget(self._problem)
        column.addWidget(buttons)
        self.setMinimumWidth(420)
        self._enter_missing()  # not the words above: they take the keyboard where they scroll

    def _enter_missing(self) -> None:
        """The keyboard goes to the first field that is empty."""
        next(field for field in self.fields.values() if not field.text().strip()).setFocus()

    def _try(self) -> None:
        try:
            draft = self._task.filled({name: box.text() for name, box in self.fields.items()})
        except UsageError as error:
            self._problem.setText(str(error))
            self._problem.show()
            self._enter_missing()
            return
        self.filled.emit(draft)
        self.accept()
