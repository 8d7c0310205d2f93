"""The programs of a session: those with windows as command lines that would start them again, the
pages of its browser, and what runs at all."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from urllib.parse import quote

import msgspec

from uitars_runtime.browser.hosted import hosted, joined
from uitars_runtime.browser.kept import KeptBrowser, kept
from uitars_runtime.desktop.sandbox import BROWSER
from uitars_runtime.errors import DesktopError
from uitars_runtime.guard.processes import descendants
from uitars_runtime.own_programs import AS_MODULE
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.usage import name_of, parent_of

_BEGINNING = r"(?:(?<=://)|(?<![^\s='\":,;(]))"
_END = r"(?![^\s/'\":,;?#)])"
"""What stands around a folder's whole name: a longer one is another folder."""
_BROWSER = "--remote-debugging-pipe"
"""In the command line of a browser that is spoken to: its pages are kept, not its command."""
_BY_BUS = b"\0DBUS_STARTER_ADDRESS="
"""In the environment of a service that the bus started."""
_OURS = f"{AS_MODULE} uitars_runtime."
"""In the command line of hands, and of a browser's host."""
_CRASH_HANDLER = "chrome_crashpad_handler"
"""Of Chromium, which it leaves."""


def open_programs(record: SessionRecord) -> tuple[str, ...]:
    """Those of the session's own, the oldest window's first. Raises `DesktopError`."""
    from Xlib.display import Display

    from uitars_runtime.desktop.managed import hang_up, reached
    from uitars_runtime.desktop.windows import Windows

    os.environ["XAUTHORITY"] = record.desktop.environment["XAUTHORITY"]
    display = reached(lambda: Display(record.desktop.display))
    try:
        windows = reached(Windows(display).all)
    finally:
        hang_up(display)
    # A window may name any process as its own.
    own = set(descendants(record.guard))
    pids = dict.fromkeys(window.pid for window in windows if window.pid in own)
    lines = map(_command_line, pids)
    return tuple(line for line in lines if line and _BROWSER not in line)


def open_pages(record: SessionRecord) -> KeptBrowser | None:
    """What the session's own browser shows; None where it has none that runs. The browser has to
    be awake."""
    host = hosted(Path(record.folder) / BROWSER)
    if host is None:
        return None
    try:
        browser = joined(host)
    except DesktopError:
        return None  # it was closed
    try:
        return kept(browser)
    finally:
        browser.hang_up()


def running(record: SessionRecord) -> tuple[str, ...]:
    """What the programs are called that run in a session, the oldest first; without a display."""
    below = descendants(record.guard)
    roots = [pid for pid in below if pid not in record.own and parent_of(pid) == record.guard]
    names = [name_of(pid) for pid in sorted(roots) if not _serves(pid)]
    return tuple(dict.fromkeys(names))


def _serves(pid: int) -> bool:
    """Whether it is no program of a person's: hands, what the session bus started, or a helper that
    left its program."""
    try:
        environment = Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return True  # gone since
    line = _command_line(pid)
    return _BY_BUS in environment or _OURS in line or _CRASH_HANDLER in line


def moved(command: str, places: dict[str, str]) -> str:
    """A command line, or an address, with the folders that it names where they are now."""
    every = {quote(before): quote(now) for before, now in places.items()} | places
    before = "|".join(re.escape(place) for place in sorted(every, key=len, reverse=True))
    return re.sub(f"{_BEGINNING}({before}){_END}", lambda found: every[found[1]], command)


def moved_pages(browser: KeptBrowser, places: dict[str, str]) -> KeptBrowser:
    """A browser whose pages of files show them where they are now."""
    pages = [
        msgspec.structs.replace(page, address=moved(page.address, places))
        if page.address.startswith("file:")
        else page
        for page in browser.pages
    ]
    return msgspec.structs.replace(browser, pages=tuple(pages))


def _command_line(pid: int) -> str:
    try:
        told = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return ""
    words = told.removesuffix("\0").split("\0")
    if len(words) == 1 and not os.path.exists(words[0]):
        words = words[0].split()  # Chromium writes its own anew, as one word
    return shlex.join(words)
