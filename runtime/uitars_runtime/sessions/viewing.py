"""A session watched from outside, for every face that shows one: until who watches has enough, or
it has this desktop no more.

Not here: how a display is shown (view/), what becomes of a run meanwhile (`taking_over.py`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.sessions.folder import find
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.taking_over import TakenOver
from uitars_runtime.view.live import View, watched

_LOOK_SECONDS = 0.2


class Viewed(NamedTuple):
    """A session that is shown."""

    record: SessionRecord
    view: View
    control: bool

    def told(self) -> dict[str, object]:
        """What whoever wants to watch is told."""
        return {"id": self.record.id, **self.view._asdict(), "control": self.control}


@contextmanager
def viewed(session: str, *, control: bool) -> Generator[Viewed]:
    """Show it. `control`: whether who watches works there; a run that holds it keeps still
    meanwhile. Raises `UsageError`, `TakenError`, `DesktopError`."""
    with ExitStack() as opened:
        if control:
            opened.enter_context(TakenOver(session))
        record = find(session)
        view = opened.enter_context(watched(record.desktop.environment, control=control))
        yield Viewed(record, view, control)


def await_end(record: SessionRecord, left: Callable[[], bool] = lambda: False) -> str:
    """Wait until the session ends; says so, or nothing where those who watch `left` before. Raises
    `DesktopError` where it got another desktop."""
    while not left():
        time.sleep(_LOOK_SECONDS)
        try:
            now = find(record.id)
        except UsageError:
            return f"The session {record.id} has ended."
        if now.desktop.server != record.desktop.server:
            raise DesktopError(
                f"The session {record.id} was made anew.",
                f"Watch it again: uitars sandbox view {record.id}",
            )
    return ""
