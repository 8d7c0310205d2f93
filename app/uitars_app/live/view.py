"""The live picture of a private desktop; after a click into it, the person's input goes through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from uitars_app.context import Context
from uitars_app.live import input as person
from uitars_app.live.link import DesktopLink, Work
from uitars_app.runs.runner import RunState
from uitars_app.theme.tokens import GAP
from uitars_runtime.desktop.registry import kind_of
from uitars_runtime.types import Point

if TYPE_CHECKING:
    from uitars_runtime.hands.opening import OpenHands


class LiveView(QWidget):
    """Shows the desktop of the run that goes on, where the runtime started that desktop."""

    opened = Signal(bool)
    """Whether there is a desktop to show."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._theme = context.theme
        self._runner = context.runner
        self._link: DesktopLink | None = None
        self._image = QImage()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(240, 150)
        self.setAccessibleName(self.tr("The private desktop, live"))
        self._runner.desktop_opened.connect(self._open)
        self._runner.finished.connect(self.close_link)
        self._runner.state_changed.connect(self.update)

    @property
    def image(self) -> QImage:
        """The desktop as it was seen last; empty while there is none."""
        return self._image

    @property
    def is_open(self) -> bool:
        """Whether there is a desktop to show."""
        return self._link is not None

    def take_over(self) -> None:
        """Hold the run; from here on the person's input goes to the desktop."""
        self._runner.pause(self.tr("You have taken over."))
        self.setFocus()

    def place_of(self, point: Point) -> QRect:
        """Where a pixel of the desktop and its surroundings are seen, in screen coordinates."""
        if self._image.isNull() or not self.isVisible():
            return QRect()
        place = self._place()
        scale = place.width() / self._image.width()
        at = QPoint(round(point.x * scale), round(point.y * scale)) + place.topLeft()
        centre = self.mapToGlobal(at)
        return QRect(centre - QPoint(60, 60), centre + QPoint(60, 60))

    def close_link(self) -> None:
        """Let the desktop go; the last picture stays until another comes."""
        if self._link is not None:
            self._link.close()
            self._link.deleteLater()
            self._link = None
            self._image = QImage()
            self.opened.emit(False)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        self._watch(True)
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        self._watch(False)
        super().hideEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), QColor(tokens.sunken))
        if self._image.isNull():
            painter.setPen(QColor(tokens.muted))
            words = self.tr("No private desktop is open.")
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, words)
            painter.end()
            return
        place = self._place()
        painter.drawImage(QRectF(place), self._smooth())
        self._draw_state(painter, place)
        painter.end()

    def event(self, event: QEvent) -> bool:
        # While the person works there, Tab belongs to the desktop; Ctrl+Tab leads out of it.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            leaves = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            tab = event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
            if tab and not leaves and self._working:
                self.keyPressEvent(event)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if self._working:
            self._do(person.key(event))
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if self._working:
            self._do(person.button(self._point(event.position()), event.button(), down=True))
        elif self._runner.state is not RunState.IDLE:
            self.take_over()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        self.mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if self._working:
            self._do(person.button(self._point(event.position()), event.button(), down=False))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if self._working:
            self._do(person.move(self._point(event.position())))

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        turned = event.angleDelta()
        if self._working:
            self._do(person.wheel(self._point(event.position()), turned.x(), turned.y()))

    @property
    def _working(self) -> bool:
        """Whether the person works on the desktop: only while the agent does not."""
        return self._link is not None and self._runner.state is RunState.PAUSED

    def _open(self, hands: OpenHands) -> None:
        if not kind_of(hands.desktop_name).private:
            return
        self._link = DesktopLink(hands.environment)
        self._link.pictured.connect(self._show)
        self._watch(self.isVisible())
        self.opened.emit(True)

    def _show(self, image: QImage) -> None:
        if self._link is not None:
            self._image = image
            self.update()

    def _watch(self, watched: bool) -> None:
        if self._link is not None:
            self._link.watch(watched)

    def _do(self, work: Work | None) -> None:
        if self._link is not None and work is not None:
            self._link.do(work)

    def _place(self) -> QRect:
        """Where the picture lies in the widget."""
        fitted = self._image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        left = (self.width() - fitted.width()) // 2
        top = (self.height() - fitted.height()) // 2
        return QRect(QPoint(left, top), fitted)

    def _smooth(self) -> QImage:
        size = self._place().size() * self.devicePixelRatioF()
        if size.width() >= self._image.width():
            return self._image
        mode = Qt.TransformationMode.SmoothTransformation
        return self._image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, mode)

    def _point(self, at: QPointF) -> Point:
        """The desktop's pixel under a place of the widget."""
        place = self._place()
        scale = self._image.width() / max(1, place.width())
        x, y = (at.x() - place.left()) * scale, (at.y() - place.top()) * scale
        return Point(
            min(max(int(x), 0), self._image.width() - 1),
            min(max(int(y), 0), self._image.height() - 1),
        )

    def _draw_state(self, painter: QPainter, place: QRect) -> None:
        """Who works on the desktop, said on its frame."""
        tokens = self._theme.tokens
        if self._working:
            words, colour = self.tr("You are working here. Resume gives it back."), tokens.warning
        else:
            words, colour = self.tr("The agent works here. Click to take over."), tokens.accent
        painter.setPen(QColor(colour))
        painter.drawRect(place.adjusted(0, 0, -1, -1))
        metrics = painter.fontMetrics()
        width = metrics.horizontalAdvance(words) + 2 * GAP
        bar = QRect(place.left(), place.bottom() - metrics.height() - GAP + 1, width, 0)
        bar.setBottom(place.bottom())
        painter.fillRect(bar, QColor(colour))
        painter.setPen(QColor(tokens.on_accent))
        painter.drawText(bar, Qt.AlignmentFlag.AlignCenter, words)
