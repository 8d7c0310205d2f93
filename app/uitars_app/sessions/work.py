"""What the page of sessions does beside the window. No widgets."""

from __future__ import annotations

import sys
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication

from uitars_runtime.errors import UsageError

if TYPE_CHECKING:
    from uitars_runtime.sessions.record import SessionRecord
    from uitars_runtime.sessions.taking_over import TakenOver
    from uitars_runtime.types import Size

translate = QCoreApplication.translate


class SessionFacts(NamedTuple):
    """A session as it is at this moment."""

    record: SessionRecord
    programs: tuple[str, ...]
    """What they are called."""
    memory: int
    """Bytes that all its processes use: shared memory counts by its share."""


class Wish(Enum):
    """What can be done to a session at once."""

    PAUSE = auto()
    RESUME = auto()
    STOP = auto()


def sessions() -> list[SessionFacts]:
    """Those of this user, oldest first; none where there can be none."""
    if sys.platform != "linux":
        return []
    from uitars_runtime.guard.processes import descendants
    from uitars_runtime.sessions.folder import living
    from uitars_runtime.sessions.programs import running
    from uitars_runtime.sessions.usage import memory_of

    return [
        SessionFacts(
            record,
            running(record),
            sum(map(memory_of, (record.host, record.guard, *descendants(record.guard)))),
        )
        for record in living()
    ]


def start(program: str, size: Size) -> str:
    """A new one, with the person's settings; its id. Raises `UsageError`, `DesktopError`."""
    from uitars_runtime.config import load
    from uitars_runtime.sessions.starting import start as start_session
    from uitars_runtime.sessions.terms import SessionOrder

    settings = load()
    order = SessionOrder(
        size=size,
        apps=(program,) if program else (),
        programs=settings.programs,
        accessibility=settings.accessibility,
    )
    return start_session(order).id


def size_of(text: str) -> Size:
    """`1280x800` in pixels. Raises `UsageError`."""
    from uitars_runtime.desktop.private import size_of as parsed

    try:
        return parsed(text)
    except ValueError as error:
        words = translate("Sessions", "{0} is no size.").format(text)
        hint = translate("Sessions", "For example: {0}").format("1280x800")
        raise UsageError(words, hint) from error


def do(wish: Wish, session: str) -> str:
    """Do it; the session's id. Raises `UsageError`, `TakenError`, `DesktopError`."""
    from uitars_runtime.sessions.folder import await_end
    from uitars_runtime.sessions.link import HostLink
    from uitars_runtime.sessions.messages import Done, Pause, Resume, Stop

    with HostLink(session) as link:
        match wish:
            case Wish.PAUSE:
                link.ask(Pause(), Done)
            case Wish.RESUME:
                link.ask(Resume(), Done)
            case Wish.STOP:
                link.ask(Stop(), Done)
    if wish is Wish.STOP:
        await_end(session)
    return session


def take_over(session: str) -> TakenOver:
    """Raises `UsageError`, `TakenError`, `DesktopError`."""
    from uitars_runtime.sessions.taking_over import TakenOver

    return TakenOver(session)
