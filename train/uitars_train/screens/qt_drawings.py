"""Files of drawings as pixels, by Qt."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer


def rendered(file: Path, side: int, *, enlarged: bool = False) -> NDArray[np.uint8] | None:
    """(height, width, 4) red, green, blue, opacity: an SVG or a PNG at its own size, at most `side`
    pixels large; `enlarged`: an SVG at just that. None for what is no picture or a larger PNG.
    What an SVG leaves to the program's colour is black."""
    image = _of_svg(file, side, enlarged) if file.suffix == ".svg" else QImage(str(file))
    if image.isNull() or max(image.width(), image.height()) > side:
        return None
    image = image.convertToFormat(QImage.Format.Format_RGBA8888)
    flat = np.frombuffer(image.constBits(), np.uint8)
    return flat.reshape(image.height(), -1, 4)[:, : image.width()].copy()


def _of_svg(file: Path, side: int, enlarged: bool) -> QImage:
    source = QSvgRenderer(file.read_bytes().replace(b"currentColor", b"#000000"))
    size = source.defaultSize()
    if not source.isValid() or size.isEmpty():
        return QImage()
    largest = max(size.width(), size.height())
    scale = side / largest if enlarged or largest > side else 1.0
    image = QImage(
        max(1, round(size.width() * scale)),
        max(1, round(size.height() * scale)),
        QImage.Format.Format_RGBA8888,
    )
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    source.render(painter, QRectF(image.rect()))
    painter.end()
    return image
