"""Stand-ins behind the protocols, for tests of the loop alone."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from uitars_runtime.errors import DesktopError, UitarsError
from uitars_runtime.frame import Frame
from uitars_runtime.protocols import PastStep, Stop
from uitars_runtime.run_record import RunEnded
from uitars_runtime.types import (
    Action,
    Claim,
    DecidedBy,
    Decision,
    Observation,
    Outcome,
    Performed,
    Proposal,
    Step,
    Task,
    Tokens,
    ToolOffer,
    Verdict,
)

ALLOWED = Verdict(Decision.ALLOW, DecidedBy.POLICY, "test", "")
DENIED = Verdict(Decision.DENY, DecidedBy.NOBODY, "test", "Nobody to ask.")


def frame(seed: int) -> Frame:
    """A picture that differs from one seed to the next."""
    pixels = np.random.default_rng(seed).integers(0, 255, (100, 160, 3), dtype=np.uint8)
    return Frame(pixels)


class ScriptedModel:
    """Proposes what it is given, in order; an exception is raised, a callable is called first."""

    name = "scripted"
    dialect = "none"

    def __init__(self, *script: Action | None | UitarsError | Callable[[], None]) -> None:
        self._script = list(script)
        self.past: list[Sequence[PastStep]] = []
        self.recalled: list[Sequence[str]] = []

    def propose(
        self, task: Task, recalled: Sequence[str], past: Sequence[PastStep], seen: Frame, stop: Stop
    ) -> Proposal:
        self.past.append(tuple(past))
        self.recalled.append(tuple(recalled))
        item = self._script.pop(0)
        while callable(item):
            item()
            item = self._script.pop(0)
        if isinstance(item, UitarsError):
            raise item
        problem = "" if item is not None else "That was no action."
        return Proposal("because", item, "raw", problem, Tokens(prompt=10, generated=5))

    def close(self) -> None:
        """Nothing to close."""


class FakeHands:
    """Shows a changing screen and does what it is told; can lose its desktop."""

    def __init__(self, *, still: bool = False, verdict: Verdict = ALLOWED) -> None:
        self.still = still
        self.verdict = verdict
        self.done: list[Action] = []
        self.gone = False
        self.comes_back = True
        self.restarts = 0
        self._looks = 0

    def observe(self) -> Frame:
        if self.gone:
            raise DesktopError("The display went away.", gone=True)
        self._looks += 0 if self.still else 1
        return frame(self._looks)

    def perform(self, action: Action, seen: Frame, claimed: Claim = "") -> Performed:
        if self.gone:
            raise DesktopError("The display went away.", gone=True)
        if self.verdict.decision is Decision.DENY:
            return Performed(self.verdict, Outcome(ok=False, text=self.verdict.reason))
        self.done.append(action)
        return Performed(self.verdict, Outcome(ok=True, text="done", changed=True))

    def restart(self) -> bool:
        self.restarts += 1
        self.gone = not self.comes_back
        return self.comes_back

    def close(self) -> None:
        """Nothing to close."""


class FakeOpenHands(FakeHands):
    """Those that a run opens by itself."""

    desktop_name = "sandbox"
    environment: Mapping[str, str] = {}
    warning = endpoint = ""
    tools: tuple[ToolOffer, ...] = ()


class ListJournal:
    """Keeps the record in memory, in the order in which it was written."""

    def __init__(self) -> None:
        self.written: list[object] = []
        self.steps: list[Step] = []

    def prepare(self, frame: Frame) -> None:
        """Nothing takes long here."""

    def intend(self, index: int, proposal: Proposal, seen: Frame) -> Observation:
        self.written.append(("intend", index))
        return Observation(image="0" * 64, size=seen.size)

    def keep(self, step: Step) -> Step:
        return step

    def append(self, step: Step) -> None:
        self.written.append(("append", step.index))
        self.steps.append(step)

    def end(self, ended: RunEnded) -> None:
        self.written.append(ended)


class ListMemory:
    """Recalls how many steps it has seen."""

    def __init__(self) -> None:
        self.remembered: list[Step] = []

    def recall(self, task: Task, past: Sequence[PastStep]) -> Sequence[str]:
        return [f"{len(self.remembered)} steps"]

    def remember(self, step: Step) -> None:
        self.remembered.append(step)


def never() -> threading.Event:
    """A stop that nobody pulls."""
    return threading.Event()
