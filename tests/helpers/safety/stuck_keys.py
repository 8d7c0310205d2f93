"""kill -9 of the hands while keys are down: how long until the guard has let them go?"""

from __future__ import annotations

import os
import signal
import statistics
import tempfile
import time

from helpers.desks import connection, display_server
from helpers.safety.rows import Figures
from uitars_runtime.control import Control
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.process import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.types import KeyDown

_TRIALS = 100
_BAR_MS = 100.0
_KEYS = ("shift", "ctrl", "a")
_GIVING_UP = 5.0


def run(share: float = 1.0) -> Figures:
    """New hands for each kill, on one display."""
    trials = max(3, round(_TRIALS * share))
    delays: list[float] = []
    left = 0
    with display_server() as display, tempfile.TemporaryDirectory() as workspace:
        settings = HandsSettings(desktop=display, workspace=workspace, actions_per_second=1000.0)
        hands = open_hands(settings, NobodyAsker(), Control())
        try:
            with connection(display) as outside:
                for _ in range(trials):
                    for key in _KEYS:
                        done = hands.perform(KeyDown(key), hands.observe())
                        assert done.outcome.ok, done
                    began = time.perf_counter()
                    os.kill(hands.pid, signal.SIGKILL)
                    while any(outside.query_keymap()):
                        if time.perf_counter() - began > _GIVING_UP:
                            left += 1
                            break
                        time.sleep(0.0005)
                    delays.append(1e3 * (time.perf_counter() - began))
                    assert hands.restart()
        finally:
            hands.close()
    return {
        "tried": trials,
        "failed": left + sum(delay > _BAR_MS for delay in delays),
        "median_ms": round(statistics.median(delays), 1),
        "max_ms": round(max(delays), 1),
        "left": left,
    }
