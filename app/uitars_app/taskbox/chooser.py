"""The chooser of the program to open first: a list, and a field that finds in it as one types."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QListView, QSizePolicy

from uitars_app.taskbox.programs import Program
from uitars_app.theme.stylesheet import set_kind
from uitars_app.widgets.wheel import leave_wheel

_ROWS = 12
_LEAST = 20
"""Characters there is room for."""


_STILL_TYPING = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
"""The list of what was found comes and goes while one types."""


class _Field(QLineEdit):
    """Typing replaces what was chosen before."""

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        super().focusInEvent(event)
        if event.reason() in _STILL_TYPING:
            return
        # After the press that brought the keyboard, which places a caret.
        QTimer.singleShot(0, self, self.selectAll)


class ProgramChooser(QComboBox):
    """A program by its name, or any command line; empty: none."""

    entered = Signal()
    """Enter was pressed, with nothing left to choose."""

    def __init__(self, name: str, none: str) -> None:
        """`none`: words for no program."""
        super().__init__()
        self.setEditable(True)
        field = _Field()
        self.setLineEdit(field)
        leave_wheel(self)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setMaxVisibleItems(_ROWS)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_LEAST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        field.setAccessibleName(name)
        field.setPlaceholderText(none)
        field.setClearButtonEnabled(True)
        field.returnPressed.connect(self._enter)
        self._found, self._rows = QCompleter(self), QListView()
        self.addItem(none, "")
        self.setCurrentIndex(-1)
        self._find()
        self.activated.connect(self._choose)

    @property
    def value(self) -> str:
        """The command line."""
        text = self.currentText().strip()
        index = self.findText(text, Qt.MatchFlag.MatchFixedString) if text else -1
        return str(self.itemData(index)) if index >= 0 else text

    def show_value(self, command: str) -> None:
        """Show this command line, by the name of its program where it has one."""
        index = self.findData(command) if command else -1
        self.setCurrentIndex(index)
        if index < 0:
            self.setEditText(command)
        field = self.lineEdit()
        if field is not None:
            field.setCursorPosition(0)

    def add(self, programs: tuple[Program, ...]) -> None:
        """Offer these programs."""
        shown = self.value
        for program in programs:
            self.addItem(program.name, program.command)
        self.show_value(shown)

    def _find(self) -> None:
        """Typing shows every program whose name holds what is typed, and changes no text."""
        found = self._found
        found.setModel(self.model())
        found.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        found.setFilterMode(Qt.MatchFlag.MatchContains)
        found.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        found.setMaxVisibleItems(_ROWS)
        found.setPopup(self._rows)
        set_kind(self._rows, "rows")
        self.setCompleter(found)

    def _enter(self) -> None:
        # The Enter that picks from what was found starts nothing yet.
        if not self._rows.isVisible():
            self.entered.emit()

    def _choose(self, index: int) -> None:
        if not self.itemData(index):
            self.show_value("")
