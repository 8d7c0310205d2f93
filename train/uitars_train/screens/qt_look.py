"""How a Qt screen looks: style, palette, style sheet, font, scale. Drawn once for a screen."""

from __future__ import annotations

import atexit
import random
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QImage, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from uitars_train.screens.icons import drawings, one_colour
from uitars_train.screens.screen import Split

_FONTS = {
    Split.TRAIN: (
        "DejaVu Sans",
        "DejaVu Sans",
        "Cantarell",
        "Noto Sans",
        "Noto Sans",
        "Liberation Sans",
        "Roboto",
        "Open Sans",
        "Lato",
        "Liberation Serif",
        "DejaVu Sans Mono",
        "Nimbus Sans",
        "Roboto Condensed",
    ),
    Split.VALIDATION: ("DejaVu Sans", "Noto Sans Display", "DejaVu Serif", "Open Sans Condensed"),
    Split.TEST: ("Noto Serif", "Liberation Sans Narrow", "Liberation Mono", "URW Gothic"),
}
_MARKS = ("M3 8 L7 12 L13 4", "M3 8.5 L6.5 12 L13 4.5", "M3 3 L13 13 M13 3 L3 13", "M3 8 L13 8")


@dataclass(frozen=True)
class Look:
    """Colours and sizes shared by the windows of one screen."""

    split: Split
    dark: bool
    window: QColor
    text: QColor
    accent: QColor
    font: QFont
    scale: float
    """Pixels of the picture to one pixel of a widget, 1 to 3."""
    palette: QPalette
    sheet: str
    style: str

    @contextmanager
    def worn(self) -> Generator[None]:
        """For as long as this lasts it is the look of the application; no window may be open. Other
        windows of this process keep theirs."""
        application = cast("QApplication", QApplication.instance())
        sheet = application.styleSheet()
        # A style says its name where no sheet lies over it.
        application.setStyleSheet("")
        before = QApplication.style().objectName(), QApplication.palette(), QApplication.font()
        _put_on(application, self.style.lower(), self.palette, self.font, self.sheet)
        try:
            yield
        finally:
            _put_on(application, *before, sheet)


def _put_on(
    application: QApplication, style: str, colours: QPalette, font: QFont, sheet: str
) -> None:
    application.setStyleSheet("")
    if application.style().objectName() != style:
        application.setStyle(style)
    application.setPalette(colours)
    application.setFont(font)
    application.setStyleSheet(sheet)


def random_look(source: random.Random, split: Split) -> Look:
    """A look: a third dark, about half with a style sheet."""
    dark = source.random() < 0.35
    hue, tint = source.random(), source.choice((0.0, 0.0, 0.05, 0.12, 0.2))
    base = source.uniform(0.07, 0.24) if dark else source.uniform(0.86, 0.98)
    away = 1 if dark else -1
    window = _colour(hue, tint, base + 0.03 * away)
    text = _colour(hue, 0, source.uniform(0.8, 1) if dark else source.uniform(0, 0.27))
    accent = _colour(source.random(), source.uniform(0.45, 0.95), source.uniform(0.35, 0.58))
    paper = _colour(hue, tint, base - 0.04 if dark else min(1, base + 0.08))
    button = _colour(hue, tint, base + source.uniform(0, 0.1) * away)
    border = _colour(hue, tint, base + source.uniform(0.14, 0.5) * away)
    font = QFont(source.choice(_FONTS[split]))
    font.setPixelSize(source.choice((11, 12, 13, 13, 14, 14, 15, 16, 17, 18, 20)))
    scale = source.choice((1, 1, 1, 1, 1, 1, 1.25, 1.5, 2, 2, 3))
    if font.pixelSize() > 14:
        scale = min(scale, 1.25)
    sheet = _sheet(source, paper, button, border, accent) if source.random() < 0.55 else ""
    return Look(
        split=split,
        dark=dark,
        window=window,
        text=text,
        accent=accent,
        font=font,
        scale=scale,
        palette=_palette(window, paper, button, text, accent),
        sheet=sheet,
        style=source.choice(("Fusion", "Fusion", "Fusion", "Windows")),
    )


def _colour(hue: float, saturation: float, lightness: float) -> QColor:
    return QColor.fromHslF(hue, saturation, max(0.0, min(1.0, lightness)))


def _palette(
    window: QColor, paper: QColor, button: QColor, text: QColor, accent: QColor
) -> QPalette:
    role = QPalette.ColorRole
    white = QColor("white") if accent.lightnessF() < 0.55 else QColor("black")
    # Built from the two colours first: that fills the bevels and the disabled group.
    palette = QPalette(button, window)
    for which, colour in (
        (role.Window, window),
        (role.WindowText, text),
        (role.Base, paper),
        (role.AlternateBase, window),
        (role.Text, text),
        (role.Button, button),
        (role.ButtonText, text),
        (role.Highlight, accent),
        (role.HighlightedText, white),
        (role.Link, accent),
        (role.PlaceholderText, _between(text, paper, 0.55)),
    ):
        palette.setColor(which, colour)
    faint = _between(text, window, 0.62)
    for which in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, faint)
    return palette


def _between(first: QColor, second: QColor, share: float) -> QColor:
    return QColor.fromRgbF(
        first.redF() + (second.redF() - first.redF()) * share,
        first.greenF() + (second.greenF() - first.greenF()) * share,
        first.blueF() + (second.blueF() - first.blueF()) * share,
    )


def _sheet(
    source: random.Random, paper: QColor, button: QColor, border: QColor, accent: QColor
) -> str:
    radius = source.choice((0, 2, 3, 4, 6, 9, 14))
    line = f"1px solid {border.name()}"
    across, down = source.randint(4, 20), source.choice((2, 3, 4, 6, 9))
    rules = [
        f"QPushButton{{border:{line};border-radius:{radius}px;padding:{down}px {across}px;"
        f"background:{button.name()};}}",
        "QPushButton:disabled{color:palette(placeholder-text);}",
        f"QPushButton[accent=true]{{background:{accent.name()};color:palette(highlighted-text);"
        "border:0;}",
        "QPushButton:flat{border:0;background:transparent;}",
    ]
    kind = source.random()
    edge = f"border:{line};border-radius:{min(radius, 9)}px;"
    if kind < 0.25:
        edge = f"border:0;border-bottom:2px solid {border.name()};"
    rules.append(
        f"QLineEdit,QPlainTextEdit{{{edge}padding:{source.choice((1, 3, 5, 8))}px;"
        f"background:{paper.name()};}}"
    )
    if source.random() < 0.6:
        ring = source.choice((1, 1, 2))
        rules.append(
            f"QLineEdit:focus,QPlainTextEdit:focus{{border:{ring}px solid {accent.name()};}}"
        )
    if source.random() < 0.5:
        faint = source.choice(("window", "button", "mid"))
        rules.append(
            "QLineEdit:disabled,QPlainTextEdit:disabled,QSpinBox:disabled,QComboBox:disabled"
            f"{{background:palette({faint});color:palette(placeholder-text);}}"
        )
    if source.random() < 0.4:
        rules.append(_chosen(source, accent, border))
    if source.random() < 0.55:
        rules += _indicators(source, paper, border, accent, min(radius, 5))
    if source.random() < 0.3:
        rules.append(
            "QTabBar::tab{padding:6px 12px;border:0;border-bottom:2px solid transparent;}"
            f"QTabBar::tab:selected{{border-bottom:2px solid {accent.name()};}}"
        )
    if source.random() < 0.3:
        rules.append(
            f"QMenu{{border:{line};padding:4px;}}QMenu::item{{padding:5px 28px 5px 24px;}}"
            f"QMenu::item:selected{{background:{accent.name()};color:palette(highlighted-text);}}"
            "QMenu::item:disabled{color:palette(placeholder-text);}"
        )
    return "".join(rules)


def _chosen(source: random.Random, accent: QColor, border: QColor) -> str:
    """Rules for selected rows and tabs and pressed buttons that the style draws otherwise."""
    faint = f"rgba({accent.red()},{accent.green()},{accent.blue()},{source.choice((40, 70, 110))})"
    fill = source.choice((faint, faint, border.name()))
    tab = source.choice(
        (
            f"background:{fill};border:0;padding:6px 12px;",
            f"border:1px solid {border.name()};border-top:3px solid {accent.name()};"
            "padding:5px 11px;",
            f"color:{accent.name()};border:0;font-weight:bold;padding:6px 12px;",
        )
    )
    return (
        f"QAbstractItemView::item:selected{{background:{fill};color:palette(text);}}"
        f"QTabBar::tab{{border:0;padding:6px 12px;}}QTabBar::tab:selected{{{tab}}}"
        f"QToolButton:checked{{background:{fill};border:1px solid {accent.name()};}}"
    )


def _indicators(
    source: random.Random, paper: QColor, border: QColor, accent: QColor, radius: int
) -> list[str]:
    """Check and radio indicators drawn by the sheet instead of the style."""
    size = source.choice((11, 13, 14, 16, 18, 20))
    edge = source.choice((1, 1, 2))
    filled = source.random() < 0.65
    back = accent if filled else paper
    mark = _mark(source.randrange(len(_MARKS) - 1), "#ffffff" if filled else accent.name())
    stop = source.choice((0.4, 0.5, 0.6))
    dot = (
        f"qradialgradient(cx:.5,cy:.5,radius:.5,fx:.5,fy:.5,stop:0 {accent.name()},"
        f"stop:{stop} {accent.name()},stop:{stop + 0.06} {paper.name()},stop:1 {paper.name()})"
    )
    return [
        f"QCheckBox::indicator,QRadioButton::indicator{{width:{size}px;height:{size}px;"
        f"border:{edge}px solid {border.name()};background:{paper.name()};}}",
        f"QCheckBox::indicator{{border-radius:{radius}px;}}",
        f"QCheckBox::indicator:checked{{background:{back.name()};image:url({mark});"
        f"border-color:{accent.name()};}}",
        f"QRadioButton::indicator{{border-radius:{size // 2 + edge}px;}}",
        f"QRadioButton::indicator:checked{{background:{dot};border-color:{accent.name()};}}",
        "QCheckBox:disabled,QRadioButton:disabled{color:palette(placeholder-text);}",
    ]


@cache
def _marks_folder() -> Path:
    folder = tempfile.mkdtemp(prefix="uitars-marks-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


@cache
def _mark(shape: int, colour: str) -> str:
    """The path of a small drawing of a tick or a cross; style sheets take pictures by path only."""
    path = _marks_folder() / f"{shape}{colour.strip('#')}.svg"
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><path '
        f'd="{_MARKS[shape]}" stroke="{colour}" stroke-width="2.2" fill="none"/></svg>'
    )
    return path.as_posix()


class IconPainter:
    """Turns meanings into `QIcon`s of one look."""

    def __init__(self, look: Look, source: random.Random) -> None:
        self._look = look
        self._random = source
        self._drawings = drawings(look.split)
        self.meanings = tuple(self._drawings)

    def icon(self, meaning: str, size: int, colour: QColor | None = None) -> QIcon:
        """A random drawing of the meaning, `size` widget pixels wide."""
        file = self._random.choice(self._drawings[meaning])
        tint = colour or self._look.text
        paint = tint.name() if one_colour(file) else ""
        return QIcon(_picture(file, size, self._look.scale, paint))


@cache
def _renderer(file: Path) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(file.read_bytes()))


def _picture(file: Path, size: int, scale: float, paint: str) -> QPixmap:
    pixels = round(size * scale)
    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    if file.suffix == ".svg":
        _renderer(file).render(painter, QRectF(0, 0, pixels, pixels))
    else:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(0, 0, pixels, pixels), QImage(file.as_posix()))
    if paint:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.fillRect(image.rect(), QColor(paint))
    painter.end()
    image.setDevicePixelRatio(scale)
    return QPixmap.fromImage(image)
