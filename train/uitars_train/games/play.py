"""A game for a person: in a window of this desktop, of a private one that a browser shows, or of a
session.

Nothing is measured: the page stands alone, its time goes by as usual, and nobody reads its state.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Final

from uitars_runtime.browser.own import own_page
from uitars_runtime.browser.page import Page
from uitars_runtime.consent import Consent, Question
from uitars_runtime.errors import DesktopError
from uitars_runtime.hands.opening import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.sessions.folder import find
from uitars_runtime.types import DecidedBy, Decision, Verdict
from uitars_runtime.view.live import watched
from uitars_train.games.catalogue import Entry
from uitars_train.games.in_session import play_in_session, window
from uitars_train.scratch import scratch

_POLL: Final = 0.5
"""Seconds between two looks whether the window is still there."""


class _Nobody:
    """Implements `Asker`: no agent works here, so nobody is asked."""

    def ask(self, question: Question, /) -> Consent:
        said = "Nobody works here but the person who plays."
        return Consent(Verdict(Decision.DENY, DecidedBy.NOBODY, question.rule, said))


def play(entry: Entry, seed: int, *, sandbox: bool = False, session: str = "") -> Generator[str]:
    """Show a game until its window is closed. What is to be told comes first.

    `seed`: 0 for another game each time. `sandbox`: on a private desktop even where there is a
    display. `session`: on the desktop of this one, which stays. Raises `UsageError` where a program
    or the session is missing.
    """
    if session:
        yield from play_in_session(find(session), entry, seed)
        return
    if not sandbox and os.environ.get("DISPLAY"):
        with _window(os.environ, entry, seed) as page:
            yield "The game is in a window of its own; close it to end."
            _await_end(page)
        return
    with scratch() as workspace:
        settings = HandsSettings(workspace=str(workspace), policy="autonomous-in-sandbox")
        hands = open_hands(settings, _Nobody(), threading.Event())
        try:
            with (
                _window(hands.environment, entry, seed) as page,
                watched(hands.environment, control=True) as view,
            ):
                yield f"Open {view.address} in a browser to play; Ctrl-C ends it."
                _await_end(page)
        finally:
            hands.close()


@contextmanager
def _window(environment: Mapping[str, str], entry: Entry, seed: int) -> Generator[Page]:
    with own_page(environment, *window(entry.page, seed)) as page:
        yield page


def _await_end(page: Page) -> None:
    """Until the page or its browser is gone."""
    try:
        while page.address:
            time.sleep(_POLL)
    except (DesktopError, KeyboardInterrupt):
        return
