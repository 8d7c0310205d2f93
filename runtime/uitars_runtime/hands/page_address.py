"""Which page the desktop's own browser shows, told by the titles of windows."""

from __future__ import annotations

from collections.abc import Sequence

from uitars_runtime.browser.client import Browser
from uitars_runtime.errors import DesktopError
from uitars_runtime.types import OpenWindow


class PageAddress:
    """Asks one browser, as long as it is there."""

    def __init__(self, browser: Browser) -> None:
        self._browser: Browser | None = browser

    def __call__(self, windows: Sequence[OpenWindow], /) -> str:
        """The address of the page in the newest of these windows that shows one; else empty."""
        if self._browser is None:
            return ""
        try:
            return self._browser.address(*(window.title for window in reversed(windows)))
        except DesktopError:
            # The model closed it; the desktop is worked on without.
            self._browser = None
            return ""
