"""Lays windows over each other on a desktop: wallpaper, title bars, shadows, task bar."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QImage,
    QLinearGradient,
    QPainter,
    QRadialGradient,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from uitars_runtime.element import Element
from uitars_runtime.types import Box
from uitars_train.screens.covering import moved, visible_elements
from uitars_train.screens.qt_look import IconPainter, Look
from uitars_train.screens.qt_truth import Truth
from uitars_train.screens.vocabulary import Vocabulary


@dataclass
class Layer:
    """A picture at a place of the screen, with the truth in the picture's own pixels."""

    picture: QImage
    left: int
    top: int
    elements: list[Element] = field(default_factory=list[Element])
    shadow: bool = False

    @property
    def box(self) -> Box:
        return Box(
            self.left,
            self.top,
            self.left + self.picture.width(),
            self.top + self.picture.height(),
        )


def compose(base: QImage, layers: list[Layer]) -> tuple[NDArray[np.uint8], tuple[Element, ...]]:
    """Draws the layers, back to front, and leaves out of the truth what is covered."""
    painter = QPainter(base)
    for layer in layers:
        if layer.shadow:
            _draw_shadow(painter, layer.box)
        layer.picture.setDevicePixelRatio(1)
        painter.drawImage(layer.left, layer.top, layer.picture)
    painter.end()
    area = Box(0, 0, base.width(), base.height())
    elements: list[Element] = []
    for index, layer in enumerate(layers):
        covers = [above.box for above in layers[index + 1 :]]
        own = [moved(element, layer.left, layer.top) for element in layer.elements]
        elements += visible_elements(own, area, covers)
    return pixels_of(base), tuple(elements)


def pixels_of(image: QImage) -> NDArray[np.uint8]:
    """A copy of the picture as (height, width, 3), red green blue."""
    rgb = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(rgb.constBits(), np.uint8).reshape(rgb.height(), rgb.bytesPerLine())
    return rows[:, : rgb.width() * 3].reshape(rgb.height(), rgb.width(), 3).copy()


def image_of(pixels: NDArray[np.uint8]) -> QImage:
    """A picture of (height, width, 3) pixels."""
    height, width = pixels.shape[:2]
    data = np.ascontiguousarray(pixels)
    return QImage(data.data, width, height, width * 3, QImage.Format.Format_RGB888).copy()


def _draw_shadow(painter: QPainter, box: Box) -> None:
    for step in range(8):
        rect = QRect(
            box.left - step, box.top - step + 3, box.width + 2 * step, box.height + 2 * step
        )
        painter.setPen(QColor(0, 0, 0, 40 - 5 * step))
        painter.drawRect(rect)


def wallpaper(source: random.Random, size: QSize) -> QImage:
    """A plain colour, a gradient, or soft shapes; as grey or as bright as people like it."""
    image = QImage(size, QImage.Format.Format_RGB32)
    first = QColor.fromHslF(source.random(), source.uniform(0, 0.7), source.uniform(0.08, 0.9))
    image.fill(first)
    kind = source.random()
    if kind < 0.35:
        return image
    second = QColor.fromHslF(source.random(), source.uniform(0, 0.7), source.uniform(0.08, 0.9))
    gradient = QLinearGradient(0, 0, source.uniform(0, 1) * size.width(), size.height())
    gradient.setColorAt(0, first)
    gradient.setColorAt(1, second)
    painter = QPainter(image)
    painter.fillRect(image.rect(), QBrush(gradient))
    if kind > 0.65:
        painter.setPen(Qt.PenStyle.NoPen)
        for _ in range(source.randint(3, 14)):
            center = QPointF(source.random() * size.width(), source.random() * size.height())
            radius = source.uniform(20, 350)
            glow = QRadialGradient(center, radius)
            colour = QColor.fromHslF(source.random(), source.random(), source.random(), 0.7)
            glow.setColorAt(0, colour)
            colour.setAlphaF(0.0 if source.random() < 0.6 else 0.7)
            glow.setColorAt(1, colour)
            painter.setBrush(QBrush(glow))
            painter.drawEllipse(center, radius, radius)
    painter.end()
    return image


class Furniture:
    """Title bars, task bars and desktop icons of one screen."""

    def __init__(
        self, look: Look, icons: IconPainter, words: Vocabulary, source: random.Random
    ) -> None:
        self._look = look
        self._icons = icons
        self._words = words
        self._random = source
        self._bar_height = source.choice((20, 22, 24, 26, 28, 30, 34, 38))
        self._bar_colour = self._colour()
        self._size = source.choice((12, 14, 16, 18))
        self._left_controls = source.random() < 0.12
        self._centered = source.random() < 0.5
        self._emblem = source.random() < 0.5

    def _colour(self) -> QColor:
        kind = self._random.random()
        if kind < 0.45:
            return self._look.window.darker(self._random.choice((100, 105, 112, 125)))
        if kind < 0.65:
            return self._look.accent
        return QColor.fromHslF(
            self._random.random(),
            self._random.choice((0, 0, 0.1, 0.4)),
            self._random.choice((0.08, 0.16, 0.25, 0.8, 0.9, 0.97)),
        )

    @staticmethod
    def _ink(colour: QColor) -> QColor:
        return QColor("white") if colour.lightnessF() < 0.55 else QColor(30, 30, 30)

    def framed(self, content: QWidget, title: str, active: bool) -> QWidget:
        """The content under a title bar as a window manager draws it."""
        frame = QWidget()
        frame.setObjectName("frame")
        layout = QVBoxLayout(frame)
        edge = self._random.choice((0, 0, 1, 1, 3))
        layout.setContentsMargins(edge, 0, edge, edge)
        layout.setSpacing(0)
        colour = self._bar_colour if active else self._look.window.darker(110)
        ink = self._ink(colour)
        bar = self._strip(colour, ink)
        bar.setFixedHeight(self._bar_height)
        row = QHBoxLayout(bar)
        row.setContentsMargins(6, 0, 6, 0)
        row.setSpacing(self._random.choice((0, 2, 6)))
        label = QLabel(title)
        label.setProperty("role", "title")
        font = QFont(self._look.font)
        font.setPixelSize(max(11, min(self._bar_height - 8, self._look.font.pixelSize())))
        font.setBold(self._random.random() < 0.5)
        label.setFont(font)
        controls = self._controls(ink)
        if self._left_controls:
            for control in reversed(controls):
                row.addWidget(control)
        elif self._emblem:
            row.addWidget(self._picture())
        if self._centered:
            row.addStretch()
        row.addWidget(label)
        row.addStretch()
        if not self._left_controls:
            for control in controls:
                row.addWidget(control)
        layout.addWidget(bar)
        layout.addWidget(content, 1)
        return frame

    def _controls(self, ink: QColor) -> list[QToolButton]:
        wanted = ["minimize", "maximize", "close"]
        if self._random.random() < 0.2:
            wanted = ["close"]
        return [self._tool(meaning, self._size, ink) for meaning in wanted]

    def _picture(self) -> QLabel:
        label = QLabel()
        icon = self._icons.icon(self._random.choice(self._icons.meanings), 16)
        label.setPixmap(icon.pixmap(QSize(16, 16)))
        label.setFixedSize(16, 16)
        return label

    def _tool(self, meaning: str, size: int, ink: QColor) -> QToolButton:
        widget = QToolButton()
        widget.setAutoRaise(True)
        widget.setIcon(self._icons.icon(meaning, size, ink))
        widget.setIconSize(QSize(size, size))
        widget.setProperty("icon_meaning", meaning)
        return widget

    @staticmethod
    def _strip(colour: QColor, ink: QColor) -> QWidget:
        strip = QWidget()
        strip.setObjectName("strip")
        strip.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        strip.setStyleSheet(
            f"#strip{{background:{colour.name()};}}"
            f"QLabel{{color:{ink.name()};background:transparent;}}"
            f"QToolButton{{color:{ink.name()};border:0;background:transparent;}}"
        )
        return strip

    def browser(self, page: QWidget, title: str) -> QWidget:
        """A page under a browser's tabs and address."""
        window = QWidget()
        layout = QVBoxLayout(window)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        tabs = QTabBar()
        tabs.setExpanding(False)
        tabs.addTab(title)
        for _ in range(self._random.randint(0, 3)):
            tabs.addTab(self._words.title())
        layout.addWidget(tabs)
        bar = QWidget()
        row = QHBoxLayout(bar)
        row.setContentsMargins(4, 3, 4, 3)
        for meaning in ("back", "forward", "refresh", "home")[: self._random.choice((3, 3, 4))]:
            row.addWidget(self._tool(meaning, 18, self._look.text))
        address = QLineEdit(f"https://{self._words.word()}.example/{self._words.word()}")
        address.setAccessibleName("address")
        row.addWidget(address, 1)
        for meaning in ("bookmark", "download", "user", "menu")[self._random.randint(0, 3) :]:
            row.addWidget(self._tool(meaning, 18, self._look.text))
        layout.addWidget(bar)
        layout.addWidget(page)
        return window

    def task_bar(self, width: int) -> QWidget:
        """A bar with programs, small icons and a clock, `width` widget pixels wide."""
        colour = self._colour()
        bar = self._strip(colour, self._ink(colour))
        row = QHBoxLayout(bar)
        row.setContentsMargins(4, 0, 8, 0)
        row.setSpacing(self._random.choice((2, 6, 12)))
        height = self._random.choice((22, 26, 28, 32, 40, 46))
        size = min(height - 6, self._random.choice((16, 20, 24, 32)))
        icons = self._random.sample(self._icons.meanings, 9)
        for meaning in icons[: self._random.randint(0, 5)]:
            row.addWidget(self._tool(meaning, size, self._ink(colour)))
        for _ in range(self._random.randint(0, 4)):
            program = QToolButton()
            program.setText(self._words.title())
            program.setMaximumWidth(170)
            row.addWidget(program)
        row.addStretch()
        for meaning in icons[5 : 5 + self._random.randint(0, 4)]:
            row.addWidget(self._tool(meaning, min(size, 18), self._ink(colour)))
        clock = f"{self._random.randint(0, 23)}:{self._random.randint(0, 59):02}"
        row.addWidget(QLabel(clock))
        bar.setFixedSize(width, height)
        return bar

    def desktop_icon(self) -> QWidget:
        """A file or program on the desktop: a picture over its name."""
        size = self._random.choice((32, 48))
        widget = QToolButton()
        widget.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        widget.setIcon(self._icons.icon(self._random.choice(self._icons.meanings), size))
        widget.setIconSize(QSize(size, size))
        named = self._random.random() < 0.6
        widget.setText(self._words.file_name() if named else self._words.tab())
        widget.setProperty("role", "item")
        widget.setStyleSheet("border:0;background:transparent;")
        return widget


def layer_of(widget: QWidget, left: int, top: int, scale: float, *, clear: bool = False) -> Layer:
    """A drawn top-level widget at a place in pixels; `clear` leaves its background out."""
    size = QSize(round(widget.width() * scale), round(widget.height() * scale))
    picture = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    picture.setDevicePixelRatio(scale)
    if clear:
        widget.render(picture, renderFlags=QWidget.RenderFlag.DrawChildren)
    else:
        widget.render(picture)
    return Layer(picture, left, top, Truth(widget, scale).read())
