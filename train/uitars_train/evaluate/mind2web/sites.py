"""Sites that lie in a folder, one folder for each host, served on this machine: tasks are played
without the internet and find the same pages each time. Not here: what is on the pages."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from uitars_runtime.errors import UsageError
from uitars_train.evaluate.mind2web.tasks import Task


class Sites:
    """Serves while it is open."""

    def __init__(self, folder: Path) -> None:
        """Raises `UsageError` where there is no folder."""
        if not folder.is_dir():
            raise UsageError(f"{folder} is no folder of sites.", "It holds a folder for each host.")
        self._folder = folder.resolve()
        handler = partial(_Pages, directory=str(self._folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._server.serve_forever, name="sites")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def address(self, task: Task) -> str | None:
        """Where a task begins here; None where its site is not in the folder."""
        if not (self._folder / task.host).is_dir():
            return None
        parts = urlsplit(task.website)
        query = f"?{parts.query}" if parts.query else ""
        path = parts.path or "/"
        return f"http://127.0.0.1:{self._server.server_port}/{task.host}{path}{query}"


class _Pages(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Requests are not logged."""
