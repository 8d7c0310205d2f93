"""The one client of browsers: a real Chromium, asked over its pipe, gone with who started it."""

from __future__ import annotations

import os
import re
import signal
import string
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.desks import sandbox_hands, until
from uitars_runtime.browser.chromium import OWN_PAGES, chromium, command_line, new_profile
from uitars_runtime.browser.own import own_page
from uitars_runtime.browser.page import Page
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.frame import Frame
from uitars_runtime.guard.folder import marked
from uitars_runtime.guard.link import Guard
from uitars_runtime.types import Click, Point, Type

FORM = """<!doctype html><title>Form</title><body style="margin:0">
<input id=name style="position:absolute;left:20px;top:20px;width:200px;height:30px">
<script>console.log('ready', 5); setTimeout(() => { throw new Error('late') })</script>"""


def test_it_asks_nobody_by_itself(tmp_path: Path) -> None:
    log = tmp_path / "net.json"
    options = ("--headless", *OWN_PAGES, f"--log-net-log={log}", "about:blank")
    command = command_line(new_profile(tmp_path), "--remote-debugging-port=0", *options)
    browser = subprocess.Popen(command)
    with pytest.raises(subprocess.TimeoutExpired):
        browser.wait(8)  # what is new it asks in the first seconds
    browser.terminate()
    browser.wait()
    asked = set(re.findall('"host":"(?:[a-z]+://)?([^":]+)', log.read_text("utf-8", "replace")))
    assert asked <= {"127.0.0.1"}  # it may not have come to that on a slow machine


def test_a_page_tells_where_it_is_and_what_is_true(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "form.html"
    file.write_text(FORM)
    page.open(file.as_uri())
    assert page.address == file.as_uri()
    page.run("document.getElementById(arguments[0]).focus()", "name")
    page.press("a", "é", "left", "b")
    assert page.evaluate("document.getElementById('name').value") == "abé"
    page.run("document.getElementById(arguments[0]).select()", "name")
    page.press(*string.printable[:94], "space", "backspace", "enter")
    assert page.evaluate("document.getElementById('name').value") == string.printable[:94]
    said = page.complaints()
    assert said[0] == "ready 5"
    assert "Error: late" in said[1]
    assert page.complaints() == []


def test_a_page_of_text_is_laid_out_as_asked(page: Page) -> None:
    page.show("<body style='margin:0;background:#ff0000'>", 40, 30, 2.0)
    frame = Frame.of_png(page.picture())
    assert (frame.size.width, frame.size.height) == (80, 60)
    assert frame.pixels.reshape(-1, 3).tolist() == [[255, 0, 0]] * 4800


def test_a_page_that_leads_on_is_awaited(page: Page, tmp_path: Path) -> None:
    (tmp_path / "last.html").write_text("<title>last</title>")
    (tmp_path / "first.html").write_text("<script>location.replace('last.html')</script>")
    page.open((tmp_path / "first.html").as_uri())
    until(lambda: page.address.endswith("last.html"), "the next page is there")
    page.await_ready()
    assert page.evaluate("document.title") == "last"


def test_half_a_character_stops_nobody(page: Page) -> None:
    assert page.evaluate("'a\\ud800b'") == "a?b"
    assert page.evaluate("'\\ud83d\\ude00'") == "\U0001f600"


def test_what_fails_in_a_page_is_told(page: Page, tmp_path: Path) -> None:
    with pytest.raises(DesktopError, match="script failed: Error: no"):
        page.run("throw new Error('no')")
    with pytest.raises(DesktopError, match="ERR_FILE_NOT_FOUND"):
        page.open((tmp_path / "missing.html").as_uri())
    with pytest.raises(DesktopError, match=r"refused Page\.nothing"):
        page.call("Page.nothing")


def test_a_window_is_worked_by_hands_and_asked_by_the_client(tmp_path: Path) -> None:
    file = tmp_path / "form.html"
    file.write_text(FORM)
    with sandbox_hands(tmp_path) as hands:
        options = (f"--app={file.as_uri()}", "--window-position=0,0", *OWN_PAGES)
        with own_page(hands.environment, *options) as page:
            page.await_ready()
            left, top = page.evaluate("[screenX + 60, screenY + outerHeight - innerHeight + 35]")
            hands.perform(Click(Point(int(left), int(top))), hands.observe())
            hands.perform(Type("Grüße"), hands.observe())
            value = "document.getElementById('name').value"
            until(lambda: page.evaluate(value) == "Grüße", "it stands there")
    with pytest.raises(DesktopError, match="Chromium ended"):
        page.evaluate("1")


def test_killing_whoever_started_it_leaves_no_process_and_no_socket() -> None:
    head = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import os\n"
            "from uitars_runtime.browser.chromium import OWN_PAGES, chromium\n"
            "from uitars_runtime.guard.link import Guard\n"
            "guard = Guard().ready()\n"
            "page = chromium(guard.link, os.environ, guard.folder, '--headless', *OWN_PAGES).page\n"
            "print(guard.folder, flush=True)\n"
            "input()",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with head:
        assert head.stdout is not None
        folder = Path(head.stdout.readline().strip())
        assert len(marked(folder)) > 2
        links = (link for link in folder.rglob("SingletonSocket") if link.is_symlink())
        socket = next(links).readlink()
        assert socket.exists()
        os.kill(head.pid, signal.SIGKILL)
    places = (folder, socket.parent)
    until(lambda: not any(map(Path.exists, places)) and not marked(folder), "everything is gone")


def test_a_browser_that_is_missing_or_does_not_start_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "chromium").write_text("#!/bin/sh\necho no such profile >&2; exit 1\n")
    (tmp_path / "chromium").chmod(0o700)
    with Guard() as guard:
        monkeypatch.setenv("PATH", str(tmp_path))
        browser = chromium(guard.link, {"PATH": "/bin"}, tmp_path)
        with pytest.raises(DesktopError, match=r"Chromium ended\. no such profile"):
            _ = browser.page
        browser.close()
        monkeypatch.setenv("PATH", "/nowhere")
        with pytest.raises(UsageError, match="Install the package chromium"):
            chromium(guard.link, os.environ, tmp_path)
