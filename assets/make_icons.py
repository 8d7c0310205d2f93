"""Draws the icons of the installers from the window's own: menus of Windows and macOS do not read
SVG. And the marks of the window's style sheets, in the colours of each theme.

    python assets/make_icons.py
"""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image

from uitars_app.theme.stylesheet import MARKS, marks
from uitars_app.theme.tokens import THEMES

ROOT = Path(__file__).resolve().parent.parent
DRAWING = ROOT / "assets" / "uitars_assets" / "icons" / "uitars.svg"
COLOUR = "#2a5fd0"
"""That of the menu entry on Linux: menus are dark or light."""
SIDE = 512
WINDOWS = [(side, side) for side in (16, 24, 32, 48, 64, 256)]


def drawn() -> Image.Image:
    """The drawing, large, on nothing."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    text = DRAWING.read_text().replace("currentColor", COLOUR)
    image = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(text.encode())).render(painter)
    painter.end()
    kept = QBuffer()
    kept.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(kept, "PNG")  # type: ignore[call-overload]
    return Image.open(io.BytesIO(kept.data().data()))


def main() -> None:
    large = drawn()
    large.save(ROOT / "installers" / "windows" / "uitars.ico", sizes=WINDOWS)
    large.save(ROOT / "installers" / "macos" / "uitars.icns")
    for name, tokens in THEMES.items():
        folder = DRAWING.parent / MARKS / name
        folder.mkdir(parents=True, exist_ok=True)
        for mark, text in marks(tokens).items():
            (folder / f"{mark}.svg").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
