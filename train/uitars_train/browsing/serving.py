"""The pages of worlds on this machine: a small server of the loopback interface, alone or as a
process that ends with whoever started it. Not here: what is on the pages."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from uitars_runtime.errors import UsageError
from uitars_train.browsing.site import Site
from uitars_train.browsing.world import grow

ENDS_WITH_INPUT: Final = "--until-closed"
_MODULE: Final = "uitars_train.browsing"


class Server(ThreadingHTTPServer):
    """Serves the pages of one world. Raises `UsageError` where the port is taken."""

    daemon_threads = True

    def __init__(self, seed: int, port: int = 0) -> None:
        handler = partial(_Pages, Site(grow(seed)))
        try:
            super().__init__(("127.0.0.1", port), handler)
        except (OSError, OverflowError) as error:
            raise UsageError(f"The port {port} cannot be had: {error}.") from error

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Pages(BaseHTTPRequestHandler):
    def __init__(self, site: Site, *given: Any) -> None:
        self._site = site
        super().__init__(*given)  # answers the request

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def _answer(self, *, body: bool) -> None:
        page = self._site.page(self.path)
        data = self._site.missing() if page is None else page
        self.send_response(404 if page is None else 200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if body:
            self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Requests are not logged."""


def serve(seed: int, port: int, *, until_closed: bool) -> None:
    """Serve until Ctrl-C, or until standard input is at its end; says where first."""
    with Server(seed, port) as server:
        sys.stdout.write(f"{server.address}\n")
        sys.stdout.flush()
        if until_closed:
            threading.Thread(target=_wait, args=(server,), daemon=True).start()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return


def _wait(server: Server) -> None:
    sys.stdin.buffer.read()
    server.shutdown()


@contextmanager
def serving(seed: int) -> Generator[str]:
    """The address of a world's pages, served by a process of its own while this is open; however
    this process ends, so does that one."""
    command = (sys.executable, "-m", _MODULE, "serve", "--seed", str(seed), ENDS_WITH_INPUT)
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        if process.stdin is None or process.stdout is None:
            raise AssertionError("a process without pipes")
        address = process.stdout.readline().strip()
        if not address:
            raise UsageError(f"The pages of the seed {seed} cannot be served.")
        try:
            yield address
        finally:
            process.stdin.close()
            process.wait()
