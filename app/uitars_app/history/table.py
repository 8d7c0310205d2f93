"""The table of runs: the task has the room; what matters less gives way, column by column."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from uitars_app.history.badge import OutcomeDelegate
from uitars_app.history.model import Column
from uitars_app.theme.theme import Theme

_SHARE = 0.45
"""Of the width, which the task has at least."""
_LEAST = 90
"""Of the outcome, which is always there."""
_ROW = 36
_DIGIT = re.compile(r"\d")


class RunsTable(QTableView):
    """Never wider than its place: a column that does not fit is left out, the least first."""

    def __init__(self, theme: Theme, model: QAbstractItemModel) -> None:
        super().__init__()
        self.setModel(model)
        self.setItemDelegateForColumn(Column.OUTCOME, OutcomeDelegate(theme, self))
        self.setAccessibleName(self.tr("Runs"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setMinimumSectionSize(0)
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        model.modelReset.connect(self.fit)
        theme.changed.connect(self.fit)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self.fit()

    def choose(self, rows: Sequence[int]) -> None:
        """Choose these rows, at least one, and no others; the first is the current one."""
        model, flags = self.model(), QItemSelectionModel.SelectionFlag
        chosen = QItemSelection()
        for row in rows:
            chosen.select(model.index(row, 0), model.index(row, model.columnCount() - 1))
        current = model.index(rows[0], 0)
        self.selectionModel().setCurrentIndex(current, flags.NoUpdate)
        self.selectionModel().select(chosen, flags.ClearAndSelect)

    def fit(self) -> None:
        """Give each column its room."""
        room = self.viewport().width()
        spare = room - round(_SHARE * room)
        taken = 0
        for column in (Column.OUTCOME, Column.WHEN, Column.STEPS):
            whole = max(self._widest(column), self._title(column))
            if column is Column.OUTCOME:
                whole = min(whole, max(spare, _LEAST))
            fits = taken + whole <= max(spare, _LEAST)
            self.setColumnHidden(column, not fits)
            if fits:
                self.setColumnWidth(column, whole)
                taken += whole
        self.setColumnWidth(Column.TASK, max(0, room - taken))

    def _widest(self, column: Column) -> int:
        """Width of the widest cell. Of those that differ in digits alone one is measured: Qt would
        measure a thousand at each step of a resize."""
        model = self.model()
        cells = (model.index(row, column) for row in range(model.rowCount()))
        kinds = {_DIGIT.sub("0", str(cell.data())): cell for cell in cells}
        return max((self.sizeHintForIndex(cell).width() for cell in kinds.values()), default=0)

    def _title(self, column: Column) -> int:
        return self.horizontalHeader().sectionSizeHint(column)
