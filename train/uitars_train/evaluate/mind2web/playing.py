"""One task, played: a desktop of its own with a browser that shows the site, and its record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from uitars_runtime.config import Settings
from uitars_runtime.errors import UitarsError
from uitars_runtime.protocols import Model
from uitars_runtime.run import Request
from uitars_train.evaluate.following import followed
from uitars_train.evaluate.mind2web.tasks import Task
from uitars_train.evaluate.proctor import POLICY
from uitars_train.evaluate.results import Marked, marked

_SIZE = "1280x900"
_SECONDS = 900.0

Player = Callable[[Task], Model]
"""Makes who does a task in the place of the model that a reference names."""


class Played(msgspec.Struct, frozen=True):
    """What came of it. `run` is empty where it could not begin, and `reason` says why."""

    run: Path | None
    ending: str
    steps: int
    seconds: float
    reason: str
    answer: str
    marked: Marked


def play(
    task: Task,
    address: str,
    model: str,
    runs: Path,
    *,
    base_url: str = "",
    steps: int = 30,
    player: Player | None = None,
) -> Played:
    """Play a task that begins at an address."""
    settings = Settings(
        model=model,
        base_url=base_url,
        desktop=f"sandbox:{_SIZE}",
        policy=POLICY,
        run_dir=str(runs),
        max_steps=steps,
        timeout=_SECONDS,
        memory=False,
    )
    request = Request(task=task.confirmed_task, settings=settings, browser=address)
    plays = player(task) if player is not None else None
    actions: list[object] = []
    try:
        ended, run = followed(request, lambda step: actions.append(step.action), model=plays)
    except UitarsError as error:
        return Played(None, "error", 0, 0.0, str(error), "", marked(actions))
    return Played(
        runs / run,
        ended.ending,
        ended.steps,
        ended.seconds,
        ended.reason,
        ended.answer,
        marked(actions),
    )
