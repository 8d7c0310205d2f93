"""Random screens with web pages drawn by a headless Chromium, bare or in a browser's window."""

from __future__ import annotations

from contextlib import closing

from uitars_runtime.types import Box
from uitars_train.screens.drawing import Drawing
from uitars_train.screens.foreign import Desk
from uitars_train.screens.screen import Screen, seeded
from uitars_train.screens.web_look import random_sheet
from uitars_train.screens.web_page import ALWAYS, Page
from uitars_train.screens.web_truth import PageScreens, drawn


class WebScreens(PageScreens):
    """Makes screens with one page; a seed always gives the same screen."""

    name = "web"

    def make(self, seed: int) -> Screen:
        """The screen of a seed."""
        source = seeded(f"{self.name} {self._split} {seed}")
        with closing(Desk(self._split, source)) as desk:
            scale = source.choice((1, 1, 1, 1, 1, 1.25, 1.5, 2, 3))
            magnified = scale >= 2
            planned = desk.planner.window(
                small=magnified, large=not magnified and source.random() < 0.5
            )
            css, dark = random_sheet(source, self._split, small=magnified)
            ink = "#eeeeee" if dark else "#222222"
            icons = desk.icon_files(planned, self._folder, ink, always=ALWAYS)
            html = Page(icons, css, source).html(planned)
            bare = magnified or source.random() < 0.4
            width, height = desk.size.width(), desk.size.height()
            if not bare:
                width -= source.choice((0, 0, 40, 200))
                height -= 130 + source.choice((0, 0, 60))
            frame, found = drawn(self._page, html, int(width / scale), int(height / scale), scale)
            pixels = frame.pixels
            box = Box(0, 0, pixels.shape[1], pixels.shape[0])
            if bare:
                return Screen(pixels, found, self.name, seed)
            desk.add_browser(Drawing(box, found), pixels, planned.title)
            return desk.screen(self.name, seed)
