"""A teacher at the model's side: at every state it says what is right, whoever acts (DAgger).

Where no element and no words of the task say what the teacher wants (`advice.py`), it acts alone
and the step is counted, not kept. The model may act first: its own mistakes are mended, too.
Not here: how the teacher knows (`evaluate/oracle.py`), the file of episodes (`data/recorded.py`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from rapidfuzz import fuzz

from uitars_runtime.backends.embedded.network.codec import grounding, write
from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.network.grammar import key_of
from uitars_runtime.backends.embedded.network.history import history_of
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.rules import postprocess
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.dialects.embedded import EmbeddedDialect, write_reply
from uitars_runtime.types import (
    Action,
    Finish,
    Proposal,
    Task,
)
from uitars_train.data.sample import UNKNOWN, Sample, Target
from uitars_train.flywheel.advice import POINTING, Advice, target_of

if TYPE_CHECKING:
    from uitars_runtime.element import Element
    from uitars_runtime.frame import Frame
    from uitars_runtime.protocols import PastStep, Stop


_ENDING: Final = (Act.FINISHED, Act.CALL_USER, Act.FAIL)
_SHORT: Final = 20
_ALIKE: Final = 50.0
"""Least likeness, of 100, of a word and its misreading."""


Advise = Callable[[Task, Sequence["PastStep"], "Frame"], Advice]


class Taught:
    """Implements `Model`: the teacher acts as far as the model could say it, and all that it says
    is kept. The model acts in its place for the first steps."""

    name, dialect = "taught", EmbeddedDialect().name

    def __init__(
        self,
        kind: str,
        advise: Advise,
        look: Callable[[Frame], tuple[Element, ...]],
        decoder: Decoder,
        leads: int = 0,
    ) -> None:
        """`kind`: what the steps are counted as. `leads`: for how many steps the model acts."""
        self._kind = kind
        self._advise = advise
        self._look = look
        self._decoder = decoder
        self._leads = leads
        self.steps: list[Sample] = []
        self.missed: Counter[str] = Counter()
        """Steps that no words and elements say, by what they do, and those on misread words."""
        self.led = False
        """Whether it was the model that acted last."""

    def propose(
        self,
        task: Task,
        recalled: Sequence[str],
        past: Sequence[PastStep],
        seen: Frame,
        stop: Stop,
        /,
    ) -> Proposal:
        """The next step, the teacher's or the model's."""
        history = history_of([item.step for item in past], split_words(task.text))
        elements = self._look(seen)
        situation = prepare((task.text,), history, elements, seen.size, seen.pixels)
        advice = self._advise(task, past, seen)
        target = target_of(advice, situation, self._decoder)
        if target is None:
            self.missed[type(advice.action).__name__.lower()] += 1
        elif not _read(advice, target, situation):
            self.missed["unread"] += 1
        else:
            tags = (UNKNOWN,) * len(situation.words)
            self.steps.append(Sample(situation, target, self._kind, tags))
        lost = isinstance(advice.action, Finish) and advice.action.status == "failure"
        leads = len(past) < self._leads and not lost
        decision = self._led(situation) if leads else None
        if not lost:
            self.led = decision is not None
        if decision is None and target is not None:
            decision = decided(target, situation)
        return self._said(decision, advice.action, situation)

    def close(self) -> None:
        """Nothing is open."""

    def _led(self, situation: Situation) -> Decision | None:
        """The model's own step, unless it would end the run."""
        decision = self._decoder.decide(situation).decision
        return None if decision.act in _ENDING else decision

    def _said(self, decision: Decision | None, action: Action, situation: Situation) -> Proposal:
        if decision is None:
            return Proposal("", action, write_reply("", action))
        decision = postprocess(decision, situation)
        text, meant = write(decision, situation), grounding(decision, situation)
        reply = EmbeddedDialect().parse(text, situation.size)
        return Proposal(reply.thought, reply.actions[0], text, grounding=meant)


def decided(target: Target, situation: Situation) -> Decision:
    """The first of the steps that a target allows."""
    words = situation.words
    keys = tuple(key_of(words[key].text) if isinstance(key, int) else key for key in target.keys)
    return Decision(
        target.act,
        target.serves,
        element=target.elements[0] if target.elements else None,
        onto=target.onto[0] if target.onto else None,
        side=target.side,
        text=target.text,
        keys=keys,
        direction=target.direction,
    )


def _read(advice: Advice, target: Target, situation: Situation) -> bool:
    """Whether the eyes read what is clicked, at least in part: where a word was taken for some
    picture, nothing can be learned from it."""
    said = advice.said.lower()
    if target.act not in POINTING or not (said.isalnum() and len(said) <= _SHORT):
        return True
    names = [
        name.lower()
        for at in target.elements
        for name in (situation.elements[at].text, situation.elements[at].name)
    ]
    return any(said in name or fuzz.ratio(said, name) >= _ALIKE for name in names)


def drawn_leads(name: str, seed: int, most: int) -> int:
    """For how many steps the model acts: one up to `most`; none where that is 0."""
    return random.Random(f"{name} {seed}").randint(1, most) if most else 0
