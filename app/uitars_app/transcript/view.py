"""The list of steps and the chosen one beside it; follows the newest step unless one is chosen."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView

from uitars_app.context import Context
from uitars_app.transcript.model import TranscriptModel
from uitars_app.transcript.pictures import Pictures
from uitars_app.transcript.row import StepDelegate
from uitars_app.widgets.hints import draw_hint


class StepList(QListView):
    """Steps of a run, the newest at the end; arrow keys and j/k move."""

    def __init__(self, context: Context, pictures: Pictures, model: TranscriptModel) -> None:
        super().__init__()
        self._transcript = model
        self._following = True
        self.setModel(model)
        self.setItemDelegate(StepDelegate(context.theme, pictures, self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(self.tr("Steps"))
        self.setMinimumWidth(320)
        pictures.arrived.connect(self._repaint)
        context.theme.changed.connect(self._repaint)

    def follow(self) -> None:
        """Choose the newest step, and each one that comes after it."""
        self._following = True
        last = self._transcript.index(self._transcript.rowCount() - 1)
        if last.isValid():
            self.setCurrentIndex(last)
            self.scrollTo(last)

    def rowsInserted(  # noqa: N802 - Qt's name
        self, parent: QModelIndex | QPersistentModelIndex, start: int, end: int
    ) -> None:
        at_end = self.currentIndex().row() in (-1, start - 1)
        super().rowsInserted(parent, start, end)
        if self._following and at_end:
            self.follow()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        chosen = self.currentIndex()
        seen = QRect(QPoint(), event.oldSize()).intersects(self.visualRect(chosen))
        super().resizeEvent(event)
        if seen:
            self.scrollTo(chosen)

    def keyboardSearch(self, search: str) -> None:  # noqa: N802 - Qt's name
        """j and k move, as in other lists of steps; letters search nothing here."""
        row = self.currentIndex().row() + {"j": 1, "k": -1}.get(search, 0)
        target = self._transcript.index(row)
        if target.isValid():
            self.setCurrentIndex(target)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        super().paintEvent(event)
        if not self._transcript.rowCount():
            draw_hint(self, self.tr("The steps of the run appear here."))

    def _repaint(self, _digest: str = "") -> None:
        self.viewport().update()
