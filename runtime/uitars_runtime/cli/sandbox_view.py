"""`uitars sandbox view`: a session in the person's browser, as long as the command lasts."""

from __future__ import annotations

import argparse
import html
import os
import signal
import sys
import time
import webbrowser
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from uitars_runtime.cli.formats import JSON, say
from uitars_runtime.errors import DesktopError, UsageError

if TYPE_CHECKING:
    from uitars_runtime.sessions.record import SessionRecord
    from uitars_runtime.view.live import View

_LOOK_SECONDS = 0.2
_PAGE = "view.html"


def view(arguments: argparse.Namespace) -> None:
    """Show it until Ctrl-C, or until the session ends. Raises `UsageError`, `TakenError`,
    `DesktopError`."""
    from uitars_runtime.sessions.folder import find, sessions_folder
    from uitars_runtime.sessions.taking_over import TakenOver
    from uitars_runtime.view.live import watched

    record = find(arguments.id)
    # However it is asked to end, what was paused goes on.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with ExitStack() as opened:
            if arguments.control:
                opened.enter_context(TakenOver(record.id))
                record = find(record.id)
            environment = record.desktop.environment
            shown = opened.enter_context(watched(environment, control=arguments.control))
            page = sessions_folder() / record.id / _PAGE
            opened.callback(page.unlink, missing_ok=True)
            _tell(arguments, record, shown, page)
            _await_end(record)
    except KeyboardInterrupt:
        return


def _tell(arguments: argparse.Namespace, record: SessionRecord, shown: View, page: Path) -> None:
    told = {"id": record.id, **shown._asdict(), "control": arguments.control}
    works = "Your mouse and keys work there." if arguments.control else "It can only be watched."
    say(arguments, told, f"{shown.address}\n{works} Ctrl-C ends it.")
    sys.stdout.flush()
    on_screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if arguments.output_format == JSON or not on_screen:
        return
    _write(page, shown.address)
    if not webbrowser.open(page.as_uri()):
        sys.stderr.write("No browser was found: open the address yourself.\n")


def _write(page: Path, address: str) -> None:
    """A page for this user alone that leads on: on a command line others could read the token."""
    descriptor = os.open(page, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(f'<meta http-equiv="refresh" content="0;url={html.escape(address)}">')


def _await_end(record: SessionRecord) -> None:
    """Wait until the session ends, which is said, or gets another desktop. Raises
    `DesktopError`."""
    from uitars_runtime.sessions.folder import find

    while True:
        time.sleep(_LOOK_SECONDS)
        try:
            now = find(record.id)
        except UsageError:
            sys.stderr.write(f"The session {record.id} has ended.\n")
            return
        if now.desktop.server != record.desktop.server:
            raise DesktopError(
                f"The session {record.id} was made anew.",
                f"Watch it again: uitars sandbox view {record.id}",
            )
