"""Dialogs of four toolkits that say themselves what was pressed in them."""

from __future__ import annotations

import contextlib
import http.server
import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helpers.desks import PATIENCE
from helpers.screens import PROGRAMS
from uitars_runtime.types import Box

_SHOWING = PATIENCE / 3
"""Seconds after which something is in the way of a dialog."""
TOOLKITS = ("gtk", "qt", "tk", "page")


class Dialogs:
    """One program that shows one dialog after the other."""

    def __init__(self) -> None:
        self.said: queue.Queue[dict[str, Any]] = queue.Queue()
        self.deeds: list[dict[str, Any]] = []
        self._number = -1

    def send(self, screen: dict[str, Any]) -> None:
        raise NotImplementedError

    def show(self, title: str, lines: list[str], controls: list[dict[str, Any]]) -> list[Box]:
        """Where the controls of the new dialog are, once it is shown."""
        self._number += 1
        numbered = {"number": self._number, "title": title, "lines": lines, "controls": controls}
        self.send(numbered)
        while True:
            what = self.said.get(timeout=_SHOWING)
            if what.get("shown") == self._number:
                return [Box(x, y, x + wide, y + high) for x, y, wide, high in what["places"]]
            self._note(what)

    def effects(self, within: float = 0.0) -> list[str]:
        """What was pressed in this dialog until now; waited for so many seconds at most."""
        ends = time.monotonic() + within
        while True:
            while not self.said.empty():
                self._note(self.said.get())
            found = [str(one["deed"]) for one in self.deeds if one["number"] == self._number]
            if found or time.monotonic() >= ends:
                return found
            time.sleep(0.01)

    def _note(self, what: dict[str, Any]) -> None:
        if "deed" in what:
            self.deeds.append(what)


class _Program(Dialogs):
    def __init__(self, process: subprocess.Popen[str]) -> None:
        super().__init__()
        self._process = process
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def send(self, screen: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(screen) + "\n")
        self._process.stdin.flush()

    def close(self) -> None:
        """Give the pipes of an ended program back."""
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(BrokenPipeError):
                pipe.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.said.put(json.loads(line))


class _Page(Dialogs):
    def __init__(self) -> None:
        super().__init__()
        self._there = threading.Condition()
        self._screen: dict[str, Any] = {"number": -1}

    def send(self, screen: dict[str, Any]) -> None:
        with self._there:
            self._screen = screen
            self._there.notify_all()

    def after(self, number: int) -> dict[str, Any] | None:
        """The screen there is, once it is another one; a page that was loaded anew has none."""
        with self._there:
            self._there.wait_for(lambda: self._screen["number"] != number, timeout=2)
            return self._screen if self._screen["number"] != number else None


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, page: _Page) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.page = page


class _Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, _Server)
        if self.path == "/":
            self._answer(200, (PROGRAMS / "dialog_page.html").read_bytes(), "text/html")
            return
        if not self.path.startswith("/next?"):  # the icon of a page
            self._answer(404, b"")
            return
        screen = self.server.page.after(int(self.path.partition("=")[2]))
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the page is gone
            self._answer(200 if screen else 204, json.dumps(screen).encode() if screen else b"")

    def do_POST(self) -> None:
        assert isinstance(self.server, _Server)
        self.server.page.said.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self._answer(200, b"{}")

    def _answer(self, status: int, body: bytes, kind: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: object) -> None:
        """Quiet."""


@contextmanager
def dialogs(toolkit: str, environment: Mapping[str, str]) -> Generator[Dialogs]:
    """The program of a toolkit on the display of the environment; gone afterwards."""
    if toolkit == "page":
        with _browser(environment) as page:
            yield page
        return
    python = sys.executable if toolkit == "qt" else "/usr/bin/python3"
    process = subprocess.Popen(
        [python, str(PROGRAMS / f"dialog_{toolkit}.py")],
        env=dict(environment),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    program = _Program(process)
    try:
        yield program
    finally:
        process.kill()
        process.wait()
        program.close()


@contextmanager
def _browser(environment: Mapping[str, str]) -> Generator[Dialogs]:
    page = _Page()
    server = _Server(page)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    profile = Path(environment["HOME"]) / "profile"
    process = subprocess.Popen(
        [
            "chromium",
            "--no-sandbox",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--password-store=basic",
            "--disable-gpu",
            "--window-size=560,420",
            "--window-position=20,20",
            "--test-type",
            f"--user-data-dir={profile}",
            *(["--force-renderer-accessibility"] if "ACCESSIBILITY_ENABLED" in environment else []),
            f"--app=http://127.0.0.1:{server.server_address[1]}/",
        ],
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield page
    finally:
        process.terminate()
        process.wait()
        server.shutdown()
        thread.join()
        server.server_close()
