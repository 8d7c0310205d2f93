"""A teacher at the model's side: at every state it says what is right, whoever acts (DAgger).

What the teacher wants is an action on the screen; a step to learn is made of words and elements as
the eyes see them. Where no element and no words of the task say it, the teacher acts alone and the
step is counted, not kept. The model may act first, so that its own mistakes are mended, too.
Not here: how the teacher knows (`evaluate/oracle.py`), the file of episodes (`data/recorded.py`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from rapidfuzz import fuzz

from uitars_runtime.backends.embedded.network.click_point import spot
from uitars_runtime.backends.embedded.network.codec import grounding, write
from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.network.grammar import key_of
from uitars_runtime.backends.embedded.network.history import history_of
from uitars_runtime.backends.embedded.network.vocabulary import ELEMENTS_MAX, Act
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.rules import postprocess
from uitars_runtime.backends.embedded.situation import Decision, Situation, Span
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.dialects.embedded import EmbeddedDialect, write_reply
from uitars_runtime.grounding import Side
from uitars_runtime.types import (
    Action,
    Button,
    Click,
    Drag,
    Finish,
    Point,
    Press,
    Proposal,
    Scroll,
    Task,
    Type,
    Wait,
)
from uitars_train.data.sample import Sample, Target
from uitars_train.flywheel.alignment import likely_spans
from uitars_train.flywheel.recorded_runs import UNKNOWN, pressed, typed

if TYPE_CHECKING:
    from uitars_runtime.element import Element
    from uitars_runtime.frame import Frame
    from uitars_runtime.protocols import PastStep, Stop


_IDLE: Final = (Act.FINISHED, Act.WAIT)
_ENDING: Final = (Act.FINISHED, Act.CALL_USER, Act.FAIL)
_POINTING: Final = (Act.CLICK, Act.DOUBLE, Act.RIGHT)
_SIDES: Final = (Side.ON, Side.END)
"""What lies right of a label or below it is it by chance, unless it is a field."""
_SPANS: Final = 6
"""Likeliest parts of the task that are tried for a step."""
_TWICE: Final = 2
"""Clicks that the network has a word for."""
_SHORT: Final = 20
_ALIKE: Final = 50.0
"""Least likeness, of 100, of a word and its misreading."""
_LARGER: Final = 8
"""How many times as large as the smallest element there another one may be that is as right."""


class Advice(Protocol):
    """What is right in a state, and where on the screen it can be done."""

    @property
    def action(self) -> Action:
        """What to do; to finish with a failure where the teacher does not know how to go on."""
        ...

    def hits(self, points: Sequence[Point], end: int = 0) -> list[bool]:
        """Whether the action can be done at points as well; `end` 1: whether a drag may end
        there."""
        ...

    @property
    def entry(self) -> bool:
        """Whether it clicks a field for text."""
        ...

    @property
    def said(self) -> str:
        """What stands on what it clicks; empty where nothing does or nobody knows."""
        ...

    @property
    def option(self) -> str:
        """The entry of an open list that is to be clicked instead; empty where there is none."""
        ...


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


def target_of(advice: Advice, situation: Situation, decoder: Decoder) -> Target | None:
    """The step in words and elements of the situation; None where they do not say it."""
    step = _step(advice, situation)
    if step is None or step.act in _IDLE:
        return step
    for span in likely_spans(decoder, situation, step)[:_SPANS]:
        if step.act not in _POINTING or advice.option:
            return _serving(step, span)
        found = _pointed(advice, _serving(step, span), situation)
        if found is not None:
            return found
    return None


def _read(advice: Advice, target: Target, situation: Situation) -> bool:
    """Whether the eyes read what is clicked, at least in part: where a word was taken for some
    picture, nothing can be learned from it."""
    said = advice.said.lower()
    if target.act not in _POINTING or not (said.isalnum() and len(said) <= _SHORT):
        return True
    names = [
        name.lower()
        for at in target.elements
        for name in (situation.elements[at].text, situation.elements[at].name)
    ]
    return any(said in name or fuzz.ratio(said, name) >= _ALIKE for name in names)


def _serving(step: Target, span: Span) -> Target:
    return Target(
        step.act, span, step.elements, step.side, step.text, step.keys, step.direction, step.onto
    )


def _step(advice: Advice, situation: Situation) -> Target | None:
    """The step without what it serves."""
    middles = [item.box.center for item in situation.elements[:ELEMENTS_MAX]]
    if advice.option:
        return _option(advice.option, situation)
    match advice.action:
        case Click() as click:
            return _clicked(click, _at(advice, middles, situation))
        case Scroll(direction=way):
            over = _at(advice, middles, situation)
            return Target(Act.SCROLL, elements=over, direction=str(way)) if over else None
        case Drag():
            start, end = _at(advice, middles, situation), _at(advice, middles, situation, end=1)
            return Target(Act.DRAG, elements=start, onto=end) if start and end else None
        case Type(text=text):
            return typed(Target(Act.TYPE), text, situation)
        case Press(keys=keys):
            return pressed(Target(Act.HOTKEY), keys, situation)
        case Wait():
            return Target(Act.WAIT)
        case Finish(status="success"):
            return Target(Act.FINISHED)
        case _:
            return None


def _clicked(click: Click, there: tuple[int, ...]) -> Target | None:
    if click.count > _TWICE:
        return None
    one = Act.RIGHT if click.button is Button.RIGHT else Act.CLICK
    return Target(Act.DOUBLE if click.count > 1 else one, elements=there)


def _option(name: str, situation: Situation) -> Target | None:
    """A click on the entry of an open list; the list's own field, above it, may say the same."""
    named = [at for at, item in enumerate(situation.elements) if item.text == name]
    lowest = max(named, key=lambda at: situation.elements[at].box.top, default=None)
    return None if lowest is None else Target(Act.CLICK, elements=(lowest,))


def _at(
    advice: Advice, points: Sequence[Point], situation: Situation, end: int = 0
) -> tuple[int, ...]:
    """Elements of which a point does it, without those that merely reach that far."""
    right = [at for at, hit in enumerate(advice.hits(points, end)) if hit]
    areas = {at: situation.elements[at].box.area for at in right}
    return tuple(at for at in right if areas[at] <= _LARGER * min(areas.values()))


def _pointed(advice: Advice, step: Target, situation: Situation) -> Target | None:
    """The elements, or what lies beside them, that a click does it on."""
    seen = situation.elements[:ELEMENTS_MAX]
    for side in Side if advice.entry else _SIDES:
        points = [
            spot(item, Decision(step.act, step.serves, element=at, side=side), situation)
            for at, item in enumerate(seen)
        ]
        elements = _at(advice, points, situation)
        if elements:
            return Target(step.act, step.serves, elements, side)
    return None


def drawn_leads(name: str, seed: int, most: int) -> int:
    """For how many steps the model acts: one up to `most`; none where that is 0."""
    return random.Random(f"{name} {seed}").randint(1, most) if most else 0
