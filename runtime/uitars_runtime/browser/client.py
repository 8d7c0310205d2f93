"""A browser as its client sees it: its pages, and its end."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import cached_property
from typing import Any, Final

import msgspec

from uitars_runtime.browser.connection import Connection
from uitars_runtime.browser.page import Page
from uitars_runtime.errors import DesktopError

_START_SECONDS: Final = 60.0
_END_SECONDS: Final = 10.0


class Shown(msgspec.Struct, frozen=True):
    """A page, as the browser tells it without asking the page."""

    target: str
    title: str
    address: str


class Browser:
    """Asks one browser. Every method raises `DesktopError` when it is gone."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @cached_property
    def page(self) -> Page:
        """The first page, once it is there."""
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            if found := self.pages():
                return Page(self._connection, found[0].target)
            time.sleep(0.02)
        raise DesktopError(f"Chromium showed no page in {_START_SECONDS:.0f} seconds.")

    def all_pages(self) -> list[Page]:
        """Each of them, to be asked."""
        return [Page(self._connection, one.target) for one in self.pages()]

    def new_page(self) -> Page:
        """One more, empty."""
        made = self._connection.call("Target.createTarget", url="about:blank")
        return Page(self._connection, str(made["targetId"]))

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command of the protocol to the browser itself, for what has no method here."""
        return self._connection.call(method, **parameters)

    def pages(self) -> list[Shown]:
        """All pages; answered also while a page is busy."""
        infos = self._connection.call("Target.getTargets")["targetInfos"]
        return [
            Shown(str(info["targetId"]), str(info["title"]), str(info["url"]))
            for info in infos
            if info["type"] == "page"
        ]

    def address(self, *titles: str) -> str:
        """Where the page is that a window with one of these titles shows, the first that shows one;
        empty where that is not known."""
        pages = self.pages()
        for title in titles:
            named = [one for one in pages if one.title and title.startswith(one.title)]
            longest = max((len(one.title) for one in named), default=0)
            if found := {one.address for one in named if len(one.title) == longest}:
                return found.pop() if len(found) == 1 else ""
        return ""

    def hang_up(self) -> None:
        """Ask no more; a browser without a host ends then."""
        self._connection.close()

    def close(self) -> None:
        """End it in order; what does not end is the guard's."""
        with suppress(DesktopError):
            self._connection.call("Browser.close")
            self._connection.await_end(_END_SECONDS)
        self.hang_up()
