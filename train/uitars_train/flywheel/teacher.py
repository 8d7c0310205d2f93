"""A teacher at the model's side: at every state it says what is right, whoever acts (DAgger).

Where no element and no words of the task say what the teacher wants (`advice.py`), it acts alone
and the step is counted, not kept. The model may act first: its own mistakes are mended, too. On
programs the teacher follows a solution, the way that whoever knows the task takes: what it clicks
is found by its name, as the program itself tells it or else as the eyes read it.
Not here: tasks that judge a model, how a teacher of pages knows (`evaluate/oracle.py`), the file of
episodes (`data/sample.py`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from rapidfuzz import fuzz

from uitars_runtime.backends.embedded.network.codec import grounding, write
from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.network.grammar import key_of
from uitars_runtime.backends.embedded.network.history import history_of
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.dialects.embedded import EmbeddedDialect, write_reply
from uitars_runtime.element import Element, Role
from uitars_runtime.types import (
    Action,
    Box,
    Button,
    Click,
    Finish,
    Point,
    Press,
    Proposal,
    Task,
    Type,
    Wait,
)
from uitars_train.data.sample import Sample, Target, untagged
from uitars_train.flywheel.advice import POINTING, Advice, target_of
from uitars_train.options import decoded

if TYPE_CHECKING:
    from uitars_runtime.eyes.eyes import Eyes
    from uitars_runtime.frame import Frame
    from uitars_runtime.protocols import PastStep, Stop


ENDING: Final = (Act.FINISHED, Act.CALL_USER, Act.FAIL)
"""What a model that leads does not do: it would end the run."""
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
        eyes: Eyes,
        decoder: Decoder,
        leads: int = 0,
    ) -> None:
        """`kind`: what the steps are counted as. `leads`: for how many steps the model acts."""
        self._kind = kind
        self._advise = advise
        self._eyes = eyes
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
        elements = self._eyes.look(seen, afresh=not past)
        situation = prepare((task.text,), history, elements, seen.size, seen.pixels)
        advice = self._advise(task, past, seen)
        target = target_of(advice, situation, self._decoder)
        if target is None:
            self.missed[type(advice.action).__name__.lower()] += 1
        elif not is_read(advice, target, situation):
            self.missed["unread"] += 1
        else:
            self.steps.append(untagged(situation, target, self._kind))
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
        return None if decision.act in ENDING else decision

    def _said(self, decision: Decision | None, action: Action, situation: Situation) -> Proposal:
        if decision is None:
            return Proposal("", action, write_reply("", action))
        return proposed(decision, situation)


def proposed(decision: Decision, situation: Situation) -> Proposal:
    """A decision as the product proposes it: written by the codec, read by the dialect."""
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


def is_read(advice: Advice, target: Target, situation: Situation) -> bool:
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


# ------------------------------------------------------------------- solutions of tasks on programs


_READ_AS: Final = 85.0
"""Least likeness, of 100, of a name that the eyes may have misread."""
_PATIENCE: Final = 2
"""How often in a row something is waited for."""


class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step; exactly one of `click`, `type` and `keys` is given."""

    click: str = ""
    """The name of what is clicked."""
    count: int = 1
    button: Button = Button.LEFT
    role: Role | None = None
    """Where several things have that name."""
    nth: int = 0
    """Which of several, in reading order from 0; -1 is the last."""
    type: str = ""
    keys: tuple[str, ...] = ()


class Shown(msgspec.Struct, frozen=True):
    """A deed on the screen as it is; implements `Advice` of `teacher.py`."""

    action: Action
    box: Box | None = None
    """Where it can be done."""
    entry: bool = False
    said: str = ""
    option: str = ""

    def hits(self, points: Sequence[Point], end: int = 0) -> list[bool]:
        """Whether points lie where it can be done."""
        return [self.box is not None and self.box.contains(at) for at in points]


def read_solutions(path: Path) -> dict[str, tuple[Deed, ...]]:
    """Deeds by the name of the task. Raises `UsageError`."""
    return decoded(path, dict[str, tuple[Deed, ...]], "holds no solutions")


class Expert:
    """Shows one deed after the other, and at last says that it has finished."""

    def __init__(self, deeds: Sequence[Deed], look: Callable[[Frame], tuple[Element, ...]]) -> None:
        self._deeds = deeds
        self._look = look

    def advise(self, task: Task, past: Sequence[PastStep], seen: Frame) -> Shown:
        """The next deed. What is nowhere to be found is waited for, and ends the run as a failure
        where it does not come."""
        waited = [isinstance(item.step.action, Wait) for item in past]
        done = waited.count(False)
        if done >= len(self._deeds):
            return Shown(Finish())
        deed = self._deeds[done]
        if deed.type:
            return Shown(Type(deed.type))
        if deed.keys:
            return Shown(Press(deed.keys))
        shown = self._clicked(deed, seen)
        if shown is not None:
            return shown
        if waited[-_PATIENCE:] == [True] * _PATIENCE:
            return Shown(Finish(status="failure", answer=f"There is no {deed.click!r}."))
        return Shown(Wait())

    def _clicked(self, deed: Deed, seen: Frame) -> Shown | None:
        read = self._look(seen)
        for things in (seen.told, read):
            found = _named(things, deed)
            if found is not None:
                box = found.box
                click = Click(box.center, button=deed.button, count=deed.count)
                return Shown(click, box, found.role is Role.FIELD)
        return None


def _named(things: Sequence[Element], deed: Deed) -> Element | None:
    """The thing of that name, exactly or nearly."""
    fitting = [item for item in things if deed.role in (None, item.role)]
    wanted = _plain(deed.click)
    exact = [item for item in fitting if wanted in (_plain(item.name), _plain(item.text))]
    found = exact or [item for item in fitting if fuzz.ratio(wanted, _plain(item.text)) >= _READ_AS]
    ordered = sorted(found, key=lambda item: (item.box.top, item.box.left))
    return ordered[deed.nth] if -len(ordered) <= deed.nth < len(ordered) else None


def _plain(name: str) -> str:
    return name.lower().rstrip(".…: ").strip()
