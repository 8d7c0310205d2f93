"""Random screens with a small page drawn two or three times as large, as on a screen of fine
pixels: bare or in a window. What stands on it is in `large_page.py`."""

from __future__ import annotations

import base64
from contextlib import closing

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor

from uitars_runtime.types import Box
from uitars_train.screens.drawing import Drawing
from uitars_train.screens.foreign import Desk
from uitars_train.screens.large_look import large_sheet
from uitars_train.screens.large_page import LargePage
from uitars_train.screens.large_rows import ICONS
from uitars_train.screens.screen import Screen, seeded
from uitars_train.screens.web_truth import PageScreens, drawn

SCALES = (2, 2.5, 3, 3)
TITLE = 60
"""Pixels that a window needs for its title and borders."""


class LargeScreens(PageScreens):
    """Makes screens with one page; a seed always gives the same screen."""

    name = "large"

    def make(self, seed: int) -> Screen:
        """The screen of a seed."""
        source = seeded(f"{self.name} {self._split} {seed}")
        with closing(Desk(self._split, source)) as desk:
            scale = source.choice(SCALES)
            framed = source.random() < 0.5
            wide, tall = desk.size.width(), desk.size.height() - (TITLE if framed else 0)
            if framed:
                wide -= source.choice((20, 20, 300))
            width, height = int(wide / scale), int(tall / scale)
            css = large_sheet(source, self._split, width, height)
            html = LargePage(desk.words, self._icons(desk, scale), css, source).html()
            frame, found = drawn(self._page, html, width, height, scale)
            pixels = frame.pixels
            if not framed:
                return Screen(pixels, found, self.name, seed)
            box = Box(0, 0, pixels.shape[1], pixels.shape[0])
            desk.add(Drawing(box, found), pixels, desk.words.title())
            return desk.screen(self.name, seed)

    def _icons(self, desk: Desk, scale: float) -> dict[str, str]:
        """The addresses of the icons' pictures, drawn as fine as the page is shown."""
        colour = QColor(desk.random.choice(("#444444", "#999999", "#000000")))
        side = round(16 * scale)
        found: dict[str, str] = {}
        for meaning in ICONS:
            path = self._folder / f"{meaning}.png"
            desk.icons.icon(meaning, side, colour).pixmap(QSize(side, side)).save(str(path))
            data = base64.b64encode(path.read_bytes()).decode()
            found[meaning] = f"data:image/png;base64,{data}"
        return found
