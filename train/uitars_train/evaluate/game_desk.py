"""A desktop with the window of a game: where a model plays, by the product's own eyes and hands.

Not here: who plays and what it counts (`games.py`, `rl/games.py`).
"""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import msgspec

from uitars_runtime.browser.chromium import OWN_PAGES, chromium
from uitars_runtime.browser.page import Page
from uitars_runtime.guard.link import Guard
from uitars_runtime.hands.opening import OpenHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.sessions.record import SessionRecord
from uitars_train.evaluate.proctor import POLICY, Proctor

SIZE: Final = (760, 620)
"""Page pixels of a game that is played without a window."""
_OPTIONS: Final = (
    *OWN_PAGES,
    "--app=data:text/html,games",
    "--window-position=0,0",
    f"--window-size={SIZE[0]},{SIZE[1]}",
)
_TOLD: Final = """
document.title + '. ' + document.querySelector('header p').textContent + ' '
  + document.querySelector('footer').textContent
"""


class GameDesk(msgspec.Struct, frozen=True):
    """A desktop with the browser on it."""

    hands: OpenHands
    page: Page
    proctor: Proctor

    def asked(self) -> str:
        """What is asked of who plays the game that is shown; the gate is told so, too."""
        self.proctor.told = f"Play {self.page.evaluate(_TOLD)}"
        return self.proctor.told


@contextmanager
def game_desk(session: SessionRecord | None = None) -> Generator[GameDesk]:
    """One of its own, of which nothing is left however this process ends. `session`: a desktop that
    is there already, and stays. Raises as `open_hands` does, `UsageError` without Chromium."""
    proctor = Proctor()
    with Guard() as guard:
        where, workspace = "sandbox", str(guard.folder / "workspace")
        if session is None:
            (guard.folder / "workspace").mkdir()
        else:
            where, workspace = f"session:{session.id}", session.workspace
        settings = HandsSettings(
            desktop=where, workspace=workspace, policy=POLICY, actions_per_second=1000.0
        )
        hands = open_hands(settings, proctor, threading.Event())
        try:
            browser = chromium(guard.link, hands.environment, guard.folder, *_OPTIONS)
            try:
                yield GameDesk(hands, browser.page, proctor)
            finally:
                browser.close()
        finally:
            hands.close()
