"""What every command does that serves over HTTP: a token in a file, and an end in order."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import TypeVar

from uitars_runtime.errors import UsageError
from uitars_runtime.loopback import token_file
from uitars_runtime.stopping import HEARD

_Server = TypeVar("_Server", bound=ThreadingHTTPServer)


def listening(make: Callable[[int], _Server], port: int) -> _Server:
    """A server on a port. Raises `UsageError`."""
    try:
        return make(port)
    except (OSError, OverflowError) as error:
        raise UsageError(
            f"Nothing can listen on port {port}: {error}.", "Choose another; 0 takes a free one."
        ) from error


def serve(
    server: ThreadingHTTPServer,
    name: str,
    token: str,
    tell: Callable[[Path], None],
    leave: Callable[[], None] | None = None,
) -> None:
    """Serve until a signal says so. `tell`: gets the token's file once it is served. `leave`:
    called first at the end."""
    with token_file(f"{name}-{server.server_port}", token) as file:
        thread = threading.Thread(target=server.serve_forever, name=name, daemon=True)
        thread.start()
        signal.signal(signal.SIGTERM, _leave)
        try:
            tell(file)
            while thread.is_alive():
                thread.join(HEARD)
        except (KeyboardInterrupt, SystemExit):
            if leave is not None:
                leave()
            server.shutdown()


def _leave(number: int, _frame: object) -> None:
    raise SystemExit(128 + number)
