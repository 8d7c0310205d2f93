"""Another window takes the keyboard while a secret is typed: none of it may arrive there."""

from __future__ import annotations

import random
import threading
import time

from helpers.safety.rows import Figures
from helpers.screens import Screen, screen
from uitars_runtime.desktop.sandbox_server import paint_background
from uitars_runtime.desktop.x11 import X11Desktop
from uitars_runtime.hands.target import ScreenTarget
from uitars_runtime.types import Type

_TRIALS = 200
_UNCHECKED = 5
"""Trials without the check, which show that there is something to steal."""
_SECRET = "correct-horse-battery-staple-" * 10


class Windows:
    """Two windows on one connection: the one meant, and the thief's."""

    def __init__(self, server: Screen) -> None:
        from Xlib import X
        from Xlib.display import Display

        self._display = Display(server.name)
        root = self._display.screen()
        self.meant, self.thief = (
            root.root.create_window(
                20 + 300 * place,
                20,
                200,
                200,
                0,
                root.root_depth,
                override_redirect=1,
                background_pixel=0x808080 + place,
                event_mask=X.KeyPressMask | X.StructureNotifyMask,
            )
            for place in range(2)
        )
        for window in (self.meant, self.thief):
            window.map()
        self.give(self.meant)
        self.counts()

    def give(self, window) -> None:  # type: ignore[no-untyped-def]
        """The keyboard."""
        from Xlib import X

        window.set_input_focus(X.RevertToParent, X.CurrentTime)
        self._display.sync()

    def counts(self) -> tuple[int, int]:
        """Keys that arrived at the window meant and at the thief since the last call."""
        from Xlib import X

        self._display.sync()
        arrived = {self.meant.id: 0, self.thief.id: 0}
        while self._display.pending_events():
            event = self._display.next_event()
            if event.type == X.KeyPress:
                arrived[event.window.id] += 1
        return arrived[self.meant.id], arrived[self.thief.id]

    def close(self) -> None:
        self._display.close()


def run(share: float = 1.0) -> Figures:
    """The thief strikes at another moment each time; a few times nobody checks who listens."""
    trials = max(5, round(_TRIALS * share))
    chance = random.Random(13)
    with screen("640x480") as server:
        desktop = X11Desktop(server.name)
        paint_background(desktop.server.display)
        windows = Windows(server)
        target = ScreenTarget(desktop.server)
        try:
            found = [
                _trial(desktop, windows, target, chance.uniform(0.0, 0.15)) for _ in range(trials)
            ]
            unchecked = [_trial(desktop, windows, None, 0.0) for _ in range(_UNCHECKED)]
        finally:
            windows.close()
            desktop.close()
    return {
        "tried": trials,
        "failed": sum(stolen for stolen, _ in found),
        "cut_off": sum(cut for _, cut in found),
        "stolen_without_the_check": sum(stolen for stolen, _ in unchecked),
    }


def _trial(
    desktop: X11Desktop, windows: Windows, target: ScreenTarget | None, delay: float
) -> tuple[int, bool]:
    """Characters that the thief got, and whether the typing was broken off."""
    windows.give(windows.meant)
    seen = desktop.observe()
    if target is not None:
        target.remember(seen)

    def check() -> str:
        return target.changed(Type(""), seen) if target is not None else ""

    thief = threading.Thread(target=_strike, args=(windows, delay))
    thief.start()
    outcome = desktop.enter_secret(_SECRET, seen, check)
    thief.join()
    _, stolen = windows.counts()
    return stolen, not outcome.ok


def _strike(windows: Windows, delay: float) -> None:
    time.sleep(delay)
    windows.give(windows.thief)
