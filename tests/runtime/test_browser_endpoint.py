"""The endpoint for other programs: a real Playwright client, its token, clients side by side."""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error, sync_playwright

from helpers.desks import gone, sandbox_hands, until
from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.client import Browser
from uitars_runtime.browser.host import SOCKET
from uitars_runtime.browser.hosted import hosted, joined, start_hosted
from uitars_runtime.browser.record import RECORD, Record
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.guard.link import Guard
from uitars_runtime.hands.settings import HandsSettings

FORM = "data:text/html,<title>Form</title><input id=name><button onclick='this.id=name.value'>Go"


@contextmanager
def listening(folder: Path, *addresses: str) -> Generator[Record]:
    with Guard() as guard:
        options = ("--headless", *OWN_PAGES, *addresses)
        yield start_hosted(guard.link, os.environ, folder, *options, listen=True).record


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Generator[Record]:
    """Of a browser that tests leave as it is."""
    with listening(tmp_path_factory.mktemp("shared")) as found:
        yield found


@pytest.fixture
def record(tmp_path: Path) -> Generator[Record]:
    with listening(tmp_path) as found:
        yield found


@pytest.fixture
def browser(record: Record) -> Generator[Browser]:
    client = joined(record)
    yield client
    client.hang_up()


def test_playwright_works_a_page_that_our_client_asks(record: Record, browser: Browser) -> None:
    browser.page.open(FORM)
    with sync_playwright() as playwright:
        other = playwright.chromium.connect_over_cdp(record.endpoint)
        page = other.contexts[0].pages[0]
        page.fill("#name", "Grüße")
        assert browser.page.evaluate("document.getElementById('name').value") == "Grüße"
        second = other.contexts[0].new_page()
        second.goto("data:text/html,<title>Second</title>")
        until(lambda: len(browser.pages()) == 2, "both clients see both pages")
        named = "Second - Chromium"
        until(lambda: browser.address(named).endswith("Second</title>"), "it has its title")
        other.close()
    assert browser.page.evaluate("document.title") == "Form"


def test_the_token_may_come_as_a_header(shared: Record) -> None:
    address, _, token = shared.endpoint.partition("?token=")
    with sync_playwright() as playwright:
        headers = {"Authorization": f"bearer {token}"}
        other = playwright.chromium.connect_over_cdp(address, headers=headers)
        assert len(other.contexts[0].pages) == 1
        with pytest.raises(Error, match="401"):
            playwright.chromium.connect_over_cdp(address)
        with pytest.raises(Error, match="401"):
            playwright.chromium.connect_over_cdp(f"{address}?token={token[:-1]}")


@pytest.mark.parametrize(
    ("header", "status"),
    [
        ("Origin: http://evil.example", b"403"),
        ("Host: evil.example", b"403"),
        ("Authorization: Bearer wrong", b"401"),
    ],
)
def test_pages_of_others_and_wrong_tokens_are_refused(
    shared: Record, header: str, status: bytes
) -> None:
    address, _, token = shared.endpoint.removeprefix("ws://").partition("?token=")
    place, _, path = address.partition("/")
    lines = {
        "Host": place,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "Authorization": f"Bearer {token}",
        **dict([header.split(": ", 1)]),
    }
    asked = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    with socket.create_connection(("127.0.0.1", int(place.partition(":")[2]))) as link:
        link.sendall(f"GET /{path} HTTP/1.1\r\n{asked}\r\n".encode())
        assert link.recv(100).split()[1] == status


@pytest.mark.parametrize(
    "asked",
    [
        b"GET //[devtools HTTP/1.1\r\n",
        b"GET /\xe9\xff?token=\xc3 HTTP/1.1\r\n",
        b"GET /devtools/browser HTTP/1.1\r\nSec-WebSocket-Protocol: \xff\r\n",
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\n",
        b"POST /json HTTP/1.1\r\nContent-Length: 5\r\n",
        b"\0\xff\r\n",
    ],
    ids=["address", "path", "header", "long", "method", "garbage"],
)
def test_who_has_no_token_does_no_harm(shared: Record, asked: bytes) -> None:
    place = shared.endpoint.removeprefix("ws://").partition("/")[0]
    lines = {
        "Host": place,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    rest = "".join(f"{name}: {value}\r\n" for name, value in lines.items()).encode()
    with socket.create_connection(("127.0.0.1", int(place.partition(":")[2]))) as link:
        link.settimeout(30.0)
        with suppress(ConnectionError):
            link.sendall(asked + rest + b"\r\n")
            assert link.recv(100).split()[1:2] in ([], [b"401"])
    client = joined(shared)
    assert client.pages()
    client.hang_up()


@pytest.mark.parametrize(
    "said",
    [
        b'{"id": 1, "method": "Target.getTargets", "sessionId": {"a": 1}}',
        b'{"id": 1, "method": "Target.getTargets", "sessionId": null}',
        b'{"id": "one", "method": "Target.getTargets"}',
        b'{"id": [], "method": 3, "params": "none"}',
        b'{"method": "Target.getTargets"}',
        b"[]",
        b'{"id": 1, "params": ' + b"[" * 5000 + b"]" * 5000 + b"}",
        b"\xff\xfe",
    ],
    ids=lambda said: said[:40].decode("latin-1"),
)
def test_what_is_no_command_does_no_harm_to_others(
    record: Record, browser: Browser, said: bytes
) -> None:
    browser.page.open(FORM)
    with socket.socket(socket.AF_UNIX) as link:
        link.connect(record.socket)
        link.sendall(said + b'\0{"id": 7, "method": "Target.getTargets"}\0')
        until(lambda: b'"id":7' in link.recv(1 << 16), "the client is answered all the same")
    assert browser.page.evaluate("document.title") == "Form"


def test_the_browser_outlives_its_client_and_not_its_end(record: Record) -> None:
    first = joined(record)
    first.page.open(FORM)
    first.hang_up()
    second = joined(record)
    assert second.page.evaluate("document.title") == "Form"
    second.close()
    with pytest.raises(DesktopError, match="The browser is gone"):
        until(lambda: joined(record).hang_up() is not None, "nobody is there")


def test_others_may_come_in_once_the_first_page_is_there(tmp_path: Path) -> None:
    """Playwright waits for ever where it meets the empty beginning of a page."""
    asked, answering = threading.Event(), threading.Event()

    class Late(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.set()
            answering.wait()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<title>Late</title>")

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Nothing is logged."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Late)
    threading.Thread(target=server.serve_forever).start()
    threading.Thread(target=lambda: asked.wait() and (time.sleep(0.5), answering.set())).start()
    try:
        address = f"http://127.0.0.1:{server.server_port}/"
        with listening(tmp_path, address) as record, sync_playwright() as playwright:
            assert answering.is_set()
            other = playwright.chromium.connect_over_cdp(record.endpoint)
            assert other.contexts[0].pages[0].title() == "Late"
    finally:
        answering.set()
        server.shutdown()
        server.server_close()


def test_without_being_told_it_listens_to_nobody_outside(tmp_path: Path) -> None:
    with Guard() as guard:
        record, _, _ = start_hosted(guard.link, os.environ, tmp_path, "--headless", *OWN_PAGES)
        assert record.endpoint == ""
        assert hosted(tmp_path) == record
        assert (tmp_path / "browser.json").stat().st_mode & 0o777 == 0o600
        assert Path(record.socket).stat().st_mode & 0o077 == 0


def test_a_sandbox_tells_its_hands_where_its_browser_is(tmp_path: Path) -> None:
    (tmp_path / "first.html").write_text("<title>First</title><a href=second.html>On to it</a>")
    (tmp_path / "second.html").write_text("<title>Second</title>")
    first = (tmp_path / "first.html").as_uri()
    with sandbox_hands(tmp_path, browser=first, cdp=True) as hands:
        until(lambda: hands.observe().address == first, "the first page shows")
        with sync_playwright() as playwright:
            other = playwright.chromium.connect_over_cdp(hands.endpoint)
            other.contexts[0].pages[0].click("a")
        until(lambda: hands.observe().address.endswith("second.html"), "the second page shows")
        pid = hands.pid
        os.kill(pid, signal.SIGKILL)
        until(lambda: gone(pid), "the hands are gone")
        assert hands.restart()
        until(lambda: hands.observe().address.endswith("second.html"), "other hands know it too")


def test_only_a_sandbox_has_a_browser_of_its_own() -> None:
    with pytest.raises(UsageError, match="Only a sandbox"):
        HandsSettings(desktop=":1", browser="about:blank")


def test_strangers_who_say_nothing_keep_nobody_out(shared: Record) -> None:
    place = urlsplit(shared.endpoint)
    crowd = [socket.create_connection(("127.0.0.1", place.port or 0)) for _ in range(200)]
    try:
        crowd[0].settimeout(60)
        assert crowd[0].recv(1) == b""
        with sync_playwright() as playwright:
            browser = playwright.chromium.connect_over_cdp(shared.endpoint)
            assert browser.contexts[0].pages[0].evaluate("1 + 1") == 2
    finally:
        for link in crowd:
            link.close()


@contextmanager
def host_of(browser: socket.socket, folder: Path) -> Generator[subprocess.Popen[bytes]]:
    """Between this end of a browser and its clients."""
    descriptor = browser.fileno()
    words = ("-m", "uitars_runtime.browser", str(folder))
    host = subprocess.Popen(
        ["bash", "-c", f'exec "$@" 3<&{descriptor}', "bash", sys.executable, *words],
        pass_fds=[descriptor],
    )
    try:
        yield host
    finally:
        host.kill()
        host.wait()


def test_a_client_who_is_dropped_while_it_reads_again_ends_no_browser(tmp_path: Path) -> None:
    ours, browser = socket.socketpair()
    with (
        ours,
        host_of(browser, tmp_path) as host,
        socket.socket(socket.AF_UNIX) as client,
        socket.socket(socket.AF_UNIX) as other,
    ):
        browser.close()
        until((tmp_path / RECORD).exists, "it listens")
        client.connect(str(tmp_path / SOCKET))
        client.sendall(b'{"id": 1, "method": "Own.ask"}\0')
        assert b"attachToBrowserTarget" in ours.recv(1000)
        ours.sendall(b'{"id": 1, "result": {"sessionId": "S"}}\0')
        assert b"Own.ask" in ours.recv(1000)
        # As much as is kept for who does not read, but for the end of a last event.
        event = b'{"method": "Own.said", "sessionId": "S", "params": {"words": "%b"}}\0' % (
            b"a" * (1 << 20)
        )
        for _ in range(256):
            ours.sendall(event)
        ours.sendall(event[:-1])
        sent = fcntl.ioctl(ours, termios.TIOCOUTQ, b"\0" * 4)
        until(lambda: not any(fcntl.ioctl(ours, termios.TIOCOUTQ, sent)), "all but that is read")
        # Then both at once: it is too much, and the client reads.
        host.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, host.pid, os.WSTOPPED)
        ours.sendall(b"\0")
        client.setblocking(False)
        with suppress(BlockingIOError):
            while client.recv(1 << 20):
                pass
        host.send_signal(signal.SIGCONT)
        other.connect(str(tmp_path / SOCKET))
        other.sendall(b'{"id": 1, "method": "Own.ask"}\0')
        said = b""  # both may come at once
        while b"attachToBrowserTarget" not in said:
            said += ours.recv(1000)
        assert b"detachFromTarget" in said
