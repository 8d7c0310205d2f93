"""An action on the screen as a step to learn: said in words and elements of a situation.

Whoever decided on it, a teacher, a person or another model, acts on pixels; the network learns to
point at what the eyes see and to copy words. Where neither says it there is no step. Not here: who
decides (`teacher.py`, `recorded_runs.py`), and which part of the task it serves (`alignment.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from uitars_runtime.backends.embedded.network.click_point import spot
from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.network.vocabulary import (
    ELEMENTS_MAX,
    MODIFIERS,
    NAMED_KEYS,
    Act,
)
from uitars_runtime.backends.embedded.situation import Decision, Situation, Span
from uitars_runtime.backends.embedded.tokenizer import value_text
from uitars_runtime.grounding import Side
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
    Click,
    Drag,
    Finish,
    Point,
    Press,
    Scroll,
    Type,
    Wait,
)
from uitars_train.data.sample import Target
from uitars_train.flywheel.alignment import likely_spans

POINTING: Final = (Act.CLICK, Act.DOUBLE, Act.RIGHT)
_IDLE: Final = (Act.FINISHED, Act.WAIT)
_ALONE: Final = {Wait: Act.WAIT, AskUser: Act.CALL_USER, Finish: Act.FINISHED}
"""What is done on nothing and with nothing."""
_SIDES: Final = (Side.ON, Side.END)
"""What lies right of a label or below it is it by chance, unless it is a field."""
_SPANS: Final = 6
"""Likeliest parts of the task that are tried for a step."""
_TWICE: Final = 2
"""Clicks that the network has a word for."""
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


def target_of(
    advice: Advice, situation: Situation, decoder: Decoder, serves: Span | None = None
) -> Target | None:
    """The step in words and elements of the situation; None where they do not say it. `serves`:
    the part of the task that it is for; the likeliest to the decoder where nobody said it."""
    step = _step(advice, situation)
    if step is None or step.act in _IDLE:
        return step
    spans = likely_spans(decoder, situation, step)[:_SPANS] if serves is None else [serves]
    for span in spans:
        if step.act not in POINTING or advice.option:
            return _serving(step, span)
        found = _pointed(advice, _serving(step, span), situation)
        if found is not None:
            return found
    return None


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
        case Wait() | AskUser() | Finish(status="success"):
            return Target(_ALONE[advice.action.__class__])
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


def typed(base: Target, text: str, situation: Situation) -> Target | None:
    """The same with words of the task or an element that say a text; None where nothing does."""
    count = len(situation.words)
    for first in range(count):
        for last in range(first, count):
            if value_text(situation.task, situation.words, first, last) == text:
                return Target(base.act, base.serves, text=Span(first, last))
    shown = tuple(i for i, item in enumerate(situation.elements) if item.text == text)
    return Target(base.act, base.serves, shown) if shown else None


def pressed(base: Target, names: Sequence[str], situation: Situation) -> Target | None:
    """The same with keys; None where one is neither in the vocabulary nor a word of the task."""
    keys: list[str | int] = []
    for name in names:
        if name in (*MODIFIERS, *NAMED_KEYS):
            keys.append(name)
            continue
        spelled = [i for i, word in enumerate(situation.words) if word.text.lower() == name]
        if not spelled:
            return None
        keys.append(spelled[0])
    return Target(base.act, base.serves, keys=tuple(keys))
