"""Asks what a new session is to be like."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QVBoxLayout, QWidget

from uitars_app.context import Context
from uitars_app.taskbox.chooser import ProgramChooser
from uitars_app.taskbox.programs import installed
from uitars_app.theme.tokens import GAP
from uitars_app.widgets.build import label
from uitars_app.widgets.choice import ChoiceBox

_SIZES = ("1280x800", "1024x768", "1920x1080")


class StartDialog(QDialog):
    """A program to open first, and the size of the screen."""

    wanted = Signal(str, str)
    """The program's command, which may be empty, and the size."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("New session"))
        self.program = ProgramChooser(self.tr("Program to open first"), self.tr("No program first"))
        self.size_box = ChoiceBox(self.tr("Size in pixels"), _SIZES, example="1600x900")
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Start"))
        buttons.accepted.connect(self._finish)
        buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.addRow(self.tr("Open first"), self.program)
        form.addRow(self.tr("Size in pixels"), self.size_box)
        column = QVBoxLayout(self)
        column.setSpacing(GAP)
        words = self.tr("A private desktop that stays until you stop it.")
        column.addWidget(label(words, "muted", wraps=True))
        column.addLayout(form)
        column.addWidget(buttons)
        self.setMinimumWidth(420)
        context.background.run(self, installed, self.program.add)

    def _finish(self) -> None:
        self.accept()
        self.wanted.emit(self.program.value, self.size_box.value)
