"""Screens of nothing but bars full of icons: many drawings, sizes, colours and states in one look.

Windows show a dozen icons each; here are two hundred, so that the reader sees every drawing often.
"""

from __future__ import annotations

import dataclasses
import random

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QIcon, QImage, QPainter, QPen

from uitars_runtime.eyes.element import Element, Role
from uitars_runtime.types import Box
from uitars_train.screens.qt_application import SIZES, prepare_application
from uitars_train.screens.qt_desktop import pixels_of
from uitars_train.screens.qt_look import IconPainter, Look, random_look
from uitars_train.screens.screen import Screen, Split, seeded
from uitars_train.screens.vocabulary import Vocabulary

MOST = 170
"""Elements from which no bar is added: the eyes look at 240 shapes of a screen at most."""
_ICON_SIZES = (12, 14, 16, 16, 16, 18, 20, 22, 22, 24, 24, 28, 32, 32, 36, 48)


class SheetScreens:
    """Makes screens of icon bars; a seed always gives the same screen."""

    def __init__(self, split: Split) -> None:
        self._split = split
        prepare_application()

    def make(self, seed: int) -> Screen:
        """The screen of a seed."""
        source = seeded(f"sheet {self._split} {seed}")
        look = dataclasses.replace(random_look(source, self._split), scale=1.0)
        sheet = _Sheet(look, source)
        sheet.draw()
        return Screen(pixels_of(sheet.image), tuple(sheet.elements), "sheet", seed)

    def close(self) -> None:
        """Nothing to end: Qt draws in this process."""


@dataclasses.dataclass(frozen=True)
class _Bar:
    """What the cells of one bar have in common; lengths in pixels."""

    ink: QColor
    back: QColor
    size: int
    """Side of the icons."""
    room: int
    """Between an icon and the edge of its button."""
    gap: int
    """Between two buttons."""
    frames: bool
    radius: int

    @property
    def side(self) -> int:
        return self.size + 2 * self.room


class _Sheet:
    """One screen in the making."""

    def __init__(self, look: Look, source: random.Random) -> None:
        self._random = source
        self._look = look
        self._icons = IconPainter(look, source)
        self._words = Vocabulary(look.split, source)
        size = QSize(*source.choice(SIZES))
        self.image = QImage(size, QImage.Format.Format_RGB32)
        self.image.fill(look.window)
        self.elements: list[Element] = []

    def draw(self) -> None:
        """Fills the picture with bars from top to bottom."""
        painter = QPainter(self.image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = 0
        while top < self.image.height() - 70 and len(self.elements) < MOST:
            bar = self._bar()
            height = bar.side + 2 * self._random.randint(1, 8)
            painter.fillRect(0, top, self.image.width(), height, bar.back)
            self._fill(painter, bar, top + (height - bar.side) // 2)
            top += height + self._random.choice((0, 0, 1, 4, 16))
        painter.end()

    def _bar(self) -> _Bar:
        chance = self._random.random
        back = self._look.window if chance() < 0.4 else _shade(self._random)
        dark = back.lightnessF() < 0.5
        ink = QColor.fromHslF(
            self._random.random(),
            0.0 if chance() < 0.75 else self._random.uniform(0.3, 0.9),
            self._random.uniform(0.75, 1.0) if dark else self._random.uniform(0.0, 0.38),
        )
        return _Bar(
            ink=ink,
            back=back,
            size=self._random.choice(_ICON_SIZES),
            room=self._random.choice((2, 4, 4, 6, 8, 10)),
            gap=self._random.choice((0, 0, 2, 4, 10)),
            frames=chance() < 0.3,
            radius=self._random.choice((0, 2, 4, 6, 20)),
        )

    def _fill(self, painter: QPainter, bar: _Bar, top: int) -> None:
        left = self._random.randint(2, 30)
        while left + bar.side < self.image.width() - 4:
            chance = self._random.random()
            if chance < 0.06:
                painter.setPen(QPen(_mixed(bar.ink, bar.back, 0.7), 1))
                painter.drawLine(left, top + 3, left, top + bar.side - 3)
                left += self._random.randint(2, 9)
            elif chance < 0.16:
                left = self._labelled(painter, bar, left, top)
            else:
                self._icon(painter, bar, left, top)
                left += bar.side
            left += bar.gap + (self._random.randint(8, 60) if self._random.random() < 0.08 else 0)

    def _icon(self, painter: QPainter, bar: _Bar, left: int, top: int) -> None:
        """A button with nothing but a picture."""
        meaning = self._random.choice(self._icons.meanings)
        state = self._random.random()
        disabled, pressed = state < 0.15, state > 0.93
        box = Box(left, top, left + bar.side, top + bar.side)
        if pressed or bar.frames:
            self._frame(painter, bar, box, pressed)
        self._paint(painter, bar, meaning, left + bar.room, top + bar.room, disabled)
        self.elements.append(
            Element(box=box, role=Role.ICON, icon=meaning, checked=pressed, disabled=disabled)
        )

    def _labelled(self, painter: QPainter, bar: _Bar, left: int, top: int) -> int:
        """A button with a picture and words beside it; where it ends."""
        text = self._words.button()
        font = QFont(self._look.font)
        font.setPixelSize(self._random.choice((11, 12, 13, 14, 16)))
        width = round(QFontMetricsF(font).horizontalAdvance(text))
        space = self._random.choice((3, 4, 6, 8))
        right = left + bar.side - bar.room + space + width + max(4, bar.room)
        box = Box(left, top, right, top + bar.side)
        if right > self.image.width() - 4 or bar.size > 32:
            return left
        if bar.frames:
            self._frame(painter, bar, box, False)
        disabled = self._random.random() < 0.12
        meaning = self._random.choice(self._icons.meanings)
        self._paint(painter, bar, meaning, left + bar.room, top + bar.room, disabled)
        painter.setFont(font)
        painter.setPen(_mixed(bar.ink, bar.back, 0.6) if disabled else bar.ink)
        place = QRectF(left + bar.side - bar.room + space, top, width + 4, bar.side)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), text)
        self.elements.append(
            Element(box=box, role=Role.BUTTON, text=text, name=text, disabled=disabled)
        )
        return right

    def _frame(self, painter: QPainter, bar: _Bar, box: Box, pressed: bool) -> None:
        fill = _mixed(bar.ink, bar.back, 0.8 if pressed else 0.94)
        painter.setPen(QPen(_mixed(bar.ink, bar.back, 0.65), 1))
        painter.setBrush(fill)
        place = QRectF(box.left + 0.5, box.top + 0.5, box.width - 1, box.height - 1)
        painter.drawRoundedRect(place, bar.radius, bar.radius)

    def _paint(
        self, painter: QPainter, bar: _Bar, meaning: str, left: int, top: int, disabled: bool
    ) -> None:
        picture = self._icons.icon(meaning, bar.size, bar.ink)
        mode = (
            QIcon.Mode.Disabled if disabled and self._random.random() < 0.3 else QIcon.Mode.Normal
        )
        painter.setOpacity(self._random.uniform(0.25, 0.5) if disabled else 1.0)
        painter.drawPixmap(QPointF(left, top), picture.pixmap(QSize(bar.size, bar.size), mode))
        painter.setOpacity(1.0)


def _shade(source: random.Random) -> QColor:
    """A colour of a bar: mostly light or dark and nearly grey, now and then strong."""
    if source.random() < 0.15:
        return QColor.fromHslF(source.random(), source.uniform(0.4, 0.9), source.uniform(0.2, 0.5))
    light = source.uniform(0.85, 1.0) if source.random() < 0.65 else source.uniform(0.06, 0.3)
    return QColor.fromHslF(source.random(), source.choice((0.0, 0.0, 0.1, 0.25)), light)


def _mixed(ink: QColor, back: QColor, share: float) -> QColor:
    """The ink with this share of the background in it."""
    return QColor(
        round(ink.red() + (back.red() - ink.red()) * share),
        round(ink.green() + (back.green() - ink.green()) * share),
        round(ink.blue() + (back.blue() - ink.blue()) * share),
    )
