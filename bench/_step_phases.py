"""The phases of real steps, one click after another, on whatever desktop the hands work."""

from __future__ import annotations

import time
from collections.abc import Iterable

from uitars_runtime.hands.process import ProcessHands
from uitars_runtime.types import Click, Point

_PAUSE_SECONDS = 0.6
"""Between clicks: GTK ignores a click away from a menu that has just opened."""
_FRAME_SECONDS = 1 / 60
_GOLDEN = 0.618


def pause(turn: int) -> None:
    """Wait before a click, so that one after the other begins anywhere in a frame of the screen."""
    time.sleep(_PAUSE_SECONDS + _FRAME_SECONDS * (turn * _GOLDEN % 1))


def step_ms(hands: ProcessHands, places: tuple[Point, Point], steps: int) -> dict[str, list[float]]:
    """The phases of steps through the hands process, as the loop drives it.

    `places`: each click changes the screen, the first one and the second one in turn.
    """

    def clicks() -> Iterable[Click]:
        for turn in range(steps):
            pause(turn)
            yield Click(places[turn % 2])

    return phases_ms(hands, clicks())


def phases_ms(hands: ProcessHands, clicks: Iterable[Click]) -> dict[str, list[float]]:
    """The same of these clicks, each on a screen that has been made ready for it."""
    phases: dict[str, list[float]] = {"observe": [], "review": [], "execute": [], "step": []}
    for turn, click in enumerate(clicks):
        began = time.perf_counter()
        seen = hands.observe()
        observed = time.perf_counter()
        done = hands.perform(click, seen)
        phases["step"].append(1e3 * (time.perf_counter() - began))
        phases["observe"].append(1e3 * (observed - began))
        phases["review"].append(done.review_ms)
        phases["execute"].append(done.execute_ms)
        if not done.outcome.ok or not done.outcome.changed:
            raise SystemExit(f"step {turn} did nothing: {done.outcome.text}")
    return phases
