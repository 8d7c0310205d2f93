"""Starts Chromium below a guard, spoken to over the two ends of one socket.

`--remote-debugging-pipe` listens on no port: nobody else can speak to the browser. When whoever
started it is gone, also by kill -9, the guard ends it with all its processes.
"""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from uitars_runtime.browser.client import Browser
from uitars_runtime.browser.connection import Connection
from uitars_runtime.errors import UsageError
from uitars_runtime.logs import tail
from uitars_runtime.protocols import Processes

_FLAGS: Final = (
    "--remote-debugging-pipe",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    # Renderers that wait for a use: 100 MB of a browser that shows one page.
    "--disable-features=WebUIOmniboxAimPopup,WebUIOmniboxPopup,SpareRendererForSitePerProcess",
    "--password-store=basic",
    # Or a bar about options takes a third of a small window.
    "--test-type",
)
OWN_PAGES: Final = ("--no-sandbox",)
"""For pages of our own only: Chromium's sandbox cannot be had on every machine that tests them."""
_PREFERENCES: Final = {
    "credentials_enable_service": False,
    "profile": {"password_manager_enabled": False},
    "translate": {"enabled": False},
    "autofill": {"profile_enabled": False, "credit_card_enabled": False},
}
"""No bubbles of the browser's own over a page that is worked on."""


_SOCKET: Final = len("/org.chromium.Chromium.XXXXXX/SingletonSocket")
_LONGEST: Final = 107
"""Bytes of the path of a socket (unix(7))."""


class Started(NamedTuple):
    """A browser that was started; what it says first may take a while."""

    link: socket.socket
    """The end of its socket that a client speaks to."""
    log: Path
    pid: int


def spawned(
    guard: Processes,
    environment: Mapping[str, str],
    folder: Path,
    *options: str,
    wall: tuple[str, ...] = (),
) -> Started:
    """Start a browser. `environment`: with the display of a window; `folder`: where its profile
    goes, to be removed by whoever owns it. `wall`: what the command line begins with.

    Raises `UsageError` where none is installed.
    """
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise UsageError("Chromium is not installed.", "Install the package chromium.")
    if os.geteuid() == 0 and OWN_PAGES[0] not in options:
        options = (*OWN_PAGES, *options)  # it does not start as root otherwise
    profile = Path(tempfile.mkdtemp(prefix="chromium-", dir=folder))
    (profile / "Default").mkdir()
    (profile / "Default" / "Preferences").write_bytes(msgspec.json.encode(_PREFERENCES))
    log = profile / "chromium.log"
    ours, theirs = socket.socketpair()
    # Behind a wall the place may be hidden where it was found, such as a link in the person's home.
    called = Path(program).name if wall else program
    argv = (*wall, called, *_FLAGS, f"--user-data-dir={profile}", *options)
    with theirs:
        both = (theirs.fileno(), theirs.fileno())
        own = {**environment, **_temporary(folder)}
        pid = guard.spawn(argv, own, folder, log, descriptors=both)
    return Started(ours, log, pid)


def _temporary(folder: Path) -> dict[str, str]:
    """Where the socket lies that keeps others from the profile: one that is killed leaves it, and
    with the folder it goes. Where that is too deep for a socket it lies where Chromium has it."""
    fits = len(os.fsencode(folder)) + _SOCKET <= _LONGEST
    return {"TMPDIR": str(folder)} if fits else {}


def chromium(
    guard: Processes, environment: Mapping[str, str], folder: Path, *options: str
) -> Browser:
    """Start a browser for this process alone. Raises as `spawned` does."""
    link, log, _ = spawned(guard, environment, folder, *options)
    return Browser(Connection(link, lambda: tail(log)))
