"""A run of a task that nobody sits at, followed to its end. Not here: what is asked of it, and what
came of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from uitars_runtime.control import Control
from uitars_runtime.hands.opening import OpenHands
from uitars_runtime.loop import Answer
from uitars_runtime.protocols import Asker, Judge, Model
from uitars_runtime.run import Request, execute
from uitars_runtime.run_record import RunEnded, RunStarted
from uitars_runtime.types import Step
from uitars_train.evaluate.proctor import Proctor

Judging = Callable[[Path], Judge]
"""Makes who judges the end of a run, from its workspace."""


def nobody(_question: str) -> None:
    """Nobody is there to answer."""


def followed(
    request: Request,
    show: Callable[[Step], None] = lambda _step: None,
    *,
    asker: Asker | None = None,
    answer: Answer = nobody,
    hands: OpenHands | None = None,
    model: Model | None = None,
    judging: Judging | None = None,
) -> tuple[RunEnded, str]:
    """The end of a run, which has let go of its session then, and the run's name. `show` gets each
    step; `asker`: default a proctor of the task; the rest is that of a run. Raises `UitarsError`
    where it could not begin."""
    events = execute(
        request,
        asker=asker or Proctor(request.task),
        answer=answer,
        control=Control(),
        hands=hands,
        model=model,
        judging=judging,
    )
    run = ""
    with closing(events):
        for event in events:
            match event:
                case RunStarted():
                    run = event.run
                case Step():
                    show(event)
                case RunEnded():
                    return event, run
    raise AssertionError("a run without an end")
