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
from uitars_runtime.temporary import told_temporary_folder

_ASKED: Final = "--remote-debugging-pipe"
_NOWHERE: Final = "http://127.0.0.1:9"
"""Where nothing listens."""
_FLAGS: Final = (
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    # Who is signed in and what is new is asked of Google without a page that wants it.
    f"--gaia-url={_NOWHERE}",
    f"--component-updater=url-source={_NOWHERE}",
    # The last two ask Google, too; the others are renderers that wait for a use: 100 MB of a
    # browser that shows one page.
    "--disable-features=WebUIOmniboxAimPopup,WebUIOmniboxPopup,SpareRendererForSitePerProcess"
    ",OptimizationHints,NetworkTimeServiceQuerying",
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
    profile = new_profile(folder)
    program, *words = command_line(profile, _ASKED, *options)
    log = profile / "chromium.log"
    ours, theirs = socket.socketpair()
    # Behind a wall the place may be hidden where it was found, such as a link in the person's home.
    called = Path(program).name if wall else program
    with theirs:
        both = (theirs.fileno(), theirs.fileno())
        pid = guard.spawn((*wall, called, *words), environment, folder, log, descriptors=both)
    return Started(ours, log, pid)


def new_profile(folder: Path) -> Path:
    """A profile for one browser, to be removed by whoever owns the folder."""
    profile = Path(tempfile.mkdtemp(prefix="chromium-", dir=folder))
    (profile / "Default").mkdir()
    (profile / "Default" / "Preferences").write_bytes(msgspec.json.encode(_PREFERENCES))
    return profile


def command_line(profile: Path, *options: str) -> tuple[str, ...]:
    """What starts a browser. Raises `UsageError` where none is installed."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise UsageError("Chromium is not installed.", "Install the package chromium.")
    if os.geteuid() == 0 and OWN_PAGES[0] not in options:
        options = (*OWN_PAGES, *options)  # it does not start as root otherwise
    return (program, *_FLAGS, f"--user-data-dir={profile}", *options)


def chromium(
    guard: Processes, environment: Mapping[str, str], folder: Path, *options: str
) -> Browser:
    """Start a browser for this process alone. Raises as `spawned` does."""
    own = {**environment, **told_temporary_folder(folder)}
    link, log, _ = spawned(guard, own, folder, *options)
    return Browser(Connection(link, lambda: tail(log)))
