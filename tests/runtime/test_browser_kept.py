"""Pages that are opened again, whatever their fields are made of."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.client import Browser
from uitars_runtime.browser.hosted import joined, start_hosted
from uitars_runtime.browser.kept import kept, reopen
from uitars_runtime.guard.link import Guard

PAGE = """<!doctype html><title>Fields</title><body style="height:4000px">
<script>
class Own extends HTMLInputElement {}
customElements.define('own-field', Own, {extends: 'input'})
</script>
<input id=one><input id=two is=own-field><textarea id=three></textarea>"""
CHANGE = "one.value = 'a'; two.value = 'b'; three.value = 'c'; scrollTo(0, 700)"
SHOWN = "[one.value, two.value, three.value, scrollY, two instanceof Own]"


@contextmanager
def opened(page: str, tmp_path: Path) -> Generator[tuple[Browser, Path]]:
    """A browser that shows this page, and the file of the page."""
    file = tmp_path / "fields.html"
    file.write_text(page)
    folder = tmp_path / "browser"
    folder.mkdir()
    with Guard() as guard:
        options = ("--headless", *OWN_PAGES)
        browser = joined(start_hosted(guard.link, os.environ, folder, *options).record)
        try:
            browser.page.open(file.as_uri())
            yield browser, file
        finally:
            browser.hang_up()


def test_a_field_that_a_page_made_itself_comes_back_and_all_after_it(tmp_path: Path) -> None:
    with opened(PAGE, tmp_path) as (browser, _):
        browser.page.evaluate(CHANGE)
        was = kept(browser)
        browser.page.open("about:blank")
        reopen(browser, was)
        assert browser.page.evaluate(SHOWN) == ["a", "b", "c", 700, True]


def test_what_a_server_put_into_a_page_unseen_is_what_it_puts_there_now(tmp_path: Path) -> None:
    """A token against forged requests of the page as it was would be refused."""
    old = "<input id=name><input type=hidden id=token value=old>"
    with opened(old, tmp_path) as (browser, file):
        browser.page.evaluate("document.getElementById('name').value = 'Ada'")
        was = kept(browser)
        file.write_text(old.replace("value=old", "value=new"))
        reopen(browser, was)
        shown = "['name', 'token'].map(one => document.getElementById(one).value)"
        assert browser.page.evaluate(shown) == ["Ada", "new"]
