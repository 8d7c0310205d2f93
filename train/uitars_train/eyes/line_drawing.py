"""Lines of text drawn by Qt and by Chromium, in many fonts, sizes and colours, with what they say.

The lines of whole screens (`line_dataset.py`) are rarer and show what stands around words.
"""

from __future__ import annotations

import html
import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetrics, QImage, QPainter

from uitars_runtime.browser.page import Page
from uitars_runtime.eyes.shapes import Pixels
from uitars_runtime.frame import Frame
from uitars_train.eyes.line_texts import LineTexts
from uitars_train.screens.qt_application import prepare_application
from uitars_train.screens.screen import Split

SIZES = (9, 10, 11, 11, 12, 12, 13, 13, 13, 14, 14, 15, 16, 17, 18, 20, 22, 24, 28, 32)
"""Pixels of a font, as often as they are drawn."""
_FAMILIES = {
    Split.TRAIN: (
        "DejaVu Sans", "DejaVu Sans", "DejaVu Sans Mono", "Cantarell", "Noto Sans",
        "Noto Sans Mono",
        "Liberation Sans", "Liberation Serif", "Roboto", "Open Sans", "Lato", "Nimbus Sans",
        "Roboto Condensed", "Nimbus Mono PS", "Nimbus Roman", "C059", "P052", "DejaVu Serif",
        "Noto Serif", "Liberation Mono",
    ),
    Split.VALIDATION: ("Noto Sans Display", "Open Sans Condensed", "DejaVu Sans", "URW Bookman"),
    Split.TEST: ("Liberation Sans Narrow", "URW Gothic", "DejaVu Sans"),
}  # fmt: skip
_ON_A_PAGE = 70
_PAGE = (1100, 2400)
"""Width and height that so many lines nearly always fit on."""
_IN_ONE_FONT = 8
_BOXES = """
Array.from(document.querySelectorAll("span"), (line) => {
  const box = line.getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom];
})
"""
_HINTING = (
    QFont.HintingPreference.PreferDefaultHinting,
    QFont.HintingPreference.PreferFullHinting,
    QFont.HintingPreference.PreferVerticalHinting,
    QFont.HintingPreference.PreferNoHinting,
)


class DrawnLine(NamedTuple):
    """A line and what it says."""

    crop: Pixels
    """(height, width, 3), with some room around the words."""
    text: str


def qt_lines(split: Split, source: random.Random) -> Iterator[DrawnLine]:
    """Lines without end, drawn by Qt."""
    prepare_application()
    there = set(QFontDatabase.families())
    families = [name for name in _FAMILIES[split] if name in there]
    texts = LineTexts(split, source)
    while True:
        font = QFont(source.choice(families))
        font.setPixelSize(source.choice(SIZES))
        font.setBold(source.random() < 0.15)
        font.setItalic(source.random() < 0.06)
        font.setUnderline(source.random() < 0.06)
        font.setHintingPreference(source.choice(_HINTING))
        if source.random() < 0.04:
            font.setStyleStrategy(QFont.StyleStrategy.NoAntialias)
        for _ in range(_IN_ONE_FONT):
            text = texts.draw()
            yield DrawnLine(_painted(text, font, source), text)


def _painted(text: str, font: QFont, source: random.Random) -> Pixels:
    metrics = QFontMetrics(font)
    left, top = source.randint(2, 6), source.randint(1, 5)
    width = metrics.horizontalAdvance(text) + 2 * left + 2
    image = QImage(width, metrics.height() + 2 * top, QImage.Format.Format_RGB888)
    paper, ink = _colours(source)
    image.fill(QColor(*paper))
    painter = QPainter(image)
    painter.setFont(font)
    painter.setPen(QColor(*ink))
    painter.drawText(left, top + metrics.ascent(), text)
    painter.end()
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * width].reshape(image.height(), width, 3).copy()


def _colours(source: random.Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Paper and ink that can be told apart, at times only just (disabled words)."""
    dark = source.random() < 0.4
    base = source.randint(0, 80) if dark else source.randint(185, 255)
    apart = source.randint(50, 110) if source.random() < 0.2 else source.randint(110, 255)
    tone = min(255, base + apart) if dark else max(0, base - apart)

    def tinted(value: int, most: int) -> tuple[int, ...]:
        return tuple(max(0, min(255, value + source.randint(-most, most))) for _ in range(3))

    return tinted(base, 12), tinted(tone, 12 if source.random() < 0.7 else 50)


def web_lines(split: Split, source: random.Random, page: Page) -> Iterator[DrawnLine]:
    """Lines without end, drawn by Chromium."""
    texts = LineTexts(split, source)
    while True:
        said = [texts.draw() for _ in range(_ON_A_PAGE)]
        scale = source.choice((1, 1, 1, 1.25, 1.5, 2))
        page.show(_page(said, split, source), *_PAGE, scale)
        boxes = page.evaluate(_BOXES)
        picture = Frame.of_png(page.picture()).pixels
        for text, box in zip(said, boxes, strict=True):
            # Now and then an edge of the box comes along, as that of a button does.
            beside = 2 if source.random() < 0.12 else 0
            left, top, right, bottom = (round(scale * value) for value in box)
            if bottom <= picture.shape[0]:
                yield DrawnLine(picture[top:bottom, left - beside : right + beside], text)


def _page(said: list[str], split: Split, source: random.Random) -> str:
    spans: list[str] = []
    for text in said:
        paper, ink = (f"rgb({','.join(map(str, colour))})" for colour in _colours(source))
        styles = {
            "background": paper,
            "color": ink,
            "font-family": f"'{source.choice(_FAMILIES[split])}'",
            "font-size": f"{source.choice(SIZES)}px",
            "font-weight": source.choice((400, 400, 400, 600, 700)),
            "letter-spacing": f"{source.choice((0, 0, 0, 0, 0.5, 1))}px",
            "text-decoration": "underline" if source.random() < 0.1 else "none",
            "font-style": "italic" if source.random() < 0.05 else "normal",
        }
        style = ";".join(f"{name}:{value}" for name, value in styles.items())
        spans.append(f'<div><span style="{style}">{html.escape(text)}</span></div>')
    return _SHEET + "".join(spans)


_SHEET = """
<meta charset=utf-8>
<style>body{margin:0} div{margin:4px 8px} span{white-space:pre;padding:2px}</style>
"""
