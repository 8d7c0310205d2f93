"""What is drawn on the person's desktop while the agent works there: a frame and the last target.

The windows let every click through and never take the keyboard.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBitmap, QColor, QPainter, QPaintEvent, QPen, QRegion, QScreen
from PySide6.QtWidgets import QWidget

from uitars_app.theme.theme import Theme

_FRAME = 3
_RADIUS = 26


class Overlay(QWidget):
    """A window that is seen and nothing else."""

    def __init__(self, theme: Theme) -> None:
        flags = Qt.WindowType
        super().__init__(
            None,
            flags.ToolTip
            | flags.FramelessWindowHint
            | flags.WindowStaysOnTopHint
            | flags.WindowTransparentForInput
            | flags.WindowDoesNotAcceptFocus
            | flags.BypassWindowManagerHint,
        )
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        # Without a compositor a window has no transparency; its shape is cut out instead.
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)


class WorkingFrame(Overlay):
    """A thin line around the screen."""

    def __init__(self, theme: Theme, screen: QScreen) -> None:
        super().__init__(theme)
        self.setGeometry(screen.geometry())
        inner = self.rect().adjusted(_FRAME, _FRAME, -_FRAME, -_FRAME)
        self.setMask(QRegion(self.rect()).subtracted(QRegion(inner)))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.tokens.accent))
        painter.end()


class TargetMark(Overlay):
    """A ring around the place that the agent worked last."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        edge = 2 * _RADIUS + 4
        self.resize(edge, edge)
        shape = QBitmap(edge, edge)
        shape.clear()
        painter = QPainter(shape)
        painter.setPen(QPen(Qt.GlobalColor.color1, 5))
        painter.drawEllipse(QPointF(edge / 2, edge / 2), _RADIUS - 2, _RADIUS - 2)
        painter.end()
        self.setMask(shape)

    def put(self, x: int, y: int) -> None:
        """Stand around this place, in Qt's own coordinates."""
        self.move(x - self.width() // 2, y - self.height() // 2)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor("#ff3b30"))
        painter.end()
