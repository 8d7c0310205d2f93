"""A view of a display for as long as somebody wants it."""

from __future__ import annotations

import secrets
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from uitars_runtime.errors import UsageError
from uitars_runtime.guard.link import Guard
from uitars_runtime.view.door import NOVNC, Door
from uitars_runtime.view.vnc import start_vnc


class View(NamedTuple):
    """How to get in. All of it opens this one view only."""

    address: str
    """For a browser; with the token and, behind the #, the password."""
    port: int
    """Of the VNC server on 127.0.0.1."""
    password: str


@contextmanager
def watched(display: Mapping[str, str], *, control: bool = False) -> Generator[View]:
    """Show a display from outside. `display`: its `DISPLAY` and `XAUTHORITY`. `control`: whether
    who watches may use mouse and keyboard.

    The server lives below a guard of its own: it is gone with this process however that ends.
    Raises `UsageError` where a package is missing, `DesktopError`.
    """
    if not (NOVNC / "vnc.html").is_file():
        raise UsageError("noVNC is not installed.", "Install the package novnc.")
    with Guard() as guard:
        vnc = start_vnc(guard.link, guard.folder, display, control=control)
        token = secrets.token_urlsafe(32)
        door = Door(vnc.port, token)
        try:
            settings = f"autoconnect=1&resize=scale&view_only={int(not control)}"
            path = f"path=websockify%3Ftoken%3D{token}&password={vnc.password}"
            place = f"http://127.0.0.1:{door.server_port}/vnc.html?token={token}"
            yield View(f"{place}#{settings}&{path}", vnc.port, vnc.password)
        finally:
            door.shut()
