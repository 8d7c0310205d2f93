"""An episode on a private desktop: seen by the product's eyes, worked by its hands behind its gate.

Not here: what is played and what it earns (`games.py`, `desktop.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from uitars_runtime.backends.embedded.network.history import history_of
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.frame import Frame
from uitars_runtime.hands.opening import OpenHands
from uitars_runtime.types import AskUser, Finish, Observation, Proposal, Step
from uitars_train.flywheel.teacher import proposed


class ByHands(ABC):
    """One task at work. Methods raise `DesktopError`."""

    def __init__(self, hands: OpenHands, eyes: Eyes, task: str) -> None:
        self.hands = hands
        self.eyes = eyes
        self.task = task
        self.steps: list[Step] = []
        self.reward = 0.0
        self._words = split_words(task)
        self._seen: tuple[Frame, Situation] | None = None

    def look(self) -> Situation:
        self._seen = self.looked()
        return self._seen[1]

    def act(self, decision: Decision) -> bool:
        """Whether it goes on."""
        frame, seen = self._seen or self.looked()
        return self.do(proposed(decision, seen), frame)

    def looked(self) -> tuple[Frame, Situation]:
        """The screen, and what the policy is asked."""
        frame = self.hands.observe()
        elements = self.eyes.look(frame, afresh=not self.steps)
        history = history_of(self.steps, self._words)
        return frame, prepare((self.task,), history, elements, frame.size, frame.pixels)

    def do(self, said: Proposal, frame: Frame) -> bool:
        """Carry it out; whether it goes on. To finish, to give up and to ask end it."""
        if said.action is None or isinstance(said.action, Finish | AskUser):
            self.ended(said)
            return False
        done = self.hands.perform(said.action, frame)
        looked = Observation("", frame.size, frame.origin)
        self.steps.append(Step(len(self.steps), looked, said, done.verdict, done.outcome))
        self._seen = None
        return self.goes_on()

    @abstractmethod
    def ended(self, said: Proposal) -> None:
        """What it earned, where the policy ended it."""

    @abstractmethod
    def goes_on(self) -> bool:
        """What it earned by the last step, and whether there is another."""
