"""A run that is followed to its end. Not here: what is asked of it, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing

from uitars_runtime.run_record import RunEnded, RunStarted
from uitars_runtime.types import Step


def followed(
    events: Generator[RunStarted | Step | RunEnded], show: Callable[[Step], None]
) -> tuple[RunEnded, str]:
    """The end of a run, which has let go of its session then, and the run's name. `show` gets each
    step. Raises `UitarsError` where it could not begin."""
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
