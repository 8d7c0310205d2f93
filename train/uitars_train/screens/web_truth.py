"""A page as Chromium draws it, and what is on it: every element with `data-role` that can be seen.

Not here: what pages say and how they look (`web_page.py`, `large_page.py`).
"""

from __future__ import annotations

import functools
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import ClassVar

import msgspec

from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.own import headless
from uitars_runtime.browser.page import Page
from uitars_runtime.element import Element
from uitars_runtime.frame import Frame
from uitars_train.screens.screen import Split


class PageScreens:
    """What draws pages: a browser, and a folder for their pictures."""

    name: ClassVar[str]
    """Of the screens, as the streams know them."""

    def __init__(self, split: Split) -> None:
        """Raises `UsageError` where Chromium is missing."""
        self._split = split
        self._stack = ExitStack()
        self._page = self._stack.enter_context(headless(*OWN_PAGES))
        folder = tempfile.TemporaryDirectory(prefix=f"uitars-{self.name}-")
        self._folder = Path(self._stack.enter_context(folder))

    def close(self) -> None:
        """Ends the browser."""
        self._stack.close()


def drawn(
    page: Page, html: str, width: int, height: int, scale: float
) -> tuple[Frame, tuple[Element, ...]]:
    """The picture of a page so large, in pixels of its own, and the truth about it."""
    page.show(html, width, height, scale)
    found = msgspec.convert(page.evaluate(script()), tuple[Element, ...])
    return Frame.of_png(page.picture()), found


@functools.cache
def script() -> str:
    return Path(__file__).with_suffix(".js").read_text("utf-8")
