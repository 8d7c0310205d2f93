"""A person presses Escape twice while the agent types: when does the last of its keys arrive?

Both are timed by the X server itself, so that a busy machine cannot blur the figure.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import threading
import time
from collections.abc import Sequence

from helpers.desks import held, until
from helpers.fakes import ListJournal, ListMemory
from helpers.nested import Nested, nested
from helpers.safety.rows import Figures
from helpers.screens import running
from uitars_runtime import loop
from uitars_runtime.budget import Limits
from uitars_runtime.control import Control
from uitars_runtime.frame import Frame
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.guard.real_input import Kind, RealEvent, RealInput
from uitars_runtime.hands.process import ProcessHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.memory.window import Window
from uitars_runtime.protocols import PastStep, Stop
from uitars_runtime.types import KeyDown, Proposal, Task, Type

_TRIALS = 100
_BAR_MS = 50.0


def run(share: float = 1.0) -> Figures:
    """One run of the agent for each gesture."""
    trials = max(3, round(_TRIALS * share))
    chance = random.Random(11)
    delays: list[float] = []
    further = left = 0
    with nested() as place, running(place, "xclock"), tempfile.TemporaryDirectory() as workspace:
        for _ in range(trials):
            delay, actions, stuck = _trial(place, workspace, chance)
            delays.append(delay)
            further = max(further, actions)
            left += stuck
    p99 = statistics.quantiles(delays, n=100, method="inclusive")[98]
    return {
        "tried": trials,
        "failed": int(p99 >= _BAR_MS) + int(further > 1) + left,
        "median_ms": round(statistics.median(delays), 1),
        "p99_ms": round(p99, 1),
        "max_ms": round(max(delays), 1),
        "further_actions": further,
        "stuck_keys": left,
    }


def _trial(place: Nested, workspace: str, chance: random.Random) -> tuple[float, int, int]:
    """Milliseconds from the gesture to the agent's last key, actions begun later, keys left."""
    control = Control()
    settings = HandsSettings(
        desktop=place.display, workspace=workspace, actions_per_second=1000.0, grants=("R2", "R3")
    )
    hands = open_hands(settings, NobodyAsker(), control, control)
    ear = RealInput(place.display, agents_too=True)
    try:
        model = _Typist()
        agent = threading.Thread(target=_work, args=(hands, model, control))
        agent.start()
        heard: list[RealEvent] = []

        def types() -> bool:
            heard.extend(event for event in ear.events() if event.kind is Kind.KEY)
            return len(heard) > 50

        until(types, "the agent types")
        time.sleep(chance.uniform(0.0, 0.1))
        place.person.press("Escape", "Escape")
        until(control.is_set, "the run is stopped")
        agent.join()
        until(lambda: held(place.display) == ([], 0), "the keys are let go")
        heard.extend(event for event in ear.events() if event.kind is Kind.KEY)
        gesture = max(event.at for event in heard if event.real)
        last = max(event.at for event in heard if not event.real)
        later = sum(moment > gesture for moment in model.wanted)
        return max(0.0, 1e3 * (last - gesture)), later, len(held(place.display)[0])
    finally:
        ear.close()
        hands.close()


class _Typist:
    """A model that wants to type for ever; writes down when it wants to."""

    name = "typist"
    dialect = "none"

    def __init__(self) -> None:
        self.wanted: list[float] = []

    def propose(
        self, task: Task, recalled: Sequence[str], past: Sequence[PastStep], seen: Frame, stop: Stop
    ) -> Proposal:
        self.wanted.append(time.monotonic())
        action = KeyDown("f5") if len(self.wanted) == 1 else Type("a" * 20_000)
        return Proposal("", action, "")

    def close(self) -> None:
        """Nothing to close."""


def _work(hands: ProcessHands, model: _Typist, control: Control) -> None:
    """The product's own loop, which pauses when a person is at the keyboard."""
    turns = loop.run(
        Task("type"),
        model,
        hands,
        ListMemory(),
        ListJournal(),
        window=Window(),
        limits=Limits(steps=10_000, seconds=1000.0, repeats=10_000, denials=10_000),
        control=control,
        answer=lambda _question: None,
    )
    for _ in turns:
        pass
