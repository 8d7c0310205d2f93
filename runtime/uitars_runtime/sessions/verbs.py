"""What can be done to a session as a whole, for every face that offers it.

Each raises `UsageError` for a session that is not there, `TakenError` and `DesktopError`.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.browser.hosted import hosted
from uitars_runtime.desktop.kind import SIZE
from uitars_runtime.desktop.private import size_of
from uitars_runtime.desktop.sandbox import BROWSER
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.sessions.checkpoints import remove, save, sessions
from uitars_runtime.sessions.folder import await_end, find, living, the_one
from uitars_runtime.sessions.link import HostLink
from uitars_runtime.sessions.messages import Done, Keep, Pause, Restore, Resume, Stop
from uitars_runtime.sessions.programs import open_pages, open_programs
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.terms import SessionOrder

_END_SECONDS: Final = 10.0
"""How long a host may take to end when it has nothing left."""
_checkpointing = threading.Lock()


def ordered(
    usual: SessionOrder,
    *,
    size: str = "",
    apps: Sequence[str] = (),
    browser: str = "",
    endpoint: bool = False,
    workspace: str = "",
    checkpoint: str = "",
    lease: Mapping[str, object],
    limits: Mapping[str, object],
) -> SessionOrder:
    """What a person asks for, checked; `usual` says the rest. `size`: WxH. `endpoint`: whether
    other programs may work its browser, which there is then. Raises `UsageError`."""
    if any("\0" in text for text in (workspace, browser, *apps)):
        raise UsageError("What is asked for has a zero character.", "No name has one.")
    if browser.startswith("-"):
        raise UsageError(f"{browser!r} is no address.", "For example: https://example.org")
    session, colon, name = checkpoint.partition(":")
    if checkpoint and not (session and colon and name):
        raise UsageError(f"{checkpoint!r} is no checkpoint.", "For example: --from 8524af8b:before")
    try:
        # Converting checks what constructing does not.
        order = msgspec.convert(
            {
                "size": msgspec.to_builtins(size_of(size) if size else SIZE),
                "apps": apps,
                "browser": browser or ("about:blank" if endpoint else ""),
                "endpoint": endpoint,
                "workspace": str(Path(workspace).resolve()) if workspace else "",
                "programs": usual.programs,
                "accessibility": usual.accessibility,
                "checkpoint": f"{the_one(session, sessions())}:{name}" if checkpoint else "",
                "lease": lease,
                "limits": limits,
            },
            SessionOrder,
        )
        msgspec.json.encode(order)
    except UnicodeEncodeError as error:
        raise UsageError("What is asked for is not written in UTF-8.") from error
    except msgspec.ValidationError as error:
        raise UsageError(f"There is no such session: {error}.") from error
    except ValueError as error:
        raise UsageError(f"{error} is no size.", "For example: --size 1280x800") from error
    return order


def pause(session: str) -> None:
    """Freeze its programs; the screen stays."""
    _tell(session, Pause())


def resume(session: str) -> None:
    """Let its programs go on."""
    _tell(session, Resume())


def stop(session: str) -> None:
    """End it with all that runs in it, and wait for that. Its host is gone a moment after its
    folder."""
    try:
        host = os.pidfd_open(find(session).host)
    except ProcessLookupError as error:
        raise UsageError(f"The session {session} has ended.") from error
    try:
        try:
            _tell(session, Stop())
        except DesktopError as error:
            if not error.gone:  # else somebody else stopped it at this moment
                raise
        await_end(session)
        ended = select.poll()
        ended.register(host, select.POLLIN)
        ended.poll(1e3 * _END_SECONDS)
    finally:
        os.close(host)


def endpoint(record: SessionRecord) -> str:
    """Where other programs reach its browser, empty where they may not: a new place with every
    browser, and on no record, for it holds the token."""
    if not record.order.endpoint:
        return ""
    host = hosted(Path(record.folder) / BROWSER)
    return host.endpoint if host is not None else ""


def known(beginning: str) -> str:
    """The one session, living or with checkpoints, whose id begins so."""
    return the_one(beginning, sorted({*sessions(), *(record.id for record in living())}))


def remove_checkpoint(session: str, name: str) -> int:
    """Take one away, unless a session that lives begins with it when it is made anew; how many
    bytes are free."""
    for record in living():
        if record.order.checkpoint == f"{session}:{name}":
            raise UsageError(
                f"The session {record.id} begins with the checkpoint {session}:{name}.",
                f"Stop it first: uitars sandbox stop {record.id}",
            )
    return remove(session, name)


def restore(session: str, name: str) -> None:
    """Make it what it was at a checkpoint."""
    _tell(session, Restore(name))


def checkpoint(record: SessionRecord, name: str) -> Path:
    """Keep it under a name while its programs stand still; where it lies. Its browser is asked
    before that, and goes on for it in a session that is paused."""
    # Finding its programs changes the environment of this process.
    with _checkpointing:
        return _checkpoint(record, name)


def _checkpoint(record: SessionRecord, name: str) -> Path:
    roots = {"workspace": Path(record.workspace), "home": Path(record.folder) / "home"}
    with HostLink(record.id) as link:
        link.ask(Keep(), Done)
        try:
            link.ask(Resume(), Done)
            browser = open_pages(record)
            link.ask(Pause(), Done)
            return save(record.id, name, roots, open_programs(record), browser)
        finally:
            link.ask(Keep(lasts=False), Done)


def _tell(session: str, order: Pause | Resume | Stop | Restore) -> None:
    with HostLink(session) as link:
        link.ask(order, Done)
