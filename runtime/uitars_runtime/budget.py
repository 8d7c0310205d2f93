"""Limits of a run, enforced outside the model: steps, time, tokens, repeats, denials.

The rate of actions is limited in the hands, where actions happen.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.protocols import Stop
from uitars_runtime.run_record import Ending, Judgement
from uitars_runtime.types import Action, Decision, Step

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from uitars_runtime.frame import Frame


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one run may use."""

    steps: int = 50
    seconds: float = 600.0
    tokens: int | None = None
    """Prompt and generated tokens together; None is no limit."""
    repeats: int = 3
    """The same action on the same screen this often means the run is stuck."""
    denials: int = 3
    """Denied actions in a row before the run ends."""
    unreadable: int = 3
    """Replies in a row that are no action before the run ends."""


class Reason(msgspec.Struct, frozen=True):
    """Why a run ends here."""

    ending: Ending
    text: str
    judgement: Judgement = Judgement()
    """Where the model says that the task is done: what was found of it."""


class Deadline:
    """A `Stop` that is also set when the time is over."""

    def __init__(self, stop: Stop, seconds: float) -> None:
        self._stop = stop
        self._end = time.monotonic() + seconds

    def is_set(self) -> bool:
        return self._stop.is_set() or self.expired

    def extend(self, seconds: float) -> None:
        """Time that does not count: the run was paused."""
        self._end += seconds

    @property
    def expired(self) -> bool:
        return time.monotonic() >= self._end


class Budget:
    """Counts what a run uses and says when it is used up."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._steps = 0
        self._tokens = 0
        self._denials = 0
        self._unreadable = 0
        self._seen: list[tuple[bytes, NDArray[np.uint8]]] = []

    def count(self, step: Step, frame: Frame) -> Reason | None:
        """Count one step; the reason to end, if there is one now."""
        limits, tokens = self._limits, step.proposal.tokens
        self._steps += 1
        self._tokens += tokens.prompt + tokens.generated
        denied = step.verdict is not None and step.verdict.decision is Decision.DENY
        self._denials = self._denials + 1 if denied else 0
        self._unreadable = self._unreadable + 1 if step.action is None else 0
        if self._denials >= limits.denials:
            return Reason(Ending.DENIED, f"The gate denied {self._denials} actions in a row.")
        if self._unreadable >= limits.unreadable:
            return Reason(
                Ending.STUCK,
                f"{self._unreadable} replies in a row were no action: {step.proposal.problem}",
            )
        if step.action is not None and not denied:
            repeats = self._repeats(step.action, frame)
            if repeats >= limits.repeats:
                return Reason(Ending.STUCK, f"The same action on the same screen, {repeats} times.")
        if limits.tokens is not None and self._tokens >= limits.tokens:
            return Reason(
                Ending.BUDGET, f"The tokens are used up: {self._tokens} of {limits.tokens}."
            )
        if self._steps >= limits.steps:
            if limits.steps == 1:
                return Reason(Ending.BUDGET, "The only step is used up.")
            return Reason(Ending.BUDGET, f"All {limits.steps} steps are used up.")
        return None

    def _repeats(self, action: Action, frame: Frame) -> int:
        """How often this action was proposed on this screen, this time included."""
        written, screen = msgspec.json.encode(action), frame.thumbnail()
        self._seen.append((written, screen))
        return sum(1 for earlier, seen in self._seen if earlier == written and _same(seen, screen))


def _same(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    """Whether two thumbnails show the same screen; a changed digit is a change."""
    if one.shape != other.shape:
        return False
    difference = abs(one.astype("int16") - other.astype("int16"))
    return bool(difference.max() <= 6)
