"""One picture with the target of its step, as large as there is room; a click enlarges it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QScrollArea, QVBoxLayout, QWidget

from uitars_app.theme.theme import Theme
from uitars_app.transcript import marks
from uitars_runtime.types import Action, Point


class PictureView(QWidget):
    """Shows a screenshot, scaled down to fit, never up beyond its own pixels."""

    clicked = Signal(object)
    """A `Point` of the screenshot; None where a key was pressed, which has no place."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._image = self._scaled = QImage()
        self._action: Action | None = None
        self._notice = ""
        self.setMinimumSize(240, 80)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Screenshot of the step"))
        theme.changed.connect(self.update)

    def show_picture(self, image: QImage | None, action: Action | None, notice: str = "") -> None:
        """`image`: None while it is read. `notice`: what stands in the place of a picture."""
        self._image = image or QImage()
        self._scaled = QImage()
        self._action = action
        self._notice = notice
        self.setCursor(
            Qt.CursorShape.ArrowCursor
            if self._image.isNull()
            else Qt.CursorShape.PointingHandCursor
        )
        self.update()

    @property
    def image(self) -> QImage:
        return self._image

    @property
    def notice(self) -> str:
        """What stands in the place of a picture."""
        return self._notice

    @property
    def action(self) -> Action | None:
        return self._action

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(640, 400)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), QColor(tokens.sunken))
        if self._image.isNull():
            painter.setPen(QColor(tokens.muted))
            centre = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(self.rect(), centre, self._notice)
        else:
            place = self._place()
            painter.drawImage(QRectF(place), self._smooth(place.size()))
            if self._action is not None:
                painter.translate(place.topLeft())
                marks.draw(painter, self._action, place.width() / self._image.width())
                painter.resetTransform()
        if self.hasFocus():
            painter.setPen(QColor(tokens.accent))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        place = self._place()
        at = event.position().toPoint()
        if event.button() == Qt.MouseButton.LeftButton and place.contains(at):
            self.clicked.emit(self.point_at(at))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Space) and not self._image.isNull():
            self.clicked.emit(None)
        else:
            super().keyPressEvent(event)

    def point_at(self, at: QPoint) -> Point:
        """The pixel of the screenshot under a place of this widget."""
        place = self._place()
        scale = self._image.width() / max(1, place.width())
        x = int((at.x() - place.left()) * scale)
        y = int((at.y() - place.top()) * scale)
        return Point(
            min(max(x, 0), self._image.width() - 1), min(max(y, 0), self._image.height() - 1)
        )

    def _place(self) -> QRect:
        """Where the picture lies in the widget."""
        whole = self._image.size()
        if whole.isEmpty():
            return QRect()
        fitted = whole.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        if fitted.width() > whole.width():
            fitted = whole
        left = (self.width() - fitted.width()) // 2
        top = (self.height() - fitted.height()) // 2
        return QRect(QPoint(left, top), fitted)

    def _smooth(self, size: QSize) -> QImage:
        """Text in a screenshot that is drawn much smaller is only legible when it is averaged."""
        device = size * self.devicePixelRatioF()
        if device.width() >= self._image.width():
            return self._image
        if self._scaled.size() != device:
            mode = Qt.TransformationMode.SmoothTransformation
            self._scaled = self._image.scaled(device, Qt.AspectRatioMode.IgnoreAspectRatio, mode)
        return self._scaled


class PictureDialog(QDialog):
    """A picture in its own size; Escape or a click closes it."""

    def __init__(self, theme: Theme, image: QImage, action: Action | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Screenshot"))
        view = PictureView(theme)
        view.setMinimumSize(image.size())
        view.show_picture(image, action)
        view.clicked.connect(self.close)
        area = QScrollArea()
        area.setWidget(view)
        area.setWidgetResizable(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(area)
        room = self.screen().availableGeometry().size() * 0.94
        self.resize(QSize(image.width() + 4, image.height() + 4).boundedTo(room))
