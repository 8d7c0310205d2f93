"""Sessions for tests: started as a person would, ended with the test or with a test run that is
killed, looked at from outside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helpers.desks import ServerSocket, connection, gone
from uitars_runtime.desktop.managed import ManagedWindows
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.guard.folder import marked
from uitars_runtime.hands.process import ProcessHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.sessions.folder import await_end, find, living, sessions_folder
from uitars_runtime.sessions.limits import Limits
from uitars_runtime.sessions.link import HostLink
from uitars_runtime.sessions.messages import Done, Stop
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.starting import start
from uitars_runtime.sessions.terms import LeaseTerms, SessionOrder
from uitars_runtime.types import Size

SMALL = Size(640, 480)
HOLD = """
import sys, threading
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.process import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.sessions.attachment import Attachment

_, session, workspace, with_hands = sys.argv
if with_hands:
    settings = HandsSettings(
        desktop=f"session:{session}", workspace=workspace, policy="autonomous-in-sandbox"
    )
    held = open_hands(settings, NobodyAsker(), threading.Event())
else:
    held = Attachment(session, "")
print("held", flush=True)
sys.stdin.read()
"""
"""A head that holds a session and does nothing."""


def sandbox(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """`uitars sandbox ...`."""
    return subprocess.run(
        [sys.executable, "-m", "uitars_runtime.cli.sandbox", *words],
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


def told(*words: str) -> Any:
    """The same with --json, as it was told."""
    done = sandbox(words[0], "--json", *words[1:])
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@contextmanager
def session(
    *,
    apps: tuple[str, ...] = (),
    workspace: Path | None = None,
    lease: LeaseTerms | None = None,
    limits: Limits | None = None,
    size: Size = SMALL,
    accessibility: bool = False,
    browser: str = "",
) -> Generator[SessionRecord]:
    """A small one, ended at the end."""
    record = start(
        SessionOrder(
            size=size,
            accessibility=accessibility,
            apps=apps,
            browser=browser,
            workspace=str(workspace or ""),
            programs="open",
            owner=os.getpid(),
            lease=lease or LeaseTerms(),
            limits=limits or Limits(),
        )
    )
    try:
        yield record
    finally:
        if record.id in {one.id for one in living()}:
            with HostLink(record.id) as link:
                link.ask(Stop(), Done)
            await_end(record.id)


@contextmanager
def held(record: SessionRecord) -> Generator[ProcessHands]:
    """Hands of this process on a session; given back at the end."""
    settings = HandsSettings(
        desktop=f"session:{record.id}",
        workspace=record.workspace,
        policy="autonomous-in-sandbox",
        actions_per_second=1000.0,
    )
    hands = open_hands(settings, NobodyAsker(), threading.Event())
    try:
        yield hands
    finally:
        hands.close()


@contextmanager
def holder(record: SessionRecord, *, hands: bool) -> Generator[subprocess.Popen[str]]:
    """A process of its own that holds a session."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, record.id, record.workspace, "hands" * hands],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def now(record: SessionRecord) -> SessionRecord:
    """The session as it is at this moment."""
    return find(record.id)


def titles(record: SessionRecord) -> list[str]:
    """Those of the windows on a session's display."""
    with connection(record.desktop.display, record.desktop.environment["XAUTHORITY"]) as display:
        windows = ManagedWindows(display)
        return [windows.title(window) for window in windows.ids()]


def traces(record: SessionRecord) -> Callable[[], list[str]]:
    """What a session has put into the world; called, what of it is still there."""
    folder, server = Path(record.folder), ServerSocket(record.desktop.display)

    def left() -> list[str]:
        places = [folder, sessions_folder() / record.id]
        living()  # whoever looks takes away what a killed host left
        found = [f"process {pid}" for pid in marked(folder) if not gone(pid)]
        found += [str(place) for place in places if place.exists()]
        return found + ([str(server.path)] if server.exists() else [])

    return left
