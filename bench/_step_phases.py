"""The phases of real steps, one click after another, on whatever desktop the hands work."""

from __future__ import annotations

import time

from uitars_runtime.hands.process import ProcessHands
from uitars_runtime.types import Click, Point

PAUSE_SECONDS = 0.6
"""Between clicks: GTK ignores a click away from a menu that has just opened."""


def step_ms(hands: ProcessHands, places: tuple[Point, Point], steps: int) -> dict[str, list[float]]:
    """The phases of steps through the hands process, as the loop drives it.

    `places`: each click changes the screen, the first one and the second one in turn.
    """
    phases: dict[str, list[float]] = {"observe": [], "review": [], "execute": [], "step": []}
    for turn in range(steps):
        time.sleep(PAUSE_SECONDS)
        began = time.perf_counter()
        seen = hands.observe()
        observed = time.perf_counter()
        done = hands.perform(Click(places[turn % 2]), seen)
        phases["step"].append(1e3 * (time.perf_counter() - began))
        phases["observe"].append(1e3 * (observed - began))
        phases["review"].append(done.review_ms)
        phases["execute"].append(done.execute_ms)
        if not done.outcome.ok or not done.outcome.changed:
            raise SystemExit(f"step {turn} did nothing: {done.outcome.text}")
    return phases
