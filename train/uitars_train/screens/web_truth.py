"""A page as Chromium draws it, and what is on it: every element with `data-role` that can be seen.

Not here: what pages say and how they look (`web_page.py`, `large_page.py`).
"""

from __future__ import annotations

import functools
from pathlib import Path

import msgspec

from uitars_runtime.browser.page import Page
from uitars_runtime.element import Element
from uitars_runtime.frame import Frame


def drawn(
    page: Page, html: str, width: int, height: int, scale: float
) -> tuple[Frame, tuple[Element, ...]]:
    """The picture of a page so large, in pixels of its own, and the truth about it."""
    page.show(html, width, height, scale)
    found = msgspec.convert(page.evaluate(_script()), tuple[Element, ...])
    return Frame.of_png(page.picture()), found


@functools.cache
def _script() -> str:
    return Path(__file__).with_suffix(".js").read_text("utf-8")
