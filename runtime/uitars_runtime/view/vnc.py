"""TigerVNC's scraping server: shows an X display that is there already, on loopback."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.logs import tail
from uitars_runtime.protocols import Processes

_SERVERS: Final = ("X0tigervnc", "x0vncserver")
_PASSWORDS: Final = ("tigervncpasswd", "vncpasswd")
"""The programs' names on Debian, and as TigerVNC itself calls them."""
_INSTALL: Final = "Install the packages tigervnc-scraping-server and tigervnc-tools."
_START_SECONDS: Final = 20.0
_WATCH: Final = ("-AcceptKeyEvents=0", "-AcceptPointerEvents=0")


class Vnc(NamedTuple):
    """A running server."""

    port: int
    password: str


def start_vnc(guard: Processes, folder: Path, display: Mapping[str, str], *, control: bool) -> Vnc:
    """Show a display. `display`: its `DISPLAY` and `XAUTHORITY`; `folder`: private. `control`:
    whether who watches may use mouse and keyboard.

    Raises `UsageError` where a program is missing, `DesktopError` where it does not start.
    """
    server, hide = _installed(_SERVERS), _installed(_PASSWORDS)
    password = secrets.token_urlsafe(6)  # 8 characters: the protocol takes no more
    file = folder / "vnc.password"
    made = subprocess.run([hide, "-f"], input=password.encode(), capture_output=True, check=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as written:
        written.write(made.stdout)
    port, log = _free_port(), folder / "vnc.log"
    pid = guard.spawn(
        (
            *(server, "-display", display["DISPLAY"], "-rfbport", str(port), "-localhost=1"),
            *("-SecurityTypes=VncAuth", f"-PasswordFile={file}", "-AlwaysShared=1"),
            *("-AcceptSetDesktopSize=0", *(() if control else _WATCH)),
        ),
        {**os.environ, **display},
        folder,
        log,
        output=log,
    )
    deadline = time.monotonic() + _START_SECONDS
    while not _answers(port, deadline - time.monotonic()):
        if guard.code(pid) is not None or time.monotonic() > deadline:
            raise DesktopError("The display cannot be shown.", tail(log))
        time.sleep(0.02)
    return Vnc(port, password)


def _installed(names: Sequence[str]) -> str:
    for name in names:
        if program := shutil.which(name):
            return program
    raise UsageError("TigerVNC is not installed.", _INSTALL)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as tried:
        return int(tried.getsockname()[1])


def _answers(port: int, seconds: float) -> bool:
    """Whether a VNC server listens; one that does is given so long to speak. It is asked once: who
    connects five times without the password is shut out for a while, and the viewer with them."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), max(seconds, 0)) as link:
        return link.recv(4) == b"RFB "
    return False
