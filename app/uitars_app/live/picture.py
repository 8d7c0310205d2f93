"""A desktop live in a widget; while a person works there, their input goes through."""

from __future__ import annotations

from collections.abc import Mapping

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

from uitars_app.live import input as person
from uitars_app.live.link import DesktopLink, Work
from uitars_app.theme.theme import Theme
from uitars_app.theme.tokens import GAP
from uitars_runtime.types import Point


class DesktopPicture(QWidget):
    """Shows one desktop at a time. Who works there and when is for those who derive from it."""

    opened = Signal(bool)
    """Whether there is a desktop to show."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._link: DesktopLink | None = None
        self._image = QImage()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(240, 150)

    @property
    def image(self) -> QImage:
        """The desktop as it was seen last; empty while there is none."""
        return self._image

    @property
    def is_open(self) -> bool:
        """Whether there is a desktop to show."""
        return self._link is not None

    @property
    def working(self) -> bool:
        """Whether the person's input goes to the desktop: only while no agent works there."""
        raise NotImplementedError

    def take_over(self) -> None:
        """The person clicked into the picture while somebody else works there."""
        raise NotImplementedError

    def state_words(self) -> str:
        """Who works there, to be written on the picture."""
        raise NotImplementedError

    def empty_words(self) -> str:
        """What stands there while there is no picture."""
        raise NotImplementedError

    def lose_desktop(self) -> None:
        """The desktop is gone, or cannot be reached; the last picture stays."""

    def open_link(self, environment: Mapping[str, str]) -> None:
        """Show the desktop of the programs that have this environment."""
        self.close_link()
        self._link = DesktopLink(environment)
        self._link.pictured.connect(self._show)
        self._link.lost.connect(self._note_loss)
        self._watch(self.isVisible())
        self.opened.emit(True)

    def close_link(self) -> None:
        """Let the desktop go."""
        if self._link is not None:
            self._link.close()
            self._link.deleteLater()
            self._link = None
            self._image = QImage()
            self.update()
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
            place = self.rect().adjusted(2 * GAP, 2 * GAP, -2 * GAP, -2 * GAP)
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(place, flags, self.empty_words())
            painter.end()
            return
        place = self.picture_place()
        painter.drawImage(QRectF(place), self._smooth())
        self._draw_state(painter, place)
        painter.end()

    def event(self, event: QEvent) -> bool:
        # While the person works there, Tab belongs to the desktop; Ctrl+Tab leads out of it.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            leaves = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            tab = event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
            if tab and not leaves and self.working:
                self.keyPressEvent(event)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if self.working:
            self._do(person.key(event))
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if self.working:
            self._do(person.button(self._point(event.position()), event.button(), down=True))
        elif not self._image.isNull():
            self.take_over()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        self.mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if self.working:
            self._do(person.button(self._point(event.position()), event.button(), down=False))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if self.working:
            self._do(person.move(self._point(event.position())))

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        turned = event.angleDelta()
        if self.working:
            self._do(person.wheel(self._point(event.position()), turned.x(), turned.y()))

    def _show(self, image: QImage) -> None:
        # One that was closed may still have had something to say.
        if self._link is not None and self.sender() is self._link:
            self._image = image
            self.update()

    def _note_loss(self) -> None:
        if self._link is not None and self.sender() is self._link:
            self.lose_desktop()

    def _watch(self, watched: bool) -> None:
        if self._link is not None:
            self._link.watch(watched)

    def _do(self, work: Work | None) -> None:
        if self._link is not None and work is not None:
            self._link.do(work)

    def picture_place(self) -> QRect:
        """Where the picture lies in the widget."""
        fitted = self._image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        left = (self.width() - fitted.width()) // 2
        top = (self.height() - fitted.height()) // 2
        return QRect(QPoint(left, top), fitted)

    def _smooth(self) -> QImage:
        size = self.picture_place().size() * self.devicePixelRatioF()
        if size.width() >= self._image.width():
            return self._image
        mode = Qt.TransformationMode.SmoothTransformation
        return self._image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, mode)

    def _point(self, at: QPointF) -> Point:
        """The desktop's pixel under a place of the widget."""
        place = self.picture_place()
        scale = self._image.width() / max(1, place.width())
        x, y = (at.x() - place.left()) * scale, (at.y() - place.top()) * scale
        return Point(
            min(max(int(x), 0), self._image.width() - 1),
            min(max(int(y), 0), self._image.height() - 1),
        )

    def _draw_state(self, painter: QPainter, place: QRect) -> None:
        """Who works on the desktop, said on its frame."""
        tokens = self._theme.tokens
        words, colour = self.state_words(), tokens.warning if self.working else tokens.accent
        painter.setPen(QColor(colour))
        painter.drawRect(place.adjusted(0, 0, -1, -1))
        metrics = painter.fontMetrics()
        width = metrics.horizontalAdvance(words) + 2 * GAP
        bar = QRect(place.left(), place.bottom() - metrics.height() - GAP + 1, width, 0)
        bar.setBottom(place.bottom())
        painter.fillRect(bar, QColor(colour))
        painter.setPen(QColor(tokens.on_accent))
        painter.drawText(bar, Qt.AlignmentFlag.AlignCenter, words)
