"""Who may speak to a server of ours on this machine: programs that hold its token.

A web page in a browser here could reach the port as well: foreign `Origin` and `Host` headers are
refused.
"""

from __future__ import annotations

import hmac
from http import HTTPStatus


def barred(port: int, token: str, host: str, origin: str, given: str) -> HTTPStatus | None:
    """The status that refuses a request; None for one that may be served. `given`: the token."""
    hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
    origins = {"", *(f"http://{name}" for name in hosts)}
    if host not in hosts or origin not in origins:
        return HTTPStatus.FORBIDDEN
    right = hmac.compare_digest(given.encode("utf-8", "replace"), token.encode())
    return None if right else HTTPStatus.UNAUTHORIZED
