"""The decisions that last: what was allowed beyond one run, until when, and taking it back."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from uitars_app.context import Context
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.widgets.build import ThemedButton, label
from uitars_app.words import shown
from uitars_runtime.gate import remembered
from uitars_runtime.gate.remembered import Remembered


class DecisionList(QWidget):
    """Reads the file whenever it is shown."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Decisions that last"))
        self.list.setMaximumHeight(160)
        set_kind(self.list, "rows")
        self._none = label(self.tr("Nothing is allowed for longer than a run."), "muted")
        self.revoke = ThemedButton(context.theme, self.tr("Take back"), "delete")
        self.revoke.clicked.connect(self._revoke)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GAP, GAP, 2 * GAP, GAP)
        column.setSpacing(GAP)
        column.addWidget(self._none)
        column.addWidget(self.list)
        column.addWidget(self.revoke, 0, Qt.AlignmentFlag.AlignLeft)
        self.reload()

    def reload(self) -> None:
        """Read the decisions again."""
        self._context.background.run(
            self, lambda: remembered.listed(remembered.decisions_file()), self._show
        )

    def _show(self, decisions: tuple[Remembered, ...]) -> None:
        self.list.clear()
        for decision in decisions:
            item = QListWidgetItem(_line(decision))
            item.setData(Qt.ItemDataRole.UserRole, decision.name)
            self.list.addItem(item)
        for widget in (self.list, self.revoke):
            widget.setVisible(bool(decisions))
        self._none.setVisible(not decisions)

    def _revoke(self) -> None:
        names = [str(item.data(Qt.ItemDataRole.UserRole)) for item in self.list.selectedItems()]
        self._context.background.run(
            self,
            lambda: remembered.revoke(remembered.decisions_file(), names),
            lambda _gone: self.reload(),
        )


def _line(decision: Remembered) -> str:
    until = datetime.fromtimestamp(decision.until).astimezone()
    return f"{shown(decision.rule)}  ·  {shown(decision.program.path)}  ·  {until:%Y-%m-%d %H:%M}"
