"""A drop-down of choices: never typed into; another value is asked for in a place of its own."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from uitars_app.theme.tokens import GAP
from uitars_app.values import offer
from uitars_app.widgets.build import label, tip
from uitars_app.widgets.wheel import leave_wheel

_LONGEST = 34
"""Characters of a value that are shown; the tip has all of it."""
_OTHER_ROLE = int(Qt.ItemDataRole.UserRole) + 1


class ChoiceBox(QComboBox):
    """Some values to choose from, each as wide as its words, and perhaps any other."""

    chosen = Signal()
    """The person chose, with mouse or keyboard, also another value."""

    def __init__(
        self, name: str, values: tuple[str, ...], usual: str = "", *, example: str = ""
    ) -> None:
        """`usual`: words for the empty value. `example`: of another value than those offered,
        which may be written then; empty: there is none."""
        super().__init__()
        self._example = example
        self._before = 0
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        leave_wheel(self)
        if usual:
            self.addItem(usual, "")
        offer(self, values)
        if example:
            self.addItem(self.tr("Other …"), "")
            self.setItemData(self.count() - 1, True, _OTHER_ROLE)
        self.activated.connect(self._choose)

    @property
    def value(self) -> str:
        """The value that is chosen."""
        return "" if self._is_other(self.currentIndex()) else str(self.currentData())

    def show_value(self, value: str) -> None:
        """Choose this value; one that is not offered yet is from now on."""
        index = self.findData(value)
        if index < 0 or self._is_other(index):
            index = self.count() - bool(self._example)
            self.insertItem(index, _shortened(value), value)
            self.setItemData(index, tip(value), Qt.ItemDataRole.ToolTipRole)
        self.setCurrentIndex(index)
        self._before = index

    def add(self, words: str, value: str) -> None:
        """Offer one more value."""
        if self.findData(value) < 0:
            self.insertItem(self.count() - bool(self._example), words, value)

    def _is_other(self, index: int) -> bool:
        return bool(self.itemData(index, _OTHER_ROLE))

    def _choose(self, index: int) -> None:
        if not self._is_other(index):
            self._before = index
            self.chosen.emit()
            return
        self.setCurrentIndex(self._before)
        dialog = OtherDialog(self.accessibleName(), self._example, self)
        dialog.written.connect(self._take)
        dialog.open()

    def _take(self, value: str) -> None:
        self.show_value(value)
        self.chosen.emit()


class OtherDialog(QDialog):
    """Asks for one value in words of the person's own."""

    written = Signal(str)

    def __init__(self, name: str, example: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(name)
        self.field = QLineEdit()
        self.field.setAccessibleName(name)
        self.field.setPlaceholderText(example)
        self.field.setMinimumWidth(360)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self._ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self._ok.setEnabled(False)
        self.field.textChanged.connect(self._check)
        buttons.accepted.connect(self._finish)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(GAP)
        column.addWidget(label(self.tr("For example {0}").format(example), "muted"))
        column.addWidget(self.field)
        column.addWidget(buttons)

    def _check(self, text: str) -> None:
        self._ok.setEnabled(bool(text.strip()))

    def _finish(self) -> None:
        self.accept()
        self.written.emit(self.field.text().strip())


def _shortened(value: str) -> str:
    """A path is known by its end."""
    return value if len(value) <= _LONGEST else f"…{value[1 - _LONGEST :]}"
