"""A browser that outlives whoever asks it: beside it, below the same guard, runs its host."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from uitars_runtime.browser.chromium import spawned
from uitars_runtime.browser.client import Browser
from uitars_runtime.browser.connection import Connection
from uitars_runtime.browser.page import Page
from uitars_runtime.browser.record import RECORD, Record
from uitars_runtime.errors import DesktopError
from uitars_runtime.logs import tail
from uitars_runtime.own_programs import OwnProgram, command
from uitars_runtime.protocols import Processes

_START_SECONDS: Final = 60.0


class Hosted(NamedTuple):
    """A browser with its host."""

    record: Record
    pid: int
    """Of the browser."""
    log: Path


def start_hosted(
    guard: Processes,
    environment: Mapping[str, str],
    folder: Path,
    *options: str,
    wall: tuple[str, ...] = (),
    listen: bool = False,
) -> Hosted:
    """Start a browser and its host below a guard. `folder`: private, one
    for each browser. `wall`: lets `profiles_folder` in. `listen`: whether programs of others may
    come in, with a token.

    Raises `UsageError` where no browser is installed, `DesktopError`.
    """
    profiles = profiles_folder(folder)
    profiles.mkdir(mode=0o700, exist_ok=True)
    started = spawned(guard, environment, profiles, *options, wall=wall)
    log = folder / "host.log"
    with started.link as link:
        pid = guard.spawn(
            command(OwnProgram.BROWSER_HOST, str(folder), *["--listen"] * listen),
            os.environ,
            folder,
            log,
            descriptors=(link.fileno(),),
        )
    deadline = time.monotonic() + _START_SECONDS
    while (record := hosted(folder)) is None:
        if guard.code(pid) is not None or time.monotonic() > deadline:
            raise DesktopError("The browser's host did not start.", tail(log))
        time.sleep(0.02)
    if listen:
        _await_first_page(record)
    return Hosted(record, started.pid, started.log)


def profiles_folder(folder: Path) -> Path:
    """What the browser itself sees of its folder; the token to it lies beside."""
    return folder / "profiles"


def _await_first_page(record: Record) -> None:
    """Wait until the browser's first page has left its empty beginning: a client of Playwright's
    that comes in while it does waits for ever. An address that does not answer is not waited for
    longer than a browser's start may take."""
    client = joined(record)
    deadline = time.monotonic() + _START_SECONDS
    try:
        page = client.page
        while not _place(page) and time.monotonic() < deadline:
            time.sleep(0.02)
    finally:
        client.hang_up()


def _place(page: Page) -> str:
    """The address of the document that is there; of the empty beginning there is none."""
    return str(page.call("Page.getFrameTree")["frameTree"]["frame"]["url"]).strip(":")


def hosted(folder: Path) -> Record | None:
    """The host that runs with this folder; None where none was started."""
    with suppress(FileNotFoundError):
        return msgspec.json.decode((folder / RECORD).read_bytes(), type=Record)
    return None


def joined(record: Record) -> Browser:
    """A client of a host. Raises `DesktopError` where it is gone."""
    link = socket.socket(socket.AF_UNIX)
    try:
        link.connect(record.socket)
    except OSError as error:
        link.close()
        raise DesktopError("The browser is gone.", str(error)) from error
    return Browser(Connection(link))
