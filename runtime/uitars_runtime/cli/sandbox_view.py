"""`uitars sandbox view`: a session in the person's browser, as long as the command lasts."""

from __future__ import annotations

import argparse
import html
import os
import signal
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from uitars_runtime.cli.formats import JSON, say

if TYPE_CHECKING:
    from uitars_runtime.sessions.viewing import Viewed

_PAGE = "view.html"


def view(arguments: argparse.Namespace) -> None:
    """Show it until Ctrl-C, or until the session ends. Raises `UsageError`, `TakenError`,
    `DesktopError`."""
    from uitars_runtime.sessions.folder import find, sessions_folder
    from uitars_runtime.sessions.viewing import await_end, viewed

    session = find(arguments.id).id
    page = sessions_folder() / session / _PAGE
    # However it is asked to end, what was paused goes on.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with viewed(session, control=arguments.control) as shown:
            try:
                _tell(arguments, shown, page)
                sys.stderr.write(f"{await_end(shown.record)}\n")
            finally:
                page.unlink(missing_ok=True)
    except KeyboardInterrupt:
        return


def _tell(arguments: argparse.Namespace, shown: Viewed, page: Path) -> None:
    address = shown.view.address
    works = "Your mouse and keys work there." if shown.control else "It can only be watched."
    say(arguments, shown.told(), f"{address}\n{works} Ctrl-C ends it.")
    sys.stdout.flush()
    on_screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if arguments.output_format == JSON or not on_screen:
        return
    _write(page, address)
    if not webbrowser.open(page.as_uri()):
        sys.stderr.write("No browser was found: open the address yourself.\n")


def _write(page: Path, address: str) -> None:
    """A page for this user alone that leads on: on a command line others could read the token."""
    descriptor = os.open(page, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(f'<meta http-equiv="refresh" content="0;url={html.escape(address)}">')
