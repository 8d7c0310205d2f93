"""Servers of ours on this machine: whoever sends too slowly is left, whoever sends much is not."""

from __future__ import annotations

import select
import socket
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection

import httpx
import pytest

from helpers.desks import until
from uitars_runtime.control import Control
from uitars_runtime.loopback_serving import LoopbackHandler, LoopbackServer
from uitars_runtime.mcp.http_serving import PATH, HttpService
from uitars_runtime.mcp.server import Answer, McpServer, WrongCallError
from uitars_runtime.sessions.serving import LocalHandler, LocalService
from uitars_runtime.types import ToolOffer
from uitars_runtime.view.door import Door

HURRIED = 0.3
"""Seconds that the servers wait here."""


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("head_seconds", "body_seconds"):
        monkeypatch.setattr(LoopbackHandler, name, HURRIED)


class _Echo(LocalHandler):
    def _route(self, place: list[str]) -> None:
        self._say(200, self._asked(dict[str, int]))


class _NoTools:
    offers: Sequence[ToolOffer] = ()

    def call(self, name: str, _arguments: dict[str, object], _control: Control, /) -> Answer:
        raise WrongCallError(name)


def service() -> LoopbackServer:
    return LocalService(0, _Echo)


def mcp() -> LoopbackServer:
    return HttpService(McpServer(_NoTools(), ""))


def view() -> LoopbackServer:
    return Door(0, "token")


class _Late(LoopbackHandler):
    goes_on = threading.Event()

    def do_GET(self) -> None:
        assert self.goes_on.wait(30)
        self.wfile.write(b"x" * 10_000_000)


def late() -> LoopbackServer:
    return LoopbackServer(0, _Late, "token")


@contextmanager
def serving(make: Callable[[], LoopbackServer]) -> Generator[LoopbackServer]:
    server = make()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


NOTHING = ""
HEAD = "GET / HTTP/1.1\r\nX-Long: "
POST = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nAuthorization: Bearer TOKEN\r\n"
LONG, CHUNKED = "Content-Length: 100000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("make", "beginning"),
    [
        *((make, beginning) for make in (service, mcp, view) for beginning in (NOTHING, HEAD)),
        *((service, POST + body) for body in (LONG, CHUNKED)),
        (mcp, POST + LONG),
    ],
)
def test_who_sends_a_byte_now_and_then_is_left(
    make: Callable[[], LoopbackServer], beginning: str
) -> None:
    with serving(make) as server:
        said = beginning.replace("PORT", str(server.server_port)).replace("TOKEN", server.token)
        with socket.create_connection(("127.0.0.1", server.server_port)) as drip:
            drip.sendall(said.encode())
            for _ in range(500):
                if select.select([drip], [], [], 0.02)[0]:
                    break
                drip.send(b"1")
            else:
                pytest.fail("it is waited for still")
            assert b" 200 " not in drip.recv(1000)


def test_what_is_long_and_comes_fast_is_read_to_its_end() -> None:
    with serving(service) as server:
        asked = {str(number): number for number in range(50_000)}
        answer = httpx.post(
            f"http://127.0.0.1:{server.server_port}/",
            json=asked,
            headers={"Authorization": f"Bearer {server.token}"},
        )
        assert answer.json() == asked


def test_who_was_answered_may_be_silent_before_asking_again() -> None:
    with serving(mcp) as server:
        link = HTTPConnection("127.0.0.1", server.server_port)
        found: list[int] = []
        for _ in range(2):
            link.request("GET", PATH, headers={"Authorization": f"Bearer {server.token}"})
            answer = link.getresponse()
            answer.read()
            found.append(answer.status)
            connection = link.sock
            time.sleep(3 * HURRIED)
        assert found == [405, 405]
        assert link.sock is connection is not None  # no other one was opened
        link.close()


def test_a_connection_that_is_gone_before_it_is_taken_is_not_waited_for() -> None:
    with service() as server, pytest.raises(TimeoutError):
        server.get_request()


def test_who_is_gone_before_the_answer_is_no_defect(capfd: pytest.CaptureFixture[str]) -> None:
    def at_work() -> bool:
        return any("process_request" in one.name for one in threading.enumerate())

    with serving(late) as server:
        with _connected(server) as link:
            link.sendall(b"GET / HTTP/1.1\r\n\r\n")
            until(at_work, "it is worked on")
        _Late.goes_on.set()
        until(lambda: not at_work(), "nobody waits for it any more")
    assert capfd.readouterr().err == ""


def _is_answered(server: LoopbackServer) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{server.server_port}/").status_code == 401
    except httpx.TransportError:
        return False


def test_places_of_slow_senders_are_free_again() -> None:
    with serving(view) as server:
        for link in [_connected(server) for _ in range(256)]:
            assert link.recv(1) == b""
            link.close()
        until(lambda: _is_answered(server), "somebody else is served")


def _connected(server: LoopbackServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.server_port))
