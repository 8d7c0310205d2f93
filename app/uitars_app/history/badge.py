"""How a run ended as a few words on a coloured ground, in a cell of the table."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from uitars_app.history.model import LOOK_ROLE
from uitars_app.theme.theme import Theme
from uitars_app.theme.tokens import GAP

_HEIGHT = 24


class OutcomeDelegate(QStyledItemDelegate):
    """The words say all; the colour only underlines them."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        plain = super().sizeHint(option, index)
        return QSize(plain.width() + 3 * GAP, plain.height())

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        tokens = self._theme.tokens
        place: QRect = option.rect  # pyright: ignore[reportAttributeAccessIssue]
        state: QStyle.StateFlag = option.state  # pyright: ignore[reportAttributeAccessIssue]
        words = str(index.data(Qt.ItemDataRole.DisplayRole))
        ink, ground = tokens.look(index.data(LOOK_ROLE))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(place, QColor(tokens.accent_soft))
        metrics = painter.fontMetrics()
        room = place.width() - 3 * GAP
        text = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
        width = metrics.horizontalAdvance(text) + 2 * GAP
        top = place.center().y() - _HEIGHT // 2
        badge = QRect(place.left() + GAP // 2, top, width, _HEIGHT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(badge, 6, 6)
        painter.setPen(QColor(ink))
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, text)
        painter.restore()
