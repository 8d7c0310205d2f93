"""What stands in a list while it is empty: what will appear there, or what to do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget

from uitars_app.theme.tokens import GAP
from uitars_app.widgets.build import let_tab_reach


def draw_hint(view: QAbstractItemView, words: str) -> None:
    """Draw words into a view that shows nothing; while it is painted."""
    painter = QPainter(view.viewport())
    painter.setPen(view.palette().placeholderText().color())
    place = view.viewport().rect().adjusted(2 * GAP, 2 * GAP, -2 * GAP, -2 * GAP)
    flags = int(Qt.AlignmentFlag.AlignHCenter) | int(Qt.TextFlag.TextWordWrap)
    painter.drawText(place, flags, words)
    painter.end()


class HintedList(QListWidget):
    """A list that says something while it is empty, and Tab passes by it then; it is never scrolled
    sideways."""

    hint = ""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        model = self.model()
        for changed in (model.rowsInserted, model.rowsRemoved, model.modelReset):
            changed.connect(self._follow)
        self._follow()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        super().paintEvent(event)
        if self.hint and not self.count():
            draw_hint(self, self.hint)

    def _follow(self) -> None:
        let_tab_reach(self, wanted=bool(self.count()))
