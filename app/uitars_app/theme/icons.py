"""Icons: line drawings from the assets, in the colours of the theme.

The drawings are SVG files that draw with `currentColor`. States differ in shape, not only in
colour.
"""

from __future__ import annotations

import functools
from importlib.resources import files

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from uitars_app.theme.tokens import Tokens


@functools.cache
def _drawing(name: str) -> str:
    return (files("uitars_assets") / "icons" / f"{name}.svg").read_text("utf-8")


def drawing(name: str, colour: str) -> str:
    """An icon as SVG text in a colour."""
    return _drawing(name).replace("currentColor", colour)


def names() -> tuple[str, ...]:
    """Every icon there is."""
    folder = files("uitars_assets") / "icons"
    return tuple(sorted(f.name.removesuffix(".svg") for f in folder.iterdir() if f.is_file()))


@functools.lru_cache(maxsize=512)
def image(name: str, colour: str, edge: int) -> QImage:
    """A square picture of an icon, `edge` device pixels wide."""
    drawn = QImage(edge, edge, QImage.Format.Format_ARGB32_Premultiplied)
    drawn.fill(Qt.GlobalColor.transparent)
    data = drawing(name, colour).encode()
    painter = QPainter(drawn)
    QSvgRenderer(QByteArray(data)).render(painter, QRectF(0, 0, edge, edge))
    painter.end()
    return drawn


def icon(name: str, colour: str, checked: str = "", disabled: str = "") -> QIcon:
    """An icon that is sharp at every scale; `checked`, `disabled`: its colours in those states."""
    made = QIcon()
    for edge in (16, 20, 24, 32, 40, 48, 64):
        made.addPixmap(QPixmap.fromImage(image(name, colour, edge)))
        if disabled:
            pixmap = QPixmap.fromImage(image(name, disabled, edge))
            made.addPixmap(pixmap, QIcon.Mode.Disabled)
        if checked:
            pixmap = QPixmap.fromImage(image(name, checked, edge))
            made.addPixmap(pixmap, QIcon.Mode.Normal, QIcon.State.On)
    return made


def theme_icon(name: str, tokens: Tokens, *, navigation: bool = False) -> QIcon:
    """The icon in the text colour of a theme; in navigation, muted until it is chosen."""
    if navigation:
        return icon(name, tokens.muted, tokens.accent)
    return icon(name, tokens.text)
