"""The X server dies or comes back, the screen changes its size, the disk fills, the clock jumps: a
run goes on, pauses or ends with a code, and never hangs.
"""

from __future__ import annotations

import itertools
import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

from helpers.fakes import FakeHands, ListJournal, ListMemory
from helpers.full_disk import fill_disk
from helpers.safety.rows import Figures
from helpers.screens import Screen, running, screen
from uitars_runtime import loop
from uitars_runtime.budget import Limits, Reason
from uitars_runtime.control import Control
from uitars_runtime.frame import Frame
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.process import ProcessHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.memory.window import Window
from uitars_runtime.protocols import Hands, PastStep, Stop
from uitars_runtime.run_record import Ending
from uitars_runtime.types import Action, Click, Finish, Point, Proposal, Step, Task, Wait

_EACH = 5
_HANGS = 60.0
"""Seconds after which a run is taken for one that hangs."""
_MODE = "83.5 800 872 952 1072 600 603 607 624"
_CLICK = Click(Point(400, 400))


def run(share: float = 1.0) -> Figures:
    """Every trouble so often; each returns what went wrong, or empty words."""
    each = max(1, round(_EACH * share))
    troubles: tuple[Callable[[random.Random], str], ...] = (
        server_dies,
        server_comes_back,
        size_changes,
        clock_jumps,
        disk_fills,
    )
    chance = random.Random(5)
    problems = [
        f"{trouble.__name__}: {problem}"
        for trouble in troubles
        for _ in range(each)
        if (problem := trouble(chance))
    ]
    tried = each * len(troubles)
    return {"tried": tried, "failed": len(problems), "problems": "; ".join(problems)}


def server_dies(chance: random.Random) -> str:
    """For good: the run pauses for a person."""
    with _Desk() as desk:
        threading.Timer(chance.uniform(0.0, 1.0), desk.server.kill).start()
        _, reason = _worked(desk.hands, itertools.repeat(_CLICK))
    return "" if reason.ending is Ending.NEEDS_PERSON else f"it ended with {reason}"


def server_comes_back(chance: random.Random) -> str:
    """On the same display: other hands go on."""
    with _Desk() as desk, ExitStack() as later:

        def restart() -> None:
            desk.server.kill()
            again = later.enter_context(screen("1024x768", name=desk.server.name))
            later.enter_context(running(again, "xclock"))

        threading.Timer(chance.uniform(0.0, 0.5), restart).start()
        actions = (*([Wait(0.2)] * 15), _CLICK, Finish())
        steps, reason = _worked(desk.hands, iter(actions))
    done = [step for step in steps if step.outcome.ok]
    return "" if reason.ending is Ending.FINISHED and done else f"it ended with {reason}"


def size_changes(chance: random.Random) -> str:
    """Nothing is clicked by the old measure, and the run goes on by the new one."""
    with _Desk() as desk:
        actions = (Wait(0.0), _CLICK, _CLICK, Finish())
        desk.server.call("xrandr", "--newmode", "small", *_MODE.split())
        desk.server.call("xrandr", "--addmode", "screen", "small")

        def shrink() -> None:
            time.sleep(chance.uniform(0.0, 0.1))
            desk.server.call("xrandr", "--output", "screen", "--mode", "small")

        steps, reason = _worked(desk.hands, iter(actions), before=(2, shrink))
    sizes = [step.observation.size.width for step in steps]
    if reason.ending is not Ending.FINISHED or sizes[-1] != 800:
        return f"it ended with {reason} on {sizes}"
    # What was seen at the old size must not have been clicked.
    return "" if not steps[1].outcome.ok or sizes[1] == 800 else "it clicked by the old measure"


def clock_jumps(chance: random.Random) -> str:
    """A day forth or back at every look at the wall clock: no time runs out early or late."""
    real = time.time
    with patch("time.time", lambda: real() + chance.choice((-86400.0, -3600.0, 3600.0, 86400.0))):
        _, finished = _worked(FakeHands(), iter((*([_CLICK] * 30), Finish())), seconds=30.0)
        began = time.monotonic()
        _, late = _worked(FakeHands(), itertools.repeat(_CLICK), seconds=0.3)
        took = time.monotonic() - began
    if finished.ending is not Ending.FINISHED:
        return f"it ended early with {finished}"
    return "" if late.ending is Ending.BUDGET and took < _HANGS else f"{late} after {took:.1f} s"


def disk_fills(chance: random.Random) -> str:
    """Every acknowledged step is there, and the record has an end."""
    with tempfile.TemporaryDirectory() as folder:
        filled = fill_disk(Path(folder), chance.randint(2_500_000, 3_500_000))
    if filled is None:
        return "this machine mounts no small file system"
    steps = [step.index for step in filled.record.trajectory.steps]
    if steps != list(filled.acknowledged) or not filled.ended:
        return f"{len(filled.acknowledged)} acknowledged, {len(steps)} found, {filled.title}"
    return ""


class _Desk:
    """A screen of another's with a program on it, and hands on it."""

    def __enter__(self) -> _Desk:
        self._stack = ExitStack()
        self.server: Screen = self._stack.enter_context(screen("1024x768"))
        self._stack.enter_context(running(self.server, "xclock"))
        workspace = self._stack.enter_context(tempfile.TemporaryDirectory())
        settings = HandsSettings(
            desktop=self.server.name, workspace=workspace, actions_per_second=1000.0
        )
        self.hands: ProcessHands = open_hands(settings, NobodyAsker(), Control())
        self._stack.callback(self.hands.close)
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()


class _Acting:
    """Acts by an endless script; calls something before the action of a number."""

    name = "acting"
    dialect = "none"

    def __init__(
        self, actions: Iterator[Action], before: tuple[int, Callable[[], None]] | None
    ) -> None:
        self._actions = actions
        self._before = before
        self._number = 0

    def propose(
        self, task: Task, recalled: Sequence[str], past: Sequence[PastStep], seen: Frame, stop: Stop
    ) -> Proposal:
        self._number += 1
        if self._before is not None and self._before[0] == self._number:
            self._before[1]()
        return Proposal("", next(self._actions), "")

    def close(self) -> None:
        """Nothing to close."""


def _worked(
    hands: Hands,
    actions: Iterator[Action],
    *,
    seconds: float = _HANGS,
    before: tuple[int, Callable[[], None]] | None = None,
) -> tuple[list[Step], Reason]:
    """Steps and end of a run of these actions."""
    turns = loop.run(
        Task("go on"),
        _Acting(actions, before),
        hands,
        ListMemory(),
        ListJournal(),
        window=Window(),
        limits=Limits(steps=10_000, seconds=seconds, repeats=10_000, denials=10_000),
        control=Control(),
        answer=lambda _question: None,
    )
    steps: list[Step] = []
    while True:
        try:
            steps.append(next(turns))
        except StopIteration as ended:
            reason: Reason = ended.value
            return steps, reason
