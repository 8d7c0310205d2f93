"""A browser for this process alone, with a guard of its own: gone however this process ends."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager

from uitars_runtime.browser.chromium import chromium
from uitars_runtime.browser.page import Page
from uitars_runtime.guard.link import Guard


@contextmanager
def own_page(environment: Mapping[str, str], *options: str) -> Generator[Page]:
    """The page of a browser with a guard of its own, on the display of `environment`."""
    with Guard() as guard:
        browser = chromium(guard.link, environment, guard.folder, *options)
        try:
            yield browser.page
        finally:
            browser.close()


@contextmanager
def headless(*options: str) -> Generator[Page]:
    """The same where no display shows it."""
    with own_page(os.environ, "--headless", *options) as page:
        # The empty page it starts with may still be on its way, and would replace what is shown.
        page.open("about:blank")
        yield page
