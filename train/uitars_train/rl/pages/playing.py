"""Pages of MiniWoB++ as an environment: judged by the page itself, with the oracle as teacher.

A decision goes the product's way: as the codec writes it and the dialect reads it, then as trusted
events; the history is made of the steps as in a run. What a run has around the network (programs to
open, questions to a person, the gate) is not here. A page is done as the evaluation counts it; to
finish or to give up ends an episode. A browser or a page that is dead is a lost episode.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from uitars_runtime.backends.embedded.network.history import history_of
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.requests.language import read_task
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.own import headless
from uitars_runtime.errors import UsageError
from uitars_runtime.types import (
    Action,
    AskUser,
    Finish,
    Observation,
    Outcome,
    Proposal,
    Step,
)
from uitars_train.data.sample import Sample, untagged
from uitars_train.evaluate.miniwob import STEPS
from uitars_train.evaluate.oracle import next_action
from uitars_train.flywheel.advice import target_of
from uitars_train.flywheel.teacher import ENDING, decided, drawn_leads, is_read, proposed
from uitars_train.rl.environment import LooksKind, alive
from uitars_train.rl.episodic import Episodic
from uitars_train.rl.pages.document import Document
from uitars_train.rl.pages.looks import Looks, Sight
from uitars_train.rl.pages.shown import Shown

if TYPE_CHECKING:
    from uitars_runtime.backends.embedded.network.decoder import Decoder

_OPTIONS: Final = (
    *OWN_PAGES,
    "--disable-smooth-scrolling",
    # No page of ours has anything to ask another machine for.
    "--host-resolver-rules=MAP * ~NOTFOUND",
)


class Pages(Episodic["_Episode"]):
    """Implements `Environment`; one browser that shows one page."""

    def __init__(self, tasks: Sequence[str], looks: LooksKind, leads: int = 0) -> None:
        """`leads`: where the oracle shows a page, for up to so many steps the shipped model acts
        and the oracle says what would be right (DAgger). Raises `UsageError` where Chromium or the
        pages are missing."""
        super().__init__(tasks)
        self._leads = leads
        with alive():
            self._shown = Shown(self.stack.enter_context(headless(*_OPTIONS)))
        self._looks: Looks = Document(self._shown) if looks == "dom" else Sight(self._shown)

    def reset(self, task: str, seed: int, /) -> bool:
        """False where the page asks for something in a language that the model does not read."""
        if task not in self.tasks:
            raise UsageError(f"The page {task!r} is not among those that are played.")
        with alive():
            told = self._shown.start(task, seed)
            self._looks.begin(task, seed)
        reading = read_task(told)
        self.episode = None
        if isinstance(reading, str):
            self.episode = _Episode(self._shown, self._looks, reading)
        return self.episode is not None

    def shown(self, task: str, seed: int, /) -> list[Sample]:
        """The steps of the oracle that words and elements say; it acts beyond them, too. It reads
        the page from inside, so no desktop is needed."""
        if not self.reset(task, seed):
            return []
        with alive():
            return self.begun().shown(task, self.decoder, drawn_leads(task, seed, self._leads))


class _Episode:
    """One task at work. Methods raise `DesktopError`."""

    def __init__(self, shown: Shown, looks: Looks, task: str) -> None:
        self._shown = shown
        self._looks = looks
        self._task = task
        self._words = split_words(task)
        self._steps: list[Step] = []
        self._seen: Situation | None = None
        self.reward = 0.0

    def look(self) -> Situation:
        look = self._looks.look()
        if self._seen is None and self._steps:
            last = self._steps[-1]
            came = msgspec.structs.replace(last.outcome, changed=look.changed)
            self._steps[-1] = msgspec.structs.replace(last, outcome=came)
        history = history_of(self._steps, self._words)
        size = self._shown.size
        self._seen = prepare((self._task,), history, look.elements, size, look.pixels)
        return self._seen

    def act(self, decision: Decision) -> bool:
        seen = self._seen or self.look()
        return self._do(proposed(decision, seen), seen)

    def _do(self, said: Proposal, seen: Situation) -> bool:
        """Whether the episode goes on."""
        if isinstance(said.action, Finish | AskUser):
            return False
        done = said.action is not None and self._shown.perform(said.action)
        observation = Observation("", seen.size)
        self._steps.append(Step(len(self._steps), observation, said, None, Outcome(done, "")))
        self._seen = None
        solved = self._shown.solved()
        self.reward = float(bool(solved))
        return solved is None and len(self._steps) < STEPS

    def shown(self, task: str, decoder: Decoder, leads: int = 0) -> list[Sample]:
        """What the oracle does from here. Nothing where it fails; what it said counts all the same
        where the model's step ended the page or led to where it knows no way."""
        samples: list[Sample] = []
        goes_on, led = True, False
        while goes_on:
            seen = self.look()
            try:
                turn = sum(step.outcome.ok for step in self._steps)
                wanted = next_action(self._shown, task, self._task, turn)
            except UsageError:
                break
            target = target_of(wanted, seen, decoder)
            if target is not None and is_read(wanted, target, seen):
                samples.append(untagged(seen, target, f"page {task}"))
            decision = decoder.decide(seen).decision if len(self._steps) < leads else None
            led = decision is not None and decision.act not in ENDING
            if decision is not None and led:
                goes_on = self.act(decision)
            elif target is None:
                goes_on = self._do(_alone(wanted.action), seen)
            else:
                goes_on = self.act(decided(target, seen))
        return samples if self.reward or led else []


def _alone(action: Action) -> Proposal:
    return Proposal("", action, "")
