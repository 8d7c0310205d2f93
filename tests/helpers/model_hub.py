"""A hub of our own that speaks the interface of Hugging Face's, and misbehaves on purpose."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

from helpers.desks import PATIENCE

REVISION = "0123456789abcdef0123456789abcdef01234567"


@dataclass
class Repository:
    """What a repository holds, and how it behaves."""

    files: dict[str, bytes]
    licence: str | None = "apache-2.0"
    promised: dict[str, bytes] = field(default_factory=dict)
    """Files whose hash is of another content."""
    small: tuple[str, ...] = ()
    """Files that the hub knows by git's own hash."""
    cuts: list[int] = field(default_factory=list)
    """The connection of so many answers is cut after so many bytes, in this order."""
    ranges: bool = True
    gated: bool = False
    holds: threading.Event | None = None
    """Answers stop after the first bytes until it is set."""


@dataclass
class Hub:
    """Its address, what it has, and what it was asked."""

    address: str
    repositories: dict[str, Repository]
    asked: list[tuple[str, str]] = field(default_factory=list)
    """Path and `Range` of each request."""
    agents: set[str] = field(default_factory=set)
    """What the programs that asked said of themselves."""

    def ranges(self) -> list[str]:
        """Those of requests for content."""
        return [given for path, given in self.asked if "/resolve/" in path]


@contextmanager
def hub(repositories: dict[str, Repository]) -> Generator[Hub]:
    """A running hub with these."""
    made = Hub("", repositories)

    class Handler(_Handler):
        answers = made

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    made.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    answers: Hub

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        with suppress(ConnectionError):  # who asked may be gone
            self._answer()

    def _answer(self) -> None:
        path = unquote(self.path.partition("?")[0])
        self.answers.agents.add(self.headers.get("User-Agent", ""))
        self.answers.asked.append((path, self.headers.get("Range", "")))
        if listing := re.fullmatch(r"/api/models/([^/]+/[^/]+)", path):
            self._list(listing[1])
        elif content := re.fullmatch(rf"/([^/]+/[^/]+)/resolve/{REVISION}/(.+)", path):
            self._send(content[1], content[2])
        else:
            self._refuse(404, "EntryNotFound")

    def _list(self, name: str) -> None:
        one = self.answers.repositories.get(name)
        if one is None:
            return self._refuse(404, "RepoNotFound")
        card = {} if one.licence is None else {"license": one.licence}
        told = {
            "id": name,
            "sha": REVISION,
            "cardData": card,
            "siblings": [_sibling(one, path) for path in one.files],
        }
        data = json.dumps(told).encode()
        self._head(200, len(data))
        self.wfile.write(data)
        return None

    def _send(self, name: str, path: str) -> None:
        one = self.answers.repositories[name]
        if one.gated:
            return self._refuse(403, "GatedRepo")
        data = one.files[path]
        begin = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        start = int(begin[1]) if begin and one.ranges else 0
        cut = one.cuts.pop(0) if one.cuts else len(data)
        self._head(206 if start else 200, len(data) - start)
        self.wfile.write(data[start : start + min(cut, 100_000)])
        if one.holds is not None:
            one.holds.wait(PATIENCE)
        self.wfile.write(data[start + min(cut, 100_000) : start + cut])
        self.close_connection = True
        return None

    def _refuse(self, code: int, why: str) -> None:
        self.send_response(code)
        self.send_header("X-Error-Code", why)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _head(self, code: int, length: int) -> None:
        self.send_response(code)
        self.send_header("Content-Length", str(length))
        self.end_headers()


def _sibling(one: Repository, path: str) -> dict[str, object]:
    data = one.promised.get(path, one.files[path])
    git = hashlib.sha1(f"blob {len(data)}\0".encode() + data).hexdigest()
    told: dict[str, object] = {"rfilename": path, "size": len(data), "blobId": git}
    if path not in one.small:
        digest = hashlib.sha256(data).hexdigest()
        told["lfs"] = {"size": len(data), "sha256": digest, "pointerSize": 134}
    return told
