"""Builds lists, trees and tables of a plan with Qt."""

from __future__ import annotations

import random
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QTableWidget,
    QTableWidgetItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from uitars_train.screens import plan
from uitars_train.screens.qt_look import IconPainter, Look

_OF_ROWS = ("folder", "file", "image", "music", "video", "user", "home", "mail", "trash")
"""Meanings of the pictures that stand before rows."""


class Views:
    """Builds the views of one screen."""

    def __init__(self, look: Look, icons: IconPainter, source: random.Random) -> None:
        self._look = look
        self._icons = icons
        self._random = source

    def items(self, items: plan.Items) -> QWidget:
        """A list."""
        widget = QListWidget()
        widget.addItems(list(items.items))
        self._adorn([widget.item(row) for row in range(widget.count())])
        if items.selected >= 0:
            widget.setCurrentRow(items.selected)
        widget.setAlternatingRowColors(self._random.random() < 0.3)
        self._limit_height(widget, len(items.items))
        return widget

    def tree(self, tree: plan.Tree) -> QWidget:
        """A tree of two levels."""
        widget = QTreeWidget()
        widget.setHeaderHidden(True)
        widget.setColumnCount(1)
        count = len(tree.branches)
        rows: list[QTreeWidgetItem] = []
        for index, (name, leaves) in enumerate(tree.branches):
            branch = QTreeWidgetItem(widget, [name])
            rows.append(branch)
            rows.extend(QTreeWidgetItem(branch, [leaf]) for leaf in leaves)
            branch.setExpanded(index in tree.open)
            count += len(leaves) if index in tree.open else 0
            if index == tree.selected:
                widget.setCurrentItem(branch)
        if self._random.random() < 0.4:
            for row in rows:
                row.setIcon(0, self._icons.icon(self._random.choice(_OF_ROWS), 16))
        self._limit_height(widget, count)
        return widget

    def table(self, table: plan.Table) -> QWidget:
        """A table with headers."""
        widget = QTableWidget(len(table.rows), len(table.headers))
        widget.setHorizontalHeaderLabels(list(table.headers))
        widget.verticalHeader().setVisible(False)
        widget.setShowGrid(self._random.random() < 0.6)
        widget.setAlternatingRowColors(self._random.random() < 0.4)
        widget.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        for row, cells in enumerate(table.rows):
            for column, text in enumerate(cells):
                widget.setItem(row, column, QTableWidgetItem(text))
        self._adorn([widget.item(row, 0) for row in range(widget.rowCount())])
        if self._random.random() < 0.3:
            header = widget.horizontalHeader()
            header.setSortIndicatorShown(True)
            order = self._random.choice(tuple(Qt.SortOrder))
            header.setSortIndicator(self._random.randrange(header.count()), order)
        if table.selected >= 0:
            widget.selectRow(table.selected)
        widget.resizeColumnsToContents()
        if self._random.random() < 0.5:
            widget.horizontalHeader().setStretchLastSection(True)
        self._limit_height(widget, len(table.rows) + 2)
        widget.setMinimumWidth(self._random.randint(220, 420))
        return widget

    def _adorn(self, items: Sequence[QListWidgetItem | QTableWidgetItem | None]) -> None:
        """Tick boxes or pictures before the words of some lists."""
        kind = self._random.random()
        for item in items:
            if item is None:
                continue
            if kind < 0.15:
                on = self._random.random() < 0.5
                item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
            elif kind < 0.45:
                item.setIcon(self._icons.icon(self._random.choice(_OF_ROWS), 16))

    def _limit_height(self, view: QAbstractItemView, rows: int) -> None:
        """High enough for its rows, most of the time; else it scrolls."""
        shown = rows if self._random.random() < 0.75 else max(2, rows // 2)
        height = (self._look.font.pixelSize() + 10) * shown + 8
        view.setMinimumHeight(height)
        view.setMaximumHeight(height + 80)
