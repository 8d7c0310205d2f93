"""Who may speak to a server of ours on this machine: programs that hold its token.

A web page in a browser here could reach the port as well: foreign `Origin` and `Host` headers are
refused.
"""

from __future__ import annotations

import hmac
import os
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

from uitars_runtime.paths import state_folder


def barred(port: int, token: str, host: str, origin: str, given: str) -> HTTPStatus | None:
    """The status that refuses a request; None for one that may be served. `given`: the token."""
    hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
    origins = {"", *(f"http://{name}" for name in hosts)}
    if host not in hosts or origin not in origins:
        return HTTPStatus.FORBIDDEN
    right = hmac.compare_digest(given.encode("utf-8", "replace"), token.encode())
    return None if right else HTTPStatus.UNAUTHORIZED


def bearer(authorization: str) -> str:
    """The token of an `Authorization` header, whose scheme may be written in any case (RFC 7235);
    nothing where it is of another scheme."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def new_token() -> str:
    """One that nobody guesses."""
    return secrets.token_urlsafe(32)


@contextmanager
def token_file(name: str, token: str) -> Generator[Path]:
    """A file of the state folder that tells the user's own programs a token; gone afterwards."""
    file = state_folder() / f"{name}.token"
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(f"{token}\n")
    try:
        yield file
    finally:
        file.unlink(missing_ok=True)
