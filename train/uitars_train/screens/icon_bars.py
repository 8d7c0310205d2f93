"""Screens of nothing but bars full of icons: many drawings, sizes, colours and states in one look.

Windows show a dozen icons each; here are two hundred, so that the reader sees every drawing often.
"""

from __future__ import annotations

import dataclasses
import random

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QIcon, QImage, QPainter, QPen

from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box
from uitars_train.screens.qt_application import SIZES, prepare_application
from uitars_train.screens.qt_desktop import pixels_of
from uitars_train.screens.qt_look import IconPainter, Look, random_look
from uitars_train.screens.screen import Screen, Split, seeded
from uitars_train.screens.vocabulary import Vocabulary

MOST = 170
"""Elements from which no bar is added: the eyes look at 240 shapes of a screen at most."""
UNDER = 9
"""Half the room that words under a picture need, in pixels."""
_ICON_SIZES = (12, 14, 16, 16, 16, 18, 20, 22, 22, 24, 24, 28, 32, 32, 36, 48)


class IconBarScreens:
    """Makes screens of icon bars; a seed always gives the same screen."""

    def __init__(self, split: Split) -> None:
        self._split = split
        prepare_application()

    def make(self, seed: int) -> Screen:
        """The screen of a seed."""
        source = seeded(f"sheet {self._split} {seed}")
        look = dataclasses.replace(random_look(source, self._split), scale=1.0)
        bars = _Bars(look, source)
        bars.draw()
        return Screen(pixels_of(bars.image), tuple(bars.elements), "sheet", seed)

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
    accent: QColor | None
    """What the buttons are filled with where they stand out, their pictures in white."""
    under: bool
    """Words stand under the pictures."""

    @property
    def side(self) -> int:
        return self.size + 2 * self.room


class _Bars:
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
        while top < self.image.height() - 90 and len(self.elements) < MOST:
            bar = self._bar()
            room = 2 * self._random.randint(1, 8) + (2 * UNDER if bar.under else 0)
            height = bar.side + room
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
            accent=_strong(self._random) if chance() < 0.12 else None,
            under=chance() < 0.12,
        )

    def _fill(self, painter: QPainter, bar: _Bar, top: int) -> None:
        left = self._random.randint(2, 30)
        while left + bar.side < self.image.width() - 4:
            chance = self._random.random()
            if chance < 0.06:
                painter.setPen(QPen(_mixed(bar.ink, bar.back, 0.7), 1))
                painter.drawLine(left, top + 3, left, top + bar.side - 3)
                left += self._random.randint(2, 9)
            elif bar.under:
                left = self._over_words(painter, bar, left, top - UNDER)
            elif chance < 0.16:
                left = self._labelled(painter, bar, left, top)
            elif chance < 0.21:
                left = self._beside_words(painter, bar, left, top)
            elif chance < 0.27:
                left = self._with_arrow(painter, bar, left, top)
            else:
                self._icon(painter, bar, left, top, bar.side)
                left += bar.side
            left += bar.gap + (self._random.randint(8, 60) if self._random.random() < 0.08 else 0)

    def _icon(self, painter: QPainter, bar: _Bar, left: int, top: int, width: int) -> None:
        """A button with nothing but a picture, at its left end."""
        meaning = self._random.choice(self._icons.meanings)
        state = self._random.random()
        disabled, pressed = state < 0.15, state > 0.9
        box = Box(left, top, left + width, top + bar.side)
        if pressed or bar.frames or bar.accent:
            self._frame(painter, bar, box, pressed)
        self._paint(painter, bar, meaning, left + bar.room, top + bar.room, disabled)
        self.elements.append(
            Element(box=box, role=Role.ICON, icon=meaning, checked=pressed, disabled=disabled)
        )

    def _with_arrow(self, painter: QPainter, bar: _Bar, left: int, top: int) -> int:
        """A button whose picture has the small arrow of a menu beside it; where it ends."""
        arrow = self._random.choice((4, 5, 6, 7))
        width = bar.side + arrow + 3
        self._icon(painter, bar, left, top, width)
        x, y = left + bar.side - bar.room // 2, top + (bar.side - arrow // 2) // 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_mixed(bar.ink, bar.back, 0.2))
        painter.drawPolygon(
            [QPointF(x, y), QPointF(x + arrow, y), QPointF(x + arrow / 2, y + arrow / 2 + 0.5)]
        )
        return left + width

    def _beside_words(self, painter: QPainter, bar: _Bar, left: int, top: int) -> int:
        """A picture with a number or a word of a status beside it, not a part of it; the end."""
        text = self._random.choice((self._words.number(), self._words.word()))
        font, width = self._small(text, (9, 10, 11, 12))
        if left + bar.side + width + 12 > self.image.width() or bar.size > 32:
            return left
        self._icon(painter, bar, left, top, bar.side)
        painter.setFont(font)
        painter.setPen(bar.ink)
        start = left + bar.side + self._random.choice((4, 8, 12)) + 10
        place = QRectF(start, top, width + 4, bar.side)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), text)
        box = Box(start, top + 2, start + width, top + bar.side - 2)
        self.elements.append(Element(box=box, role=Role.TEXT, text=text, name=text))
        return start + width

    def _over_words(self, painter: QPainter, bar: _Bar, left: int, top: int) -> int:
        """A button with a picture and words under it; where it ends."""
        text = self._words.button()
        font, words = self._small(text, (9, 10, 11, 12))
        width = max(bar.side, words + 8)
        right, bottom = left + width, top + bar.side + 2 * UNDER - 2
        if right > self.image.width() - 4:
            return right
        box = Box(left, top, right, bottom)
        state = self._random.random()
        disabled, pressed = state < 0.12, state > 0.93
        if bar.frames or pressed or bar.accent:
            self._frame(painter, bar, box, pressed)
        meaning = self._random.choice(self._icons.meanings)
        x = left + (width - bar.size) // 2
        self._paint(painter, bar, meaning, x, top + bar.room, disabled)
        painter.setFont(font)
        ink = QColor("white") if bar.accent else bar.ink
        painter.setPen(_mixed(ink, bar.accent or bar.back, 0.6) if disabled else ink)
        place = QRectF(left, top + bar.room + bar.size, width, bottom - top - bar.room - bar.size)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter), text)
        self.elements.append(
            Element(box=box, role=Role.BUTTON, text=text, name=text, disabled=disabled)
        )
        return right

    def _small(self, text: str, sizes: tuple[int, ...]) -> tuple[QFont, int]:
        """A font and how wide the text is in it."""
        font = QFont(self._look.font)
        font.setPixelSize(self._random.choice(sizes))
        return font, round(QFontMetricsF(font).horizontalAdvance(text))

    def _labelled(self, painter: QPainter, bar: _Bar, left: int, top: int) -> int:
        """A button with a picture and words beside it; where it ends."""
        text = self._words.button()
        font, width = self._small(text, (11, 12, 13, 14, 16))
        space = self._random.choice((3, 4, 6, 8))
        right = left + bar.side - bar.room + space + width + max(4, bar.room)
        box = Box(left, top, right, top + bar.side)
        if right > self.image.width() - 4 or bar.size > 32:
            return left
        if bar.frames or bar.accent:
            self._frame(painter, bar, box, False)
        disabled = self._random.random() < 0.12
        meaning = self._random.choice(self._icons.meanings)
        self._paint(painter, bar, meaning, left + bar.room, top + bar.room, disabled)
        painter.setFont(font)
        ink = QColor("white") if bar.accent else bar.ink
        painter.setPen(_mixed(ink, bar.back, 0.6) if disabled else ink)
        place = QRectF(left + bar.side - bar.room + space, top, width + 4, bar.side)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), text)
        self.elements.append(
            Element(box=box, role=Role.BUTTON, text=text, name=text, disabled=disabled)
        )
        return right

    def _frame(self, painter: QPainter, bar: _Bar, box: Box, pressed: bool) -> None:
        fill = _mixed(bar.ink, bar.back, 0.8 if pressed else 0.94)
        edge = _mixed(bar.ink, bar.back, 0.65)
        if bar.accent:
            fill = bar.accent.darker(140) if pressed else bar.accent
        elif pressed and self._random.random() < 0.4:
            # Many themes tint what is pressed, with or without a border.
            fill = _mixed(_strong(self._random), bar.back, self._random.uniform(0.5, 0.85))
            edge = _mixed(edge, fill, self._random.choice((0.0, 1.0)))
        painter.setPen(QPen(edge, 1))
        painter.setBrush(fill)
        place = QRectF(box.left + 0.5, box.top + 0.5, box.width - 1, box.height - 1)
        painter.drawRoundedRect(place, bar.radius, bar.radius)

    def _paint(
        self, painter: QPainter, bar: _Bar, meaning: str, left: int, top: int, disabled: bool
    ) -> None:
        ink = QColor("white") if bar.accent else bar.ink
        picture = self._icons.icon(meaning, bar.size, ink)
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


def _strong(source: random.Random) -> QColor:
    """The colour of what is pressed or stands out."""
    return QColor.fromHslF(source.random(), source.uniform(0.5, 0.95), source.uniform(0.3, 0.5))


def _mixed(ink: QColor, back: QColor, share: float) -> QColor:
    """The ink with this share of the background in it."""
    return QColor(
        round(ink.red() + (back.red() - ink.red()) * share),
        round(ink.green() + (back.green() - ink.green()) * share),
        round(ink.blue() + (back.blue() - ink.blue()) * share),
    )
