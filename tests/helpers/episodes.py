"""Steps of runs and the episodes they leave behind, for tests of memory."""

from __future__ import annotations

import time

from helpers.runs import ALLOWED
from uitars_runtime.memory.episode import Episode, Fact, Level, Origin, Source
from uitars_runtime.types import (
    Action,
    Observation,
    Outcome,
    Place,
    Proposal,
    Size,
    Step,
    Verdict,
)

EDITOR = Place("Mousepad", "note.txt - Mousepad")


def source(run: str, step: int = 0) -> Source:
    return Source(run, step, step)


def fact(text: str, run: str = "one", *, origin: Origin = Origin.SCREEN) -> Fact:
    return Fact(text, origin, source(run))


def episode(
    intention: str,
    *facts: Fact,
    run: str = "one",
    application: str = "",
    good: bool = True,
    days: float = 0.0,
    ways: tuple[str, ...] = ("press Ctrl+S",),
    obstacles: tuple[str, ...] = (),
) -> Episode:
    """A task that was tried once, `days` ago."""
    return Episode(
        level=Level.RUN,
        intention=intention,
        origin=Origin.TRUSTED,
        application=application,
        succeeded=good,
        outcome="finished" if good else "impossible: No such button.",
        ways=ways,
        obstacles=obstacles,
        facts=facts,
        sources=(source(run),),
        successes=int(good),
        failures=int(not good),
        learned=time.time() - 86400 * days,
    )


def step(
    index: int,
    action: Action | None,
    thought: str = "",
    *,
    ok: bool = True,
    text: str = "done",
    changed: bool | None = True,
    place: Place = EDITOR,
    verdict: Verdict | None = ALLOWED,
    said: tuple[str, ...] = (),
) -> Step:
    """One turn in an editor, which was allowed and did what it should."""
    return Step(
        index,
        Observation("0" * 64, Size(160, 100)),
        Proposal(thought, action, ""),
        verdict,
        Outcome(ok=ok, text=text, changed=changed),
        place=place,
        said=said,
    )
