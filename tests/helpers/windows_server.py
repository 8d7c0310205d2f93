"""A server that answers as WindowsAgentArena's does on Windows, with answers made up for it: there
is no Windows here."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs


@dataclass
class Windows:
    """What such a machine holds, and what it was asked."""

    url: str = ""
    files: dict[str, bytes] = field(default_factory=dict[str, bytes])
    locked: set[str] = field(default_factory=set[str])
    printed: dict[str, str] = field(default_factory=dict[str, str])
    """What a command prints that holds a word; others fail with code 1."""
    yes: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Questions that it answers with yes, and what it says then."""
    asked: list[tuple[str, Any]] = field(default_factory=list[tuple[str, Any]])


@contextmanager
def windows() -> Generator[Windows]:
    """One, until the end."""
    told = Windows()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._say(200, b"Windows")

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.path == "/file":
                path = parse_qs(body.decode())["file_path"][0]
                data = told.files.get(path)
                code = 500 if path in told.locked else 404 if data is None else 200
                self._say(code, data or b"{}")
                return
            said = json.loads(body)
            told.asked.append((self.path, said))
            if self.path == "/execute":
                self._say(200, json.dumps(_ran(told, said["command"])).encode())
            elif self.path.startswith("/setup/"):
                self._say(200, b"done")
            else:
                found = told.yes.get(self.path)
                self._say(400 if found is None else 200, json.dumps(found or {}).encode())

        def _say(self, code: int, data: bytes) -> None:
            self.send_response(code)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Nothing is logged."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        told.url = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield told
        finally:
            server.shutdown()


def _ran(told: Windows, command: list[str]) -> dict[str, Any]:
    line = " ".join(command)
    found = next((text for word, text in told.printed.items() if word in line), None)
    if found is None:
        return {"output": "", "error": "it is not there", "returncode": 1}
    return {"output": found, "error": "", "returncode": 0}
